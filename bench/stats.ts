import { sql } from 'kysely';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkLogin } from '../contracts/account.ts';
import type { Report } from '../contracts/stats/stats.ts';
import { addCounts } from '../server/clicks/counts.store.ts';
import type { Engine } from '../server/engine/engine.ts';
import { DATABASE_FILE } from '../server/engine/files/data-directory.ts';
import { nowSeconds } from '../server/engine/now.ts';
import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { lowerPriority } from '../server/priority.ts';
import { AGENT_RULES } from '../server/stats/classify/agents/agent.ts';
import { insertBatches } from '../server/stats/ingest/click-batches.store.ts';
import { MaintainLog } from '../server/stats/log/maintain-log.ts';
import { DAY_SECONDS, dayOf, QUARTER_SECONDS, QUARTERS } from '../server/stats/quarter.ts';
import {
  addUnknownCodes,
  CODES_A_DAY,
  KEPT_A_DAY,
} from '../server/stats/unknown-codes/unknown-codes.store.ts';
import { Warehouse } from '../server/stats/warehouse/warehouse.ts';
import { childrenOf } from '../tests/journeys/test-process.ts';
import { drainOnce } from './clicks.ts';
import {
  createRandom,
  createTempDir,
  median,
  pinToCore,
  readCpu,
  readPeak,
  readRss,
  round,
} from './measure.ts';
import { seedMany } from './seed.ts';
import { type BenchSite, openBenchSite } from './site.ts';
import { createClickSources, findLinkId, WEEK, writeClicks } from './stats-clicks.ts';
import { measureWaits, medianWaits, PHASE_MS, RATE, startVisitors } from './visitors.ts';

/** A small site by default; the environment can set a larger one. */
const LINKS = Number(process.env['LINKS'] ?? 10_000);
const CLICKS = Number(process.env['CLICKS'] ?? 1_000_000);
const DAYS = Number(process.env['DAYS'] ?? 730);
/** The most visited links, which visitors use beside the viewers. */
const VISITED = 500;

/** The speed and size of statistics, the time of their pages, and how long visitors wait. */
export async function measureStats(): Promise<object> {
  const drained = await drainOnce(LINKS);
  const dataDir = createTempDir();
  const seeded = await seedStats(dataDir, { links: LINKS, clicks: CLICKS, days: DAYS });
  await seedUnknownCodes(dataDir, Math.min(DAYS, KEEP_DAYS));
  const ranks = Array.from({ length: Math.min(VISITED, LINKS) }, (_, rank) => rank);
  const codes = await readCodes(
    dataDir,
    ranks.map((rank) => findLinkId(rank, LINKS)),
  );
  await using site = await openBenchSite(dataDir);
  // The server has the other core.
  pinToCore(process.pid, 1);
  await checkTotals(site, seeded.clicks);
  const calls = listStatsCalls(codes[0]!);
  return {
    links: LINKS,
    days: DAYS,
    counted_per_second: Math.round(drained.perSecond),
    counted_memory_mib_at_most: drained.memory,
    ...seeded,
    ...(await measurePages(site, calls)),
    beside: await measureViewers(site, calls, codes),
  };
}

async function readCodes(dataDir: string, ids: readonly number[]): Promise<string[]> {
  const engine = await openSqlite(dataDir);
  const rows = await engine.db
    .selectFrom('link')
    .select(['id', 'short_url'])
    .where('id', 'in', ids)
    .execute();
  await engine.close();
  const codes = new Map(rows.map((row) => [row.id, row.short_url]));
  return ids.map((id) => codes.get(id)!);
}

/** Throws unless the report has all clicks. */
async function checkTotals(site: BenchSite, clicks: number): Promise<void> {
  const response = await site.call('GET', '/api/stats/report?period=all');
  const { data } = (await response.json()) as { data: Report };
  const { person, scan, preview, bot } = data.totals;
  const total = person + scan + preview + bot;
  if (total !== clicks) throw new Error(`the site reports ${total} clicks, not ${clicks}`);
}

