import { openBenchSite, type BenchSite } from './bench-site.ts';
import { createImportFile, IMPORT_BYTES, IMPORT_ROWS, upload } from './import-file.ts';
import { createTempDir, median, readRss } from './measure.ts';
import { linkUrls, seedNumbered } from './seed.ts';
import { startVisitors, type Waits } from './visitors.ts';

const RUNS = 5;
const VISITED = 500;
/** How many redirects a second. */
const RATE = 2000;
const IDLE_MS = 5000;

/**
 * The import of 100,000 rows in a file of 10 MB, into a site that redirects 2,000 times a second:
 * how long it takes, what visitors notice, and what it leaves in the memory of the server.
 */
export async function measureImport(): Promise<object> {
  const file = createImportFile();
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce(file));
  const middle = (pick: (run: Run) => number) => median(runs.map(pick));
  return {
    rows: IMPORT_ROWS,
    file_bytes: IMPORT_BYTES,
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

interface Run {
  readonly seconds: number;
  readonly secondsAgain: number;
  readonly idle: Waits;
  readonly during: Waits;
  readonly rssGrowth: number;
}

async function runOnce(file: File): Promise<Run> {
  const dataDir = createTempDir();
  await seedNumbered(dataDir, VISITED);
  await using site = await openBenchSite(dataDir, false);
  const first = await importAmongVisitors(site, file);
  return { ...first, secondsAgain: await upload(site, file) };
}

async function importAmongVisitors(
  site: BenchSite,
  file: File,
): Promise<Omit<Run, 'secondsAgain'>> {
  using visitors = startVisitors(linkUrls(site.url, VISITED), RATE);
  await Bun.sleep(IDLE_MS);
  await visitors.read();
  await Bun.sleep(IDLE_MS);
  const idle = await visitors.read();
  const rss = await readRss(site.pid);
  const seconds = await upload(site, file);
  const during = await visitors.read();
  await Bun.sleep(IDLE_MS);
  return { seconds, idle, during, rssGrowth: (await readRss(site.pid)) - rss };
}
