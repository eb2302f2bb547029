import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedLinks } from '../../tests/support/statistics/seed.ts';
import type { Engine } from '../engine/engine.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import { ClickCounter } from './click-counter.ts';
import { Clicks } from './clicks.ts';
import { Journal } from './journal/journal.ts';
import { listSegments, openJournalDirectory } from './journal/segments.ts';
import { testInAll } from '../../tests/support/test-run.ts';

/** So many clicks of the greatest length fill a segment. */
const SEGMENT_CLICKS = 42_000;
const LONG = 'x'.repeat(4000);

let dataDir: string;
let directory: string;
let engine: Engine;
let clicks: Clicks;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-clicks-'));
  directory = openJournalDirectory(dataDir);
  engine = await openTestEngine(dataDir);
  await seedLinks(engine, [{ short_url: 'poster' }]);
  const counter = new ClickCounter({ engine, dataDir, onError });
  clicks = new Clicks({ engine, dataDir, counter, onError });
});
afterEach(async () => {
  await clicks.close();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

function onError(error: unknown): never {
  throw error;
}

function visit(journal: Pick<Journal, 'append'>): void {
  const time = Date.now();
  const address = '203.0.113.7';
  journal.append({ linkId: 1, time, address, referrer: LONG, userAgent: LONG, language: LONG });
}

async function readCount(): Promise<number> {
  const row = await engine.db.selectFrom('click_count').select('clicks').executeTakeFirstOrThrow();
  return row.clicks;
}

testInAll('a full segment is counted by itself', async () => {
  const append = { append: clicks.record.bind(clicks) };
  for (let click = 0; click < SEGMENT_CLICKS; click += 1) visit(append);
  expect(listSegments(directory)).toHaveLength(2);
  while ((await readCount()) === 0) await Bun.sleep(1);
});

test('clicks that are not counted yet are pending, of a link and of all links', async () => {
  for (let click = 0; click < 3; click += 1) visit({ append: clicks.record.bind(clicks) });
  expect([await clicks.countPendingOf(1), await clicks.countPendingOf(0)]).toEqual([3, 3]);
  expect(await clicks.countPendingOf(2)).toBe(0);
  await clicks.drain();
  expect(await clicks.countPendingOf(0)).toBe(0);
});

test('a drain counts every click that was journalled before its call', async () => {
  const other = new Journal({ directory, owner: clicks.addOwner() });
  for (let round = 1; round <= 50; round += 1) {
    visit(other);
    const first = clicks.drain();
    // The first drain is running, and may have missed the next click.
    await Promise.resolve();
    await Promise.resolve();
    visit(other);
    await clicks.drain();
    expect(await readCount()).toBe(2 * round);
    await first;
  }
  other.close();
});

test('clicks of a process that lived only during a drain are counted by the next drain', async () => {
  const former = new Journal({ directory });
  visit(former);
  former.close();
  const counter = new ClickCounter({ engine, dataDir, onError });
  let comes = true;
  const site = new Clicks({
    engine,
    dataDir,
    counter: {
      stopCounting: () => counter.stopCounting(),
      async count(isAwaited) {
        if (!comes) return counter.count(isAwaited);
        comes = false;
        const owner = site.addOwner();
        const journal = new Journal({ directory, owner });
        visit(journal);
        const drained = await counter.count(isAwaited);
        visit(journal);
        journal.close();
        site.removeOwner(owner);
        return drained;
      },
    },
    // So small that no counted segment stays.
    quotaBytes: 2,
    onError,
  });
  expect(await site.drain()).toBe(2);
  expect(await site.drain()).toBe(1);
  expect(await readCount()).toBe(3);
  await site.close();
});

test('the counting process is not started when all is counted, but used when it runs', async () => {
  const counter = new ClickCounter({ engine, dataDir, onError });
  let needsStart = true;
  let counts = 0;
  const site = new Clicks({
    engine,
    dataDir,
    counter: {
      stopCounting: () => counter.stopCounting(),
      needsStart: () => needsStart,
      count(isAwaited) {
        counts += 1;
        return counter.count(isAwaited);
      },
    },
    onError,
  });
  await site.drain();
  expect(counts).toBe(0);
  visit(site.journal);
  expect(await site.drain()).toBe(1);
  await site.drain();
  expect(counts).toBe(1);
  needsStart = false;
  await site.drain();
  expect(counts).toBe(2);
  await site.close();
});
