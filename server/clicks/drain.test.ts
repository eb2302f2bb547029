import { afterEach, expect, test } from 'bun:test';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLinks, seedLinks } from '../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import type { Engine } from '../engine/engine.ts';
import { drainJournal } from './drain.ts';
import { Journal } from './journal/journal.ts';
import { removeOldSegments } from './journal/old-segments.ts';
import { openJournalDirectory } from './journal/segments.ts';

const dataDirs: string[] = [];

afterEach(() => {
  for (const dataDir of dataDirs.splice(0)) rmSync(dataDir, { recursive: true });
});

async function openWithLinks(count: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-drain-'));
  dataDirs.push(dataDir);
  const engine = await openTestEngine(dataDir);
  const codes = Array.from({ length: count }, (_, index) => ({ short_url: `l${index + 1}` }));
  await seedLinks(engine, codes);
  return { engine, dataDir, directory: openJournalDirectory(dataDir) };
}

function fail(error: unknown): never {
  throw error;
}

async function readCounts(engine: Engine): Promise<number[]> {
  const rows = await engine.db
    .selectFrom('click_count')
    .select('clicks')
    .orderBy('link_id')
    .execute();
  return rows.map((row) => row.clicks);
}

function visit(journal: Journal, linkId: number): void {
  journal.append({
    linkId,
    time: Date.now(),
    address: '203.0.113.7',
    referrer: 'https://example.org/a',
    userAgent: 'Mozilla/5.0 (test)',
    language: 'en',
  });
}

/** Counts a click of link 1, so that later clicks like it add no new values. */
async function drainOne(engine: Engine, directory: string, journal: Journal): Promise<void> {
  visit(journal, 1);
  await drainJournal({ engine, directory, onError: fail });
}

test('every appended click is counted once, with any number of drains', async () => {
  const { engine, dataDir, directory } = await openWithLinks(3);
  const other = await openTestEngine(dataDir);
  const journal = new Journal({ directory });
  for (let click = 0; click < 6000; click += 1) visit(journal, (click % 3) + 1);
  const drained = await Promise.all([
    drainJournal({ engine, directory, onError: fail }),
    drainJournal({ engine: other, directory, onError: fail }),
  ]);
  expect(drained[0].clicks + drained[1].clicks).toBe(6000);
  expect(await readCounts(engine)).toEqual([2000, 2000, 2000]);
  visit(journal, 2);
  expect((await drainJournal({ engine, directory, onError: fail })).clicks).toBe(1);
  expect((await drainJournal({ engine, directory, onError: fail })).clicks).toBe(0);
  expect(await readCounts(engine)).toEqual([2000, 2001, 2000]);
  journal.close();
  await other.close();
  await engine.close();
});

test('counts and offset change together: if the counts cannot be stored, neither changes', async () => {
  const { engine, directory } = await openWithLinks(1);
  const journal = new Journal({ directory });
  visit(journal, 1);
  const broken: Engine = {
    ...engine,
    write: (work) =>
      engine.write(async (tx, changed) => {
        await work(tx, changed);
        throw new Error('the database goes away');
      }),
  };
  const failed = await drainJournal({ engine: broken, directory, onError: fail }).catch(String);
  expect(failed).toContain('goes away');
  expect((await drainJournal({ engine, directory, onError: fail })).clicks).toBe(1);
  expect(await readCounts(engine)).toEqual([1]);
  journal.close();
  await engine.close();
});

test('clicks that another drain has counted meanwhile are not counted again', async () => {
  const { engine, dataDir, directory } = await openWithLinks(3);
  const other = await openTestEngine(dataDir);
  const journal = new Journal({ directory });
  for (let click = 0; click < 300; click += 1) visit(journal, (click % 3) + 1);
  let before = 0;
  const late: Engine = {
    ...engine,
    async write(work) {
      const isFirst = before === 0;
      before += (await drainJournal({ engine: other, directory, onError: fail })).clicks;
      if (isFirst) visit(journal, 2);
      return engine.write(work);
    },
  };
  expect((await drainJournal({ engine: late, directory, onError: fail })).clicks).toBe(0);
  expect(before).toBe(301);
  expect(await readCounts(engine)).toEqual([100, 101, 100]);
  journal.close();
  await other.close();
  await engine.close();
});

