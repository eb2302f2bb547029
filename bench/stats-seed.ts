import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { sortLinks } from '../server/clicks/click-order.store.ts';
import { drainJournal } from '../server/clicks/drain.ts';
import { listSegments, openJournalDirectory } from '../server/clicks/segments.ts';
import { DATABASE_FILE, SETTLED_COPY_FILE } from '../server/engine/data-directory.ts';
import type { Engine } from '../server/engine/engine.ts';
import { openSqlite } from '../server/engine/sqlite.ts';
import { openPlaces } from '../server/stats/classify/places.ts';
import { SettledCopy } from '../server/stats/reports/settled-copy.ts';
import { Upkeep } from '../server/stats/upkeep/upkeep.ts';
import { VisitRecorder } from '../server/stats/ingest/visit-recorder.ts';
import { median, round } from './measure.ts';
import { seedMany } from './seed-many.ts';
import type { StatsJournal } from './stats-journal.ts';
import { writePlaces } from './stats-places.ts';

const DAY_SECONDS = 86_400;
/** When a night's upkeep runs, after midnight. */
const NIGHT_SECONDS = 40 * 60;
/** How many days clicks are kept one by one. */
export const KEEP_DAYS = 90;

interface StatsSeedOptions {
  readonly links: number;
  readonly days: number;
  readonly journal: StatsJournal;
}

/** The file of places that belongs to a seeded site. */
export function placesFile(dataDir: string): string {
  return join(dataDir, 'places.mmdb');
}

/** What came of it, beside what it took. */
interface Seeded {
  readonly clicks: number;
  readonly [figure: string]: number;
}

/** What a day took. */
interface DayCost {
  readonly clicks: number;
  readonly drainMs: number;
  readonly drainCpu: number;
  readonly upkeepMs: number;
  readonly sortMs: number;
}

/**
 * Makes a site with links and the clicks of so many days, the last of them being today, and tells
 * that took: each day is journalled and drained, and each night is upkept, as a server does, and
 * links get their places by clicks, as if somebody looked at their list once a day.
 */
export async function seedStats(
  dataDir: string,
  { links, days, journal }: StatsSeedOptions,
): Promise<Seeded> {
  await seedMany(dataDir, links);
  writePlaces(placesFile(dataDir));
  const engine = await openSqlite(dataDir);
  const before = await measureDatabase(engine, dataDir);
  const geoipFile = placesFile(dataDir);
  const places = openPlaces({ geoipFile, trustsHeader: false, onError: fail });
  const recorder = new VisitRecorder(engine, places);
  let now = 0;
  const upkeep = new Upkeep({
    engine,
    recorder,
    keepDays: KEEP_DAYS,
    clock: () => now,
    onError: fail,
  });
  const directory = openJournalDirectory(dataDir);
  const begun = Date.now() / 1000;
  const today = Math.floor(begun / DAY_SECONDS);
  const copy = new SettledCopy(dataDir);
  const refreshCopy = async (): Promise<number> => {
    const from = performance.now();
    await copy.refresh(engine, await recorder.openFacts());
    return Math.round(performance.now() - from);
  };
  const costs: DayCost[] = [];
  let copyAnewMs = 0;
  for (let day = today - days + 1; day <= today; day += 1) {
    const hours = day === today ? Math.floor((begun % DAY_SECONDS) / 3600) : 24;
    const clicks = journal.writeDay(directory, day, hours);
    const drained = await drain(engine, directory, recorder);
    if (drained.clicks !== clicks) throw new Error(`${drained.clicks} of ${clicks} were counted`);
    // So the last night finds one.
    if (day === today - 1) copyAnewMs = await refreshCopy();
    now = Math.min(begun, (day + 1) * DAY_SECONDS + NIGHT_SECONDS);
    const from = performance.now();
    await upkeep.run();
    const settled = performance.now();
    await sortLinks(engine);
    const sortMs = performance.now() - settled;
    const upkeepMs = settled - from;
    costs.push({ clicks, drainMs: drained.ms, drainCpu: drained.cpu, upkeepMs, sortMs });
  }
  const copyMs = await refreshCopy();
  const after = (await measureDatabase(engine, dataDir)) + measureCopy(dataDir);
  const kept = await countRows(engine);
  await engine.close();
  const clicks = costs.reduce((sum, cost) => sum + cost.clicks, 0);
  const whole = costs.filter((cost) => cost.clicks > 0);
  return {
    clicks,
    drained_per_second: Math.round(
      median(whole.map((cost) => (cost.clicks * 1000) / cost.drainMs)),
    ),
    drain_cpu_us_per_click: median(whole.map((cost) => cost.drainCpu / cost.clicks)),
    upkeep_ms_per_day: median(costs.map((cost) => cost.upkeepMs)),
    upkeep_us_per_click: median(whole.map((cost) => (cost.upkeepMs * 1000) / cost.clicks)),
    copy_anew_ms: copyAnewMs,
    copy_ms: copyMs,
    copy_bytes: measureCopy(dataDir),
    sort_ms_per_day: median(costs.map((cost) => cost.sortMs)),
    bytes_per_click: round((after - before) / clicks),
    bytes_per_click_with_links: round(after / clicks),
    ...kept,
  };
}

/** Counts what the journal holds, and removes it; processor time in microseconds. */
async function drain(engine: Engine, directory: string, recorder: VisitRecorder) {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const { clicks } = await drainJournal({ engine, directory, recorder, onError: fail });
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  for (const name of listSegments(directory)) rmSync(join(directory, name));
  return { clicks, ms, cpu: user + system };
}

/** The bytes of the database, all that is in its log included. */
async function measureDatabase({ db }: Engine, dataDir: string): Promise<number> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  return statSync(join(dataDir, DATABASE_FILE)).size;
}

/** The bytes of the copy that reports read; a small site has none. */
function measureCopy(dataDir: string): number {
  return statSync(join(dataDir, SETTLED_COPY_FILE), { throwIfNoEntry: false })?.size ?? 0;
}

async function countRows({ db }: Engine): Promise<Readonly<Record<string, number>>> {
  const count = async (table: 'click_sum' | 'settled_detail' | 'click_fact') => {
    const { rows } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return rows;
  };
  return {
    sums: await count('click_sum'),
    details: await count('settled_detail'),
    facts: await count('click_fact'),
  };
}

function fail(error: unknown): never {
  throw error;
}
