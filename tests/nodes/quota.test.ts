import { expect, test } from 'bun:test';
import { createLink } from '../../contracts/links/links.ts';
import type { ReplyOf } from '../../contracts/route.ts';
import { getStatus } from '../../contracts/status.ts';
import { PostgresServer } from '../postgres/postgres-server.ts';
import { databaseOf, startNodes } from './node.ts';
import { readCounts } from './steady-links.ts';
import { TimedVisitors } from './timed-visitors.ts';

const CODES = ['one', 'other'];
const CONNECTIONS = 20;
/** About as many of these visits as the journal has room for. */
const VISITS = 700;
const FEW = 50;
/** Makes each record a kilobyte larger. */
const REFERRER = `https://example.com/${'x'.repeat(1000)}`;

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0);
}

test('a full journal loses clicks, but no redirects, and reports the lost clicks', async () => {
  await using postgres = await PostgresServer.start();
  const url = await postgres.createDatabase();
  const env = { CLICK_QUOTA_MB: '1', CLICK_FLUSH_SECONDS: '1' };
  await using site = await startNodes(1, url, env);
  const node = site.nodes[0]!;
  const caller = node.caller(await node.caller().signIn());
  for (const code of CODES) {
    const fields = { short_url: code, long_url: `https://example.com/${code}`, title: 'quota' };
    expect((await caller.call(createLink, fields)).code).toBe(200);
  }
  const { port } = node.server;
  const others: number[] = [];
  let redirects = 0;
  const visit = async (count: number): Promise<void> => {
    const visitors = new TimedVisitors({
      port,
      codes: CODES,
      connections: CONNECTIONS,
      referrer: REFERRER,
    });
    await visitors.measure(count);
    await visitors.stop();
    others.push(...visitors.others);
    redirects += sum(visitors.redirects.values());
  };
  /** Waits until nothing is pending; returns the lost clicks. */
  const readUncounted = async (): Promise<number> => {
    for (;;) {
      const { code, data } = await caller.call(getStatus, {});
      if (code !== 200) continue;
      const { clicks } = data as ReplyOf<typeof getStatus>;
      if (clicks.lag_seconds === 0) return clicks.uncounted;
    }
  };

  // Counted clicks are kept for a while, but must not use up the quota.
  await visit(VISITS);
  expect(await readUncounted()).toBe(0);
  await postgres.kill();
  await visit(2 * VISITS);
  await postgres.startAgain();
  let uncounted = await readUncounted();
  expect(uncounted).toBeGreaterThan(0);
  expect(uncounted).toBeLessThan(2 * VISITS);
  // Soon there is room again.
  for (let before = -1; before !== uncounted;) {
    before = uncounted;
    await visit(FEW);
    uncounted = await readUncounted();
  }
  expect(others).toEqual([]);
  const counts = await readCounts(postgres, databaseOf(url));
  expect(sum(counts.values())).toBe(redirects - uncounted);
}, 300_000);
