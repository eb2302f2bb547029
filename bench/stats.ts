import type { Report } from '../contracts/stats.ts';
import { openSqlite } from '../server/engine/sqlite.ts';
import { openBenchSite, type BenchSite } from './bench-site.ts';
import { drainOnce } from './drain.ts';
import { createTempDir, pin } from './measure.ts';
import { listStatsCalls } from './stats-calls.ts';
import { linkOfRank } from './stats-journal.ts';
import { seedMissed } from './stats-missed.ts';
import { measurePages } from './stats-pages.ts';
import { KEEP_DAYS, seedStats } from './stats-seed.ts';
import { measureViewers } from './stats-viewers.ts';

/** The small site; `LINKS`, `CLICKS` and `DAYS` make another. */
const LINKS = Number(process.env['LINKS'] ?? 10_000);
const CLICKS = Number(process.env['CLICKS'] ?? 1_000_000);
const DAYS = Number(process.env['DAYS'] ?? 730);
/** How many links, the most visited ones, are visited while statistics are looked at. */
const VISITED = 500;

/**
 * Statistics: how fast clicks are counted, what they take on the disk, how long pages take over HTTP,
 * and what visitors notice of those who look at them.
 */
export async function measureStats(): Promise<object> {
  const drained = await drainOnce(LINKS);
  const dataDir = createTempDir();
  const seeded = await seedStats(dataDir, { links: LINKS, clicks: CLICKS, days: DAYS });
  await seedMissed(dataDir, Math.min(DAYS, KEEP_DAYS));
  const ranks = Array.from({ length: Math.min(VISITED, LINKS) }, (_, rank) => rank);
  const codes = await readCodes(
    dataDir,
    ranks.map((rank) => linkOfRank(rank, LINKS)),
  );
  await using site = await openBenchSite(dataDir);
  // Those who look and those who visit do not take the server's processor.
  pin(process.pid, 1);
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
