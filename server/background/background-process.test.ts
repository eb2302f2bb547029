import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Report } from '../../contracts/stats/stats.ts';
import { COMMAND } from '../../tests/support/brisk-command.ts';
import { expectTotals } from '../../tests/support/statistics/click-totals.ts';
import { childrenOf } from '../../tests/journeys/test-process.ts';
import { seedLinks } from '../../tests/support/statistics/seed.ts';
import { chooseForRun, testInAll } from '../../tests/support/test-run.ts';
import {
  databaseEnvironment,
  isPostgres,
  openTestEngine,
} from '../../tests/support/test-engine.ts';
import { Journal } from '../clicks/journal/journal.ts';
import { openJournalDirectory } from '../clicks/journal/segments.ts';
import { PROJECTION_FILE } from '../engine/files/data-directory.ts';
import type { Engine } from '../engine/engine.ts';
import { PackedJson } from '../http/answer/packed-json.ts';
import { countSegments } from '../search/search.store.ts';
import { SEGMENT_SIZE } from '../search/segment.ts';
import { openDatabase } from '../stats/warehouse/duckdb.ts';
import { removeProjection } from '../stats/warehouse/projection-file.ts';
import { BackgroundProcess } from './background-process.ts';

const NOTHING_WATCHED: ReadonlySet<number> = new Set();
const WEEK = {
  period: '7d',
  timeZone: 'UTC',
  audience: 'people',
  reach: 'all',
  filters: {},
} as const;
const LINKS = 2000;
/** More than one transaction can count. */
const CLICKS = 200_000;

