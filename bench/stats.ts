import { installSystemPackages } from '../scripts/system-packages.ts';
import type { Report } from '../contracts/stats.ts';
import { openSqlite } from '../server/engine/sqlite.ts';
import { openBenchSite, type BenchSite } from './bench-site.ts';
import { createTempDir, median, pin, round } from './measure.ts';
import { listStatsCalls, timeCalls, type StatsCalls } from './stats-calls.ts';
import { StatsJournal } from './stats-journal.ts';
import { seedMissed } from './stats-missed.ts';
import { KEEP_DAYS, placesFile, seedStats } from './stats-seed.ts';
import { measureStandstill } from './stats-standstill.ts';
import { measureViewers } from './stats-viewers.ts';

/** Smaller ones make a check; the figures to reach are about these. */
const LINKS = Number(process.env['LINKS'] ?? 1_000_000);
const CLICKS = Number(process.env['CLICKS'] ?? 100_000_000);
const DAYS = Number(process.env['DAYS'] ?? 730);
const ROUNDS = 9;
/** How many links, the most visited ones, are visited while statistics are looked at. */
const VISITED = 500;
/** How long somebody looks at statistics before anything is chosen of them, in milliseconds. */
const LOOK_MS = 3000;

/**
 * Statistics of a large site: how fast its clicks become sums, what they take on the disk, how long
 * each panel and page takes over HTTP, and what visitors notice of those who look at them.
 */
export async function measureStats(): Promise<object> {
  // Not after half an hour, when it is needed.
  await installSystemPackages('chromium-headless-shell');
  const dataDir = createTempDir();
  const journal = new StatsJournal({ links: LINKS, clicks: CLICKS, days: DAYS });
  const seeded = await seedStats(dataDir, { links: LINKS, days: DAYS, journal });
  await seedMissed(dataDir, Math.min(DAYS, KEEP_DAYS));
  const ids = Array.from({ length: Math.min(VISITED, LINKS) }, (_, rank) => journal.linkOf(rank));
  const codes = await readCodes(dataDir, ids);
  await using site = await openBenchSite(dataDir, {
    env: { GEOIP_DB: placesFile(dataDir) },
  });
  // Those who look and those who visit do not take the server's processor.
  pin(process.pid, 1);
  await checkTotals(site, seeded.clicks);
  await Bun.sleep(LOOK_MS);
  const calls = listStatsCalls(codes[0]!, ids);
  return {
    links: LINKS,
    days: DAYS,
    ...seeded,
    ...(await measureCalls(site, calls)),
    beside: await measureViewers(site, calls, codes),
    from_standstill: await measureStandstill(site, calls['page_30d']!),
  };
}

/** The codes of links, in the order of their ids. */
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

/** Throws unless the site tells of all clicks. */
async function checkTotals(site: BenchSite, clicks: number): Promise<void> {
  const response = await site.call('GET', '/api/stats/report?period=all');
  const { data } = (await response.json()) as { data: Report };
  const { person, scan, preview, bot } = data.totals;
  const told = person + scan + preview + bot;
  if (told !== clicks) throw new Error(`the site tells of ${told} clicks, not ${clicks}`);
}

/**
 * The first time in a process that has told of other things, and the middle of all, in turns; and
 * which take longest by either.
 */
async function measureCalls(site: BenchSite, calls: StatsCalls): Promise<object> {
  const times: Record<string, number[]> = {};
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const [name, paths] of Object.entries(calls)) {
      (times[name] ??= []).push(await timeCalls(site, paths));
    }
  }
  const results = Object.entries(times).map(
    ([name, ms]) => [name, { first: round(ms[0]!), ms: median(ms) }] as const,
  );
  const slowest = (ofPages: boolean, by: 'first' | 'ms'): string => {
    const [name, told] = results
      .filter(([call]) => call.startsWith('page_') === ofPages)
      .reduce((worst, result) => (result[1][by] > worst[1][by] ? result : worst));
    return `${name}: ${told[by]} ms`;
  };
  return {
    slowest_panel: slowest(false, 'ms'),
    slowest_page: slowest(true, 'ms'),
    slowest_first_panel: slowest(false, 'first'),
    slowest_first_page: slowest(true, 'first'),
    ms: Object.fromEntries(results),
  };
}