const periods = ['30d', '90d', 'all'] as const;

/** No filter, one value, two values, and a value of half of all clicks. */
const filters = {
  '': '',
  country: '&country=CN',
  country_browser: '&country=CN&browser=Chrome',
  browser: '&browser=Chrome',
};

type StatsCalls = Readonly<Record<string, readonly string[]>>;

function listStatsCalls(code: string): StatsCalls {
  const pages: Record<string, readonly string[]> = {};
  for (const period of periods) {
    for (const [name, filter] of Object.entries(filters)) {
      const suffix = name === '' ? period : `${period}_${name}`;
      const query = `period=${period}&time_zone=Europe/Berlin${filter}`;
      pages[`site_${suffix}`] = [
        `/api/stats/report?${query}`,
        `/api/stats/links?${query}`,
        `/api/stats/missed?period=${period}&time_zone=Europe/Berlin`,
        '/api/stats/alerts',
      ];
      pages[`link_${suffix}`] = [`/api/stats/report?${query}&short_url=${code}`];
    }
  }
  return pages;
}

/** Sends all requests at once; resolves with the milliseconds until the last answer. */
async function timeCalls(site: BenchSite, paths: readonly string[]): Promise<number> {
  const begun = performance.now();
  await Promise.all(paths.map((path) => read(site, path)));
  return performance.now() - begun;
}

