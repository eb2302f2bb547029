import { openSqlite } from '../server/engine/sqlite.ts';
import { seedLinks } from '../tests/seed.ts';
import { openBenchSite, type BenchSite } from './bench-site.ts';
import { createTempDir, median, percentile, readRss } from './measure.ts';

const ROWS = 100_000;
/** The size of the file, filled up with white space: what the page takes at most. */
const FILE_BYTES = 10 * 1024 * 1024;
const RUNS = 5;
const VISITED = 500;
const IDLE_MS = 5000;

/**
 * The import of 100,000 rows in a file of 10 MB, into a site that redirects 2,000 times a second:
 * how long it takes, what visitors notice, and what it leaves in the memory of the server.
 */
export async function measureImport(): Promise<object> {
  const file = createFile();
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce(file));
  const middle = (pick: (run: Run) => number) => median(runs.map(pick));
  return {
    rows: ROWS,
    file_bytes: FILE_BYTES,
    runs: RUNS,
    seconds: middle(({ seconds }) => seconds),
    seconds_again: middle(({ secondsAgain }) => secondsAgain),
    redirect_idle_ms: { p50: middle(({ idle }) => idle.p50), p99: middle(({ idle }) => idle.p99) },
    redirect_during_ms: {
      p50: middle(({ during }) => during.p50),
      p99: middle(({ during }) => during.p99),
    },
    rss_growth_mib: middle(({ rssGrowth }) => rssGrowth),
  };
}

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

interface Run {
  readonly seconds: number;
  readonly secondsAgain: number;
  readonly idle: Percentiles;
  readonly during: Percentiles;
  readonly rssGrowth: number;
}

async function runOnce(file: File): Promise<Run> {
  const dataDir = createTempDir();
  await seed(dataDir);
  await using site = await openBenchSite(dataDir, false);
  const visitors = startVisitors(site.url);
  await Bun.sleep(IDLE_MS);
  await visitors.read();
  await Bun.sleep(IDLE_MS);
  const idle = await visitors.read();
  const rss = await readRss(site.pid);
  const seconds = await upload(site, file);
  const during = await visitors.read();
  await Bun.sleep(IDLE_MS);
  const rssGrowth = (await readRss(site.pid)) - rss;
  visitors.stop();
  return { seconds, secondsAgain: await upload(site, file), idle, during, rssGrowth };
}

/** Lets visitors come, in a process of their own; tells how long they waited since last asked. */
function startVisitors(url: string) {
  let tell: (times: number[]) => void;
  const urls = Array.from({ length: VISITED }, (_, number) => `${url}/s${number}`);
  const visitors = Bun.spawn([process.execPath, 'bench/visits.ts', ...urls], {
    ipc: (times: number[]) => tell(times),
    stdout: 'inherit',
    stderr: 'inherit',
  });
  return {
    async read(): Promise<Percentiles> {
      const times = await new Promise<number[]>((resolve) => {
        tell = resolve;
        visitors.send('read');
      });
      return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
    },
    stop: () => visitors.kill(),
  };
}

async function upload(site: BenchSite, file: File): Promise<number> {
  const body = new FormData();
  body.append('file', file);
  const begun = performance.now();
  const response = await site.send('/api/import', { method: 'POST', body });
  const { data } = (await response.json()) as { data: { imported: number; skipped: number } };
  const seconds = (performance.now() - begun) / 1000;
  if (data.imported + data.skipped !== ROWS) throw new Error(`imported ${JSON.stringify(data)}`);
  return seconds;
}

async function seed(dataDir: string): Promise<void> {
  const engine = await openSqlite(dataDir);
  await seedLinks(
    engine,
    Array.from({ length: VISITED }, (_, number) => ({ short_url: `s${number}` })),
  );
  await engine.close();
}

/** What phpMyAdmin writes for the table of YOURLS. */
function createFile(): File {
  const data = Array.from({ length: ROWS }, (_, number) => ({
    keyword: `${((number * 7919) % ROWS).toString(36)}-X`,
    url: `https://e${number % 500}.example/${number}`,
    timestamp: '2024-05-06 07:08:09',
    clicks: String(number % 10),
  }));
  const text = JSON.stringify([{ type: 'table', name: 'yourls_url', data }]);
  if (text.length > FILE_BYTES) throw new Error(`the file has ${text.length} bytes`);
  return new File([text.padEnd(FILE_BYTES)], 'yourls_url.json', { type: 'application/json' });
}
