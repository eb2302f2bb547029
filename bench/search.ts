import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Engine } from '../server/engine/engine.ts';
import { DATABASE_FILE } from '../server/engine/files/data-directory.ts';
import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { SearchIndex } from '../server/search/search-index.ts';
import { measureKeystrokes } from './keystrokes.ts';
import { createTempDir, median, pinToCore } from './measure.ts';
import { seedSearchable } from './seed-searchable.ts';
import { openBenchSite, type BenchSite } from './bench-site.ts';

const CALLS = 20;
/** Searches from one hit to all links. */
export function listSearches(
  links: number,
): Readonly<Record<string, { filter: string; keyword: string }>> {
  return {
    one_hit_in_url: { filter: 'long_url', keyword: `id=${links - 777}` },
    one_hit_in_title: { filter: 'title', keyword: `no. ${links - 777}` },
    no_hit: { filter: 'title', keyword: 'nothing like it' },
    common_word_in_title: { filter: 'title', keyword: 'summer' },
    common_chinese_word: { filter: 'title', keyword: '优惠' },
    common_phrase: { filter: 'title', keyword: 'summer sale' },
    common_path: { filter: 'long_url', keyword: 'example.com/summer' },
    all_links: { filter: 'long_url', keyword: 'example' },
  };
}

/** Searches over HTTP at 100,000 and 1,000,000 links, and the cost of the index. */
export async function measureSearch(): Promise<object> {
  return {
    links_100000: await measureAt(100_000),
    links_1000000: await measureAt(1_000_000),
  };
}

async function measureAt(links: number): Promise<object> {
  const dataDir = createTempDir();
  const engine = await openSqlite(dataDir);
  await seedSearchable(engine, links);
  const index = await measureIndex(engine, dataDir, links);
  const scan = await measureScan(engine);
  await engine.close();
  await using site = await openBenchSite(dataDir);
  pinToCore(process.pid, 1);
  const times: Record<string, number[]> = {};
  const totals: Record<string, number> = {};
  for (let round = 0; round < CALLS; round += 1) {
    for (const [name, search] of Object.entries(listSearches(links))) {
      const begun = performance.now();
      totals[name] = await countMatches(site, search);
      (times[name] ??= []).push(performance.now() - begun);
    }
  }
  const rows = Object.entries(times).map(([name, values]) => {
    return [name, { matches: totals[name], first_ms: median([values[0]!]), ms: median(values) }];
  });
  const keystrokes = await measureKeystrokes(site);
  return { index, scan_ms: scan, ...Object.fromEntries(rows), keystrokes };
}

async function countMatches(site: BenchSite, search: object): Promise<number> {
  const response = await site.call('POST', '/api/search', { ...search, page: 1, limit: 10 });
  const { data } = (await response.json()) as { data: { total: number } | null };
  return data?.total ?? 0;
}

async function measureIndex(engine: Engine, dataDir: string, links: number): Promise<object> {
  const before = await databaseBytes(engine, dataDir);
  const begun = performance.now();
  let longestPause = 0;
  let last = begun;
  const pulse = setInterval(() => {
    const now = performance.now();
    longestPause = Math.max(longestPause, now - last);
    last = now;
  }, 0);
  await new SearchIndex(engine).update();
  clearInterval(pulse);
  const ms = performance.now() - begun;
  const bytes = (await databaseBytes(engine, dataDir)) - before;
  return {
    us_per_link: Math.round((ms * 1000) / links),
    bytes_per_link: Math.round(bytes / links),
    longest_pause_ms: Math.round(longestPause),
    link_bytes: Math.round(before / links),
  };
}

async function databaseBytes(engine: Engine, dataDir: string): Promise<number> {
  await sql`pragma wal_checkpoint(truncate)`.execute(engine.db);
  return statSync(join(dataDir, DATABASE_FILE)).size;
}

async function measureScan(engine: Engine): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const begun = performance.now();
    await sql`select count(*) from link where instr(lower(title), 'summer') > 0`.execute(engine.db);
    times.push(performance.now() - begun);
  }
  return median(times);
}
