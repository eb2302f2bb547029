import { expect, test } from 'bun:test';
import { Problem } from '../http/problem.ts';
import { createMetrics } from './metrics.ts';

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
    () => Promise.resolve({ kind: 'api-token' }),
  );
}

const serve = open(() => Promise.resolve(null));

/** Returns the HTTP status, or the problem of the answer. */
async function ask(
  address: string,
  headers: Record<string, string> = {},
  host = '127.0.0.1:3080',
): Promise<number | string> {
  try {
    return (await serve(new Request(`http://${host}/metrics`, { headers }), address)).status;
  } catch (error) {
    if (error instanceof Problem) return error.problem;
    throw error;
  }
}

test.each([
  ['IPv4', '127.0.0.1', '127.0.0.1:3080'],
  ['IPv6', '::1', '[::1]:3080'],
  ['IPv4 mapped into IPv6', '::ffff:127.0.0.1', 'localhost'],
])('a program on this machine needs no token, by %s', async (_, address, host) => {
  expect(await ask(address, {}, host)).toBe(200);
});

test.each([
  ['another machine', '203.0.113.7', {}, '127.0.0.1'],
  ['an unknown address', '', {}, '127.0.0.1'],
  ['a proxy on this machine', '127.0.0.1', { 'X-Forwarded-For': '203.0.113.7' }, '127.0.0.1'],
  ['a proxy that names this machine', '127.0.0.1', { 'X-Forwarded-For': '127.0.0.1' }, '127.0.0.1'],
  ['a proxy with RFC 7239', '127.0.0.1', { Forwarded: 'for=203.0.113.7' }, '127.0.0.1'],
  ['a proxy with only a Via header', '127.0.0.1', { Via: '1.1 front' }, '127.0.0.1'],
  ['a proxy with the host of the site', '127.0.0.1', {}, 'go.example.com'],
  ['a browser at a foreign host name', '127.0.0.1', {}, '127.0.0.1.evil.example'],
])('%s needs a token', async (_, address, headers, host) => {
  expect(await ask(address, headers, host)).toBe('call.no-token');
  expect(await ask(address, { ...headers, Authorization: 'sk-x' }, host)).toBe('call.bad-token');
  expect(await ask(address, { ...headers, Authorization: 'Bearer sk-x' }, host)).toBe(200);
});

test.each([
  ['that answers', () => Promise.resolve(null), 1, '0'],
  ['that does not answer', () => Promise.reject(new Error('gone')), 0, null],
])('the metrics describe a database %s', async (_, findOldestPending, up, lag) => {
  const answer = await open(findOldestPending)(new Request('http://127.0.0.1/metrics'), '::1');
  const text = await answer.text();
  expect(text).toContain(`\nbrisk_database_up ${up}\n`);
  expect(/^brisk_clicks_lag_seconds (.*)$/m.exec(text)?.[1] ?? null).toBe(lag);
});
