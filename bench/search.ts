import { sql } from 'kysely';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../server/engine/engine.ts';
import { DATABASE_FILE } from '../server/engine/files/data-directory.ts';
import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { indexLinks } from '../server/search/search-index.ts';
import { createTempDir, median, pinToCore, readCpu, round } from './measure.ts';
import { seedSearchable, TAG } from './seed.ts';
import { type BenchSite, openBenchSite } from './site.ts';

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
  await indexLinks(engine);
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

const ROUNDS = 7;

/** Typed letter by letter: words, codes, and texts that few or no links have. */
const typed = [
  'summer sale',
  'newsletter 7',
  'shop1.exampl',
  'asked by Ada',
  '优惠 活动',
  's4711',
  'zq',
];

type Call = (site: BenchSite, text: string) => Promise<Response>;

function list(filter: object): Call {
  return (site, text) => {
    const query = new URLSearchParams({ limit: '10', q: text, ...filter }).toString();
    return site.call('GET', `/api/urls?${query}`);
  };
}

function searchCodes(filter: object): Call {
  return (site, text) =>
    site.call('POST', '/api/search', {
      filter: 'short_url',
      keyword: text,
      page: 1,
      limit: 10,
      ...filter,
    });
}

const calls: Readonly<Record<string, Call>> = {
  everywhere: list({}),
  everywhere_live: list({ state: 'live' }),
  everywhere_never_clicked: list({ state: 'never_clicked' }),
  everywhere_tag: list({ tag: TAG }),
  everywhere_tag_off_or_expired: list({ tag: TAG, state: 'off,expired' }),
  everywhere_by_title: list({ sort: 'title' }),
  codes: searchCodes({}),
  codes_live: searchCodes({ state: 'live' }),
  codes_tag: searchCodes({ tag: TAG }),
};

/** The time of every keystroke of the search, of the processor, and of the slowest one. */
async function measureKeystrokes(site: BenchSite): Promise<object> {
  const texts = new Set(
    typed.flatMap((text) =>
      Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1).trim()),
    ),
  );
  const results: Record<string, object> = {};
  for (const [name, call] of Object.entries(calls)) {
    const medians: { text: string; ms: number }[] = [];
    const cpu = readCpu(site.pid);
    for (const text of texts) medians.push({ text, ms: await measureCall(site, call, text) });
    const slowest = medians.reduce((most, keystroke) =>
      keystroke.ms > most.ms ? keystroke : most,
    );
    const cpuMs = (readCpu(site.pid) - cpu) / 1000 / (texts.size * ROUNDS);
    results[name] = { ms: median(medians.map(({ ms }) => ms)), cpu_ms: round(cpuMs), slowest };
  }
  return results;
}

async function measureCall(site: BenchSite, call: Call, text: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    const response = await call(site, text);
    await response.arrayBuffer();
    times.push(performance.now() - begun);
    if (response.status >= 500) throw new Error(`HTTP ${response.status}`);
  }
  return median(times);
}