test('all clicks of few links are counted in one transaction, and requests get their turn', async () => {
  const { engine, directory } = await openWithLinks(3);
  const journal = new Journal({ directory });
  await drainOne(engine, directory, journal);
  for (let click = 1; click < 12_000; click += 1) visit(journal, (click % 3) + 1);
  const segment = Bun.file(join(directory, journal.activeSegment!));
  let writes = 0;
  const counting: Engine = {
    ...engine,
    write(work) {
      writes += 1;
      return engine.write(work);
    },
  };
  let turns = 0;
  const countTurn = (): void => {
    turns += 1;
    next = setImmediate(countTurn);
  };
  let next = setImmediate(countTurn);
  // However slow the machine is.
  await drainJournal({ engine: counting, directory, onError: fail, readMs: Infinity });
  clearImmediate(next);
  expect(writes).toBe(1);
  expect(turns).toBeGreaterThanOrEqual(segment.size / (256 * 1024));
  expect(await readCounts(engine)).toEqual([4000, 4000, 4000]);
  journal.close();
  await engine.close();
});

test('a drain that ends halfway is continued, and each click counts once', async () => {
  const { engine, directory } = await openWithLinks(4500);
  const journal = new Journal({ directory });
  await drainOne(engine, directory, journal);
  // In no order, with repetitions.
  for (let click = 1; click < 5000; click += 1) visit(journal, ((click * 7919) % 4500) + 1);
  let writes = 0;
  const failing: Engine = {
    ...engine,
    write(work) {
      writes += 1;
      if (writes === 2) throw new Error('killed');
      return engine.write(work);
    },
  };
  const failed = await drainJournal({
    engine: failing,
    directory,
    onError: fail,
    clicksAtOnce: 1,
  }).catch(String);
  expect(failed).toContain('killed');
  const half = (await readCounts(engine)).reduce((sum, clicks) => sum + clicks, 0);
  expect(half).toBeWithin(2, 5000);
  const { clicks } = await drainJournal({ engine, directory, onError: fail });
  expect(half + clicks).toBe(5000);
  const expected = Array.from({ length: 4500 }, () => 1);
  for (let click = 4500; click < 5000; click += 1) expected[(click * 7919) % 4500]! += 1;
  expect(await readCounts(engine)).toEqual(expected);
  journal.close();
  await engine.close();
});

test('a stopped drain leaves the rest to the next one', async () => {
  const { engine, directory } = await openWithLinks(4500);
  const journal = new Journal({ directory });
  for (let link = 1; link <= 4500; link += 1) visit(journal, link);
  let checks = 0;
  const isStopped = (): boolean => {
    checks += 1;
    return checks > 1;
  };
  const first = await drainJournal({
    engine,
    directory,
    onError: fail,
    isStopped,
    clicksAtOnce: 1,
  });
  expect(first.clicks).toBeWithin(1, 4500);
  expect(first.segments).toEqual([]);
  const second = await drainJournal({ engine, directory, onError: fail });
  expect(first.clicks + second.clicks).toBe(4500);
  expect(await readCounts(engine)).toEqual(Array.from({ length: 4500 }, () => 1));
  journal.close();
  await engine.close();
});

test('clicks that arrive during a drain are left to the next one', async () => {
  const { engine, directory } = await openWithLinks(1);
  const journal = new Journal({ directory });
  for (let click = 0; click < 3; click += 1) visit(journal, 1);
  let steps = 0;
  const onCounted = (): void => {
    steps += 1;
    // One more click in each step: a drain that waits for the end would not finish soon.
    if (steps < 20) visit(journal, 1);
  };
  const drained = await drainJournal({ engine, directory, onError: fail, onCounted });
  expect({ steps, clicks: drained.clicks }).toEqual({ steps: 1, clicks: 3 });
  expect((await drainJournal({ engine, directory, onError: fail })).clicks).toBe(1);
  expect(await readCounts(engine)).toEqual([4]);
  journal.close();
  await engine.close();
});