let dataDir: string;
let engine: Engine;
let background: BackgroundProcess;
let errors: unknown[];
let firstCounted: PromiseWithResolvers<void>;
let steps: number;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-background-'));
  engine = await openTestEngine(dataDir);
  background = await create();
});
afterEach(async () => {
  await background.close();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

async function create(
  times: { idleMs?: number; afterReportMs?: number; machineBytes?: number } = {},
  directory = dataDir,
): Promise<BackgroundProcess> {
  errors = [];
  firstCounted = Promise.withResolvers();
  steps = 0;
  return new BackgroundProcess({
    command: COMMAND,
    env: { DATA_DIR: directory, LOG_LEVEL: 'silent', ...(await databaseEnvironment(directory)) },
    assertAvailable: () => Promise.resolve(),
    onCounted() {
      steps += 1;
      firstCounted.resolve();
    },
    onDeath: (error) => errors.push(error),
    onCrash: () => removeProjection(directory),
    ...times,
  });
}

/** Waits for a process that is not `former`. */
async function findProcess(former?: number): Promise<number> {
  for (;;) {
    const pid = childrenOf(process.pid, 'background').find((child) => child !== former);
    if (pid !== undefined) return pid;
    await Bun.sleep(1);
  }
}

async function isGone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`)) await Bun.sleep(1);
}

async function visitAll(clicks = CLICKS): Promise<void> {
  const codes = Array.from({ length: LINKS }, (_, index) => ({ short_url: `l${index + 1}` }));
  await seedLinks(engine, codes);
  const journal = new Journal({ directory: openJournalDirectory(dataDir) });
  for (let click = 0; click < clicks; click += 1) {
    journal.append({
      linkId: ((click * 7919) % LINKS) + 1,
      time: Date.UTC(2026, 0, 31, 20),
      address: `203.0.${click % 100}.7`,
      referrer: '',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      language: 'en',
    });
  }
  journal.close();
}

test('a process starts when there is work, and exits when there is none', async () => {
  background = await create({ idleMs: 1 });
  await background.work.prepare();
  const first = await findProcess();
  await isGone(first);
  await background.work.prepare();
  const second = await findProcess(first);
  await isGone(second);
  expect(errors).toEqual([]);
});

test('a process that made a report stays longer', async () => {
  background = await create({ idleMs: 1 });
  await background.work.listLinks(WEEK);
  const looked = await findProcess();
  const directory = join(dataDir, 'other');
  const other = await create({ idleMs: 1, afterReportMs: 2 }, directory);
  await other.work.listLinks(WEEK);
  // This one starts later and exits earlier.
  await isGone(await findProcess(looked));
  await other.close();
  await background.work.prepare();
  expect(await findProcess()).toBe(looked);
});

test.each([
  [30, '1 GiB', 2 ** 30],
  [2, 'less', 2 ** 30 - 1],
])(
  'a process exits %d minutes after a report on a machine with %s',
  async (minutes, _, machineBytes) => {
    background = await create({ machineBytes });
    const timers = spyOn(globalThis, 'setTimeout');
    await background.work.listLinks(WEEK);
    const [exit, ms] = timers.mock.calls.findLast(([, delay]) => delay! > 60_000)!;
    timers.mockRestore();
    expect(Math.ceil(ms! / 60_000)).toBe(minutes);
    const pid = await findProcess();
    exit();
    await isGone(pid);
  },
);

testInAll('a process that was prepared for reports stays as long as after one', async () => {
  background = await create({ idleMs: 1 });
  await background.work.prepare(true);
  const prepared = await findProcess();
  const other = await create({ idleMs: 1 }, join(dataDir, 'other'));
  await other.work.prepare();
  await isGone(await findProcess(prepared));
  await other.close();
  await background.work.prepare();
  expect(await findProcess()).toBe(prepared);
});

testInAll('a process that only counted gets ready for reports on request', async () => {
  await background.work.count(true, NOTHING_WATCHED);
  expect(background.isReady).toBe(false);
  const pid = await findProcess();
  await Promise.all([background.work.prepare(), background.work.prepare()]);
  expect(background.isReady).toBe(true);
  expect(await findProcess()).toBe(pid);
});

test('the work of a process that dies is repeated, and each click is counted once', async () => {
  await visitAll();
  const counting = background.work.count(true, NOTHING_WATCHED);
  const first = await findProcess();
  await firstCounted.promise;
  process.kill(first, 'SIGKILL');
  const { segments } = await counting;
  expect(segments).toHaveLength(1);
  expect(errors).toHaveLength(1);
  expect(await expectTotals(engine)).toBe(CLICKS);
}, 300_000);

testInAll(
  'a report waits for the present step of counting, not for all pending clicks',
  async () => {
    // More than two steps.
    const clicks = chooseForRun(320_000, 640_000);
    await visitAll(clicks);
    const counting = background.work.count(true, NOTHING_WATCHED);
    await firstCounted.promise;
    const before = steps;
    const counted = await countPeople();
    expect(counted).toBeGreaterThan(0);
    expect(steps - before).toBeLessThanOrEqual(2);
    await counting;
    expect(await countPeople()).toBe(clicks);
  },
  300_000,
);

test('a call that kills two processes fails, and the next one works', async () => {
  const failing = background.work.maintainLog().catch((error: unknown) => error);
  const first = await findProcess();
  process.kill(first, 'SIGKILL');
  process.kill(await findProcess(first), 'SIGKILL');
  expect(await failing).toMatchObject({ message: expect.stringContaining('SIGKILL') });
  await background.work.maintainLog();
});

async function countPeople(): Promise<number> {
  const request = { period: 'all', timeZone: 'UTC', audience: 'people' } as const;
  const report = await background.work.report({ ...request, reach: 'all', filters: {} });
  return (new PackedJson(report).data as Report).totals.person;
}

test.each([
  ['builds statistics anew', 'SIGSEGV', 100],
  ...chooseForRun([], [
    ['builds statistics anew', 'SIGABRT', 100],
    ['keeps statistics', 'SIGKILL', 0],
  ] as const),
] as const)('the server %s after a process ends with %s', async (_, signal, expected) => {
  await visitAll(100);
  await background.work.count(true, NOTHING_WATCHED);
  // Each process would load an open day again.
  await background.work.maintainLog();
  expect(await countPeople()).toBe(100);
  await background.close();
  const database = await openDatabase(dataDir, join(dataDir, PROJECTION_FILE), dataDir);
  await database.db.run('delete from click');
  database.close();
  background = await create();
  expect(await countPeople()).toBe(0);
  const pid = await findProcess();
  process.kill(pid, signal);
  await isGone(pid);
  expect(await countPeople()).toBe(expected);
});

test('the failure of one call does not affect the others', async () => {
  const failing = background.work.report({ ...WEEK, timeZone: 'Mars/Olympus' });
  expect(await failing.catch((error: unknown) => error)).toBeInstanceOf(Error);
  const report = await background.work.report(WEEK);
  expect(new PackedJson(report).data).toMatchObject({ clicks: 0, knows_places: false });
});

test('it indexes new links for the search', async () => {
  const codes = Array.from({ length: SEGMENT_SIZE + 1 }, (_, at) => ({ short_url: `i${at}` }));
  await seedLinks(engine, codes);
  await background.work.indexLinks();
  expect(await countSegments(engine)).toBe(1);
}, 300_000);

test('it moves the write-ahead log into the database file', async () => {
  await seedLinks(engine, [{ short_url: 'a' }]);
  await background.work.checkpoint();
  if (isPostgres) return;
  const { rows } = await sql<{ log: number; checkpointed: number }>`
    pragma wal_checkpoint(noop)`.execute(engine.db);
  expect(rows[0]!.log).toBeGreaterThan(0);
  expect(rows[0]!.checkpointed).toBe(rows[0]!.log);
});

test('a closed background process refuses all work', async () => {
  await background.work.prepare();
  const pid = await findProcess();
  await background.close();
  await isGone(pid);
  expect(await background.work.maintainLog().catch((error: unknown) => error)).toBeInstanceOf(
    Error,
  );
  expect(errors).toEqual([]);
});
