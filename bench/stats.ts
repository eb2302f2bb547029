import type { Report } from '../contracts/stats/stats.ts';
import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { openBenchSite, type BenchSite } from './bench-site.ts';
import { drainOnce } from './drain.ts';
import { createTempDir, pinToCore } from './measure.ts';
import { listStatsCalls } from './stats-calls.ts';
import { findLinkId } from './stats-journal.ts';
import { seedUnknownCodes } from './stats-missed.ts';
import { measurePages } from './stats-pages.ts';
import { KEEP_DAYS, seedStats } from './stats-seed.ts';
import { measureViewers } from './stats-viewers.ts';

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
