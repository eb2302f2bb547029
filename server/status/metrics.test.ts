import { expect, test } from 'bun:test';
import { Problem } from '../http/problem.ts';
import { createMetrics } from './metrics.ts';
import { ownerToken } from '../../tests/support/owner.ts';

function open(findOldestPending: () => Promise<number | null>) {
  return createMetrics(
    {
      version: '1.2.3',
      database: { product: 'SQLite', version: '3.53.4' },
      workers: () => [],
      untrustedProxy: () => null,
      replaced: () => ({ workers: 0, background: 0 }),
      exitedWorkers: () => ({ acknowledged: 7, journalled: 6, uncounted: 1 }),
      clicks: { drained: 0, damagedBytes: 0, countDamagedSegments: () => 0, findOldestPending },
    },
    () => Promise.resolve(ownerToken),
  );
}

const local = { address: '::1', port: 3080 };
const serve = open(() => Promise.resolve(null));

/** Returns the HTTP status, or the problem of the answer. */
async function ask(headers: Record<string, string>): Promise<number | string> {
  try {
    return (await serve(new Request('http://127.0.0.1:3080/metrics', { headers }), local)).status;
  } catch (error) {
    if (error instanceof Problem) return error.problem;
    throw error;
  }
}

test('a program on this machine needs no token, and a proxy on it does', async () => {
  const host = '127.0.0.1:3080';
  expect(await ask({ host })).toBe(200);
  const proxied = { host, via: '1.1 front' };
  expect(await ask(proxied)).toBe('call.no-token');
  expect(await ask({ ...proxied, authorization: 'sk-x' })).toBe('call.bad-token');
  expect(await ask({ ...proxied, authorization: 'Bearer sk-x' })).toBe(200);
});

test.each([
  ['that answers', () => Promise.resolve(null), 1, '0'],
  ['that does not answer', () => Promise.reject(new Error('gone')), 0, null],
])('the metrics describe a database %s', async (_, findOldestPending, up, lag) => {
  const answer = await open(findOldestPending)(
    new Request('http://127.0.0.1/metrics', { headers: { host: '127.0.0.1:3080' } }),
    local,
  );
  const text = await answer.text();
  expect(text).toContain(`\nbrisk_database_up ${up}\n`);
  expect(/^brisk_clicks_lag_seconds (.*)$/m.exec(text)?.[1] ?? null).toBe(lag);
});