test('a torn tail stays uncounted and a later segment is still read', async () => {
  const { engine, directory } = await openWithLinks(2);
  const first = new Journal({ directory });
  visit(first, 1);
  visit(first, 1);
  const torn = join(directory, first.activeSegment!);
  first.close();
  truncateSync(torn, Bun.file(torn).size - 3);
  const second = new Journal({ directory });
  visit(second, 2);
  expect((await drainJournal({ engine, directory, onError: fail })).clicks).toBe(2);
  appendFileSync(torn, 'garbage behind the tear');
  expect((await drainJournal({ engine, directory, onError: fail })).clicks).toBe(0);
  expect(await readCounts(engine)).toEqual([1, 1]);
  second.close();
  await engine.close();
});

test('a damaged record loses only itself, and is reported', async () => {
  const { engine, directory } = await openWithLinks(1);
  const journal = new Journal({ directory });
  for (let click = 0; click < 1000; click += 1) visit(journal, 1);
  const file = join(directory, journal.activeSegment!);
  journal.close();
  const bytes = readFileSync(file);
  bytes[200]! ^= 1;
  writeFileSync(file, bytes);
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  expect((await drainJournal({ engine, directory, onError })).clicks).toBe(999);
  expect(String(errors)).toMatch(/damaged bytes skipped/);
  expect(await readCounts(engine)).toEqual([999]);
  await engine.close();
});

test('an unreadable segment does not block the others', async () => {
  const { engine, directory } = await openWithLinks(1);
  mkdirSync(join(directory, '000000000-bad.clicks'));
  const journal = new Journal({ directory });
  visit(journal, 1);
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  expect((await drainJournal({ engine, directory, onError })).clicks).toBe(1);
  expect(errors).toHaveLength(1);
  journal.close();
  await engine.close();
});

test('clicks of a purged link are dropped, and its id is not used again', async () => {
  const { engine, directory } = await openWithLinks(1);
  const journal = new Journal({ directory });
  visit(journal, 1);
  await removeLinks(engine, [1]);
  await seedLinks(engine, [{ short_url: 'l1' }]);
  expect((await drainJournal({ engine, directory, onError: fail })).clicks).toBe(1);
  expect(await readCounts(engine)).toEqual([0]);
  journal.close();
  await engine.close();
});

test('drained segments are removed after a day, and a returning copy does not count', async () => {
  const { engine, directory } = await openWithLinks(1);
  const journal = new Journal({ directory });
  visit(journal, 1);
  const name = journal.activeSegment!;
  journal.close();
  const { segments } = await drainJournal({ engine, directory, onError: fail });
  const bytes = readFileSync(join(directory, name));
  const now = Date.now();
  await removeOldSegments(directory, segments, { now, quotaBytes: undefined }, fail);
  expect(readdirSync(directory)).toEqual([name]);
  const yesterday = now / 1000 - 86_401;
  utimesSync(join(directory, name), yesterday, yesterday);
  await removeOldSegments(directory, segments, { now, quotaBytes: undefined }, fail);
  expect(readdirSync(directory)).toEqual([]);
  writeFileSync(join(directory, 'copy.clicks'), bytes);
  expect((await drainJournal({ engine, directory, onError: fail })).clicks).toBe(0);
  expect(await readCounts(engine)).toEqual([1]);
  await engine.close();
});

test('if a click cannot be appended, the visitor is redirected and the loss is reported', () => {
  const errors: unknown[] = [];
  const journal = new Journal({
    directory: '/nonexistent/directory',
    onFailure: (error) => errors.push(error),
  });
  visit(journal, 1);
  visit(journal, 1);
  expect(journal.counts.uncounted).toBe(2);
  expect(errors).toHaveLength(1);
  journal.close();
});