async function read(site: BenchSite, path: string): Promise<void> {
  const response = await site.call('GET', path);
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${path}: HTTP ${response.status} ${body}`);
}

const FRESH_ROUNDS = 3;
const ROUNDS = 9;
/** A tiny request: after its answer the background process runs and has the newest clicks. */
const BEGIN = ['/api/stats/lines?ids=1'];

/** Milliseconds of each page, by a new process, a warm one, and without a process. */
async function measurePages(site: BenchSite, calls: StatsCalls): Promise<object> {
  const first: Record<string, number[]> = {};
  const firstCpu: Record<string, number[]> = {};
  const again: Record<string, number[]> = {};
  const standstill: number[] = [];
  const pageOpen: number[] = [];
  for (let turn = 0; turn < FRESH_ROUNDS; turn += 1) {
    for (const [name, paths] of Object.entries(calls)) {
      await endBackgroundProcess(site);
      await timeCalls(site, BEGIN);
      const pid = findBackgroundProcess(site);
      const cpu = readCpu(pid);
      (first[name] ??= []).push(await timeCalls(site, paths));
      (firstCpu[name] ??= []).push((readCpu(pid) - cpu) / 1000);
    }
    await endBackgroundProcess(site);
    standstill.push(await timeCalls(site, Object.values(calls)[0]!));
    await endBackgroundProcess(site);
    await read(site, checkLogin.path);
    await Bun.sleep(LOOK_MS);
    pageOpen.push(await timeCalls(site, Object.values(calls)[0]!));
  }
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const [name, paths] of Object.entries(calls)) {
      (again[name] ??= []).push(await timeCalls(site, paths));
    }
  }
  return {
    from_standstill_ms: median(standstill),
    a_second_after_an_admin_page_ms: median(pageOpen),
    pages: Object.fromEntries(
      Object.keys(calls).map((name) => [
        name,
        {
          first_ms: median(first[name]!),
          first_cpu_ms: median(firstCpu[name]!),
          again_ms: median(again[name]!),
          again_least_ms: round(Math.min(...again[name]!)),
        },
      ]),
    ),
  };
}

function findBackgroundProcess(site: BenchSite): number {
  return childrenOf(site.pid, 'background')[0]!;
}

async function endBackgroundProcess(site: BenchSite): Promise<void> {
  for (const pid of childrenOf(site.pid, 'background')) process.kill(pid, 'SIGKILL');
  while (childrenOf(site.pid, 'background').length > 0) await Bun.sleep(1);
}

const VIEWERS = 10;
/** Many runs, as a 99th percentile of a few seconds is unstable. */
const RUNS = 30;
/** Short turns, so that spells of other load hit both kinds equally. */
const TURN_MS = 2500;
/** Viewers and visitors share a core here; in reality they have other machines. */
const VIEWERS_NICE = 10;
const LOOK_MS = 1000;

/** How long visitors wait with ten viewers of statistics, and without, in turns. */
async function measureViewers(
  site: BenchSite,
  calls: StatsCalls,
  codes: readonly string[],
): Promise<object> {
  const urls = codes.map((code) => `${site.url}/${code}`);
  using visitors = startVisitors(urls, RATE);
  lowerPriority(VIEWERS_NICE);
  await Bun.sleep(PHASE_MS);
  const runs = [];
  let answers = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const idle = await measureWaits(visitors, TURN_MS);
    const viewers = startViewers(site, calls);
    // By then every viewer has sent a request.
    await Bun.sleep(LOOK_MS);
    const viewed = await measureWaits(visitors, TURN_MS);
    answers += await viewers.stop();
    const memory = await readRss(findBackgroundProcess(site));
    runs.push({ idle, viewed, ratio: viewed.p99 / idle.p99, memory });
  }
  return {
    redirects_per_second: RATE,
    viewers: VIEWERS,
    reports_per_second: Math.round((answers * 1000) / (RUNS * (LOOK_MS + TURN_MS))),
    background_mib: median(runs.map(({ memory }) => memory)),
    background_mib_at_most: readPeak(findBackgroundProcess(site)),
    redirect_idle_ms: medianWaits(runs.map(({ idle }) => idle)),
    redirect_viewed_ms: medianWaits(runs.map(({ viewed }) => viewed)),
    p99_to_idle: median(runs.map(({ ratio }) => ratio)),
    p99_to_idle_runs: runs.map(({ ratio }) => round(ratio)),
  };
}

function startViewers(site: BenchSite, calls: StatsCalls) {
  const random = createRandom(7);
  const all = Object.values(calls);
  const ending = new AbortController();
  let answers = 0;
  const viewers = Array.from({ length: VIEWERS }, async () => {
    // Viewers start at different moments.
    await Bun.sleep(random() * LOOK_MS);
    while (!ending.signal.aborted) {
      await timeCalls(site, all[Math.floor(random() * all.length)]!);
      answers += 1;
      await Bun.sleep(LOOK_MS);
    }
  });
  return {
    async stop() {
      ending.abort();
      await Promise.all(viewers);
      return answers;
    },
  };
}

/** Days before clicks are reduced. */
const KEEP_DAYS = 90;
/** Days written between two runs of maintenance. */
const DAYS_AT_ONCE = 20;

interface StatsSeedOptions {
  readonly links: number;
  /** The total of all days. */
  readonly clicks: number;
  readonly days: number;
}

interface Seeded {
  readonly clicks: number;
  readonly [figure: string]: number;
}

/** Makes a site whose log ends today: open batches, which maintenance seals and reduces. */
async function seedStats(
  dataDir: string,
  { links, clicks, days }: StatsSeedOptions,
): Promise<Seeded> {
  await seedMany(dataDir, links);
  const engine = await openSqlite(dataDir);
  const warehouse = new Warehouse({ engine, dataDir, onError: fail });
  const log = new MaintainLog({
    engine,
    warehouse,
    rules: AGENT_RULES,
    changeCounts: (tx, counts) => addCounts(engine, tx, counts),
    keepDays: KEEP_DAYS,
    clock: () => Date.now() / 1000,
    onError: fail,
  });
  const before = await measureDatabase(engine, dataDir);
  const now = Date.now() / 1000;
  const today = Math.floor(now / DAY_SECONDS);
  const first = today - days + 1;
  let maintainMs = 0;
  await warehouse.compute(createClickSources);
  for (let day = first; day <= today; day += 1) {
    const share = day === today ? (now % DAY_SECONDS) / DAY_SECONDS : 1;
    const quarters = day === today ? Math.floor((now % DAY_SECONDS) / QUARTER_SECONDS) : QUARTERS;
    const ofDay = Math.round((clicks / days) * WEEK[(day + 4) % 7]! * share);
    const body = await warehouse.compute((db, folder) =>
      writeClicks(db, folder, { day, clicks: ofDay, quarters: Math.max(1, quarters), links }),
    );
    const { version: rules } = AGENT_RULES;
    await engine.write((tx) => insertBatches(tx, [{ day, state: 'open', rules, body }]));
    if ((day - first) % DAYS_AT_ONCE === DAYS_AT_ONCE - 1 || day === today) {
      const begun = performance.now();
      await log.run();
      maintainMs += performance.now() - begun;
    }
  }
  await warehouse.close();
  const logBytes = (await measureDatabase(engine, dataDir)) - before;
  const built = await buildProjection(engine, dataDir);
  await engine.close();
  return {
    clicks: built.clicks,
    log_bytes_per_click: round(logBytes / built.clicks),
    projection_bytes_per_click: round(built.bytes / built.clicks),
    projection_built_seconds: round(built.seconds),
    maintenance_ms_per_day: round(maintainMs / days),
  };
}

/** Builds the projection of the whole log, and sets the counts of the links from it. */
async function buildProjection(engine: Engine, dataDir: string) {
  const file = join(dataDir, 'clicks.duckdb');
  rmSync(file);
  const warehouse = new Warehouse({ engine, dataDir, onError: fail });
  const begun = performance.now();
  await warehouse.read(() => Promise.resolve());
  const seconds = (performance.now() - begun) / 1000;
  const rows = await warehouse.read(({ db }) =>
    db.all<{ linkId: number; clicks: number; nonHuman: number; lastClick: number }>(
      `select link_id as "linkId", sum(clicks)::double as clicks,
        coalesce(sum(clicks) filter (class > 1), 0)::double as "nonHuman",
        coalesce(max(quarter) filter (class <= 1), 0)::double * 900 as "lastClick"
      from click group by link_id order by link_id`,
    ),
  );
  await warehouse.close();
  const column = (name: 'linkId' | 'clicks' | 'nonHuman' | 'lastClick') =>
    Float64Array.from(rows, (row) => row[name]);
  await engine.write((tx) =>
    addCounts(engine, tx, {
      linkIds: column('linkId'),
      clicks: column('clicks'),
      nonHuman: column('nonHuman'),
      lastClicks: column('lastClick'),
    }),
  );
  const clicks = rows.reduce((sum, row) => sum + row.clicks, 0);
  return { seconds, bytes: existsSync(file) ? statSync(file).size : 0, clicks };
}

/** The size of the database, with its write-ahead log. */
async function measureDatabase({ db }: Engine, dataDir: string): Promise<number> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  return statSync(join(dataDir, DATABASE_FILE)).size;
}

function fail(error: unknown): never {
  throw error;
}

const BATCH = 200;

/** Fills the limit of unknown codes; nearly all differ, as scanners guess them. */
async function seedUnknownCodes(dataDir: string, days: number): Promise<void> {
  const random = createRandom(11);
  const guess = () => random().toString(36).slice(2);
  const engine = await openSqlite(dataDir);
  const today = dayOf(nowSeconds());
  for (let day = today - days + 1; day <= today; day += 1) {
    const codes = day === today ? CODES_A_DAY : KEPT_A_DAY;
    for (let noted = 0; noted < codes; noted += BATCH) {
      const counts = Array.from({ length: BATCH }, () => {
        const times = 1 + Math.floor(random() * 9);
        return { day, code: guess(), times, last_at: day * DAY_SECONDS };
      });
      await addUnknownCodes(engine, counts);
    }
  }
  await engine.close();
}
