import { expect, test } from 'bun:test';
import { findFaults, freeze, FrozenSite } from './frozen.ts';
import { chooseForRun } from '../support/test-run.ts';
import { withSlack } from '../support/promised-time.ts';

const SECONDS = chooseForRun(1, 8);
const SAMPLE = chooseForRun(300, 2000);
/** The longest that an answer may take. */
const LONGEST_MS = 12_000;

test('redirects continue while PostgreSQL hangs, and creates answer 503', async () => {
  const longestMs = withSlack(LONGEST_MS);
  // On a busy machine the times of redirects vary.
  expect(findFaults(await freeze(SECONDS, SAMPLE), { longestMs, slowerMax: 50 })).toEqual([]);
}, 300_000);

/**
 * Within this time every process is notified of the new links. After a notification a process looks
 * up a link again.
 */
const NOTIFIED_MS = 2500;

test.each(chooseForRun([2], [1, 2]))(
  'a node that is stopped while PostgreSQL hangs ends in time and loses nothing, processes: %d',
  async (workers) => {
    await using site = await FrozenSite.open(workers);
    const visitors = site.visitors();
    const begun = performance.now();
    do await visitors.measure(SAMPLE);
    while (performance.now() - begun < NOTIFIED_MS);
    site.postgres.freeze();
    await visitors.measure(SAMPLE);
    // Unanswered calls must not delay the stop.
    const calls = Promise.allSettled([site.create('one'), site.create('two')]);
    const since = performance.now();
    const [exitCode] = await Promise.all([site.node.server.end('SIGTERM'), visitors.stop()]);
    const elapsed = performance.now() - since;
    site.postgres.thaw();
    expect(exitCode).toBe(0);
    expect(elapsed).toBeLessThan(withSlack(5000));
    await calls;
    expect(visitors.others).toEqual([]);
    await site.node.flush();
    expect(await site.readCounts()).toEqual(visitors.redirects);
  },
  300_000,
);
