import type { BenchSite } from './bench-site.ts';
import { createImportFile, IMPORT_BYTES, IMPORT_ROWS, upload } from './import-file.ts';
import { median, readRss } from './measure.ts';
import {
  letVisit,
  middleWaits,
  openVisitedSite,
  PHASE_MS,
  repeat,
  RUNS,
  watch,
} from './visited-site.ts';
import type { Waits } from './visitors.ts';

/**
 * The import of 100,000 rows in a file of 10 MB, into a site that redirects 2,000 times a second:
 * how long it takes, what visitors notice, and what it leaves in the memory of the server.
 */
export async function measureImport(): Promise<object> {
  const file = createImportFile();
  const runs = await repeat(() => runOnce(file));
  const middle = (pick: (run: Run) => number) => median(runs.map(pick));
  return {
    rows: IMPORT_ROWS,
    file_bytes: IMPORT_BYTES,
    runs: RUNS,
    seconds: middle(({ seconds }) => seconds),
    seconds_again: middle(({ secondsAgain }) => secondsAgain),
    redirect_idle_ms: middleWaits(runs.map(({ idle }) => idle)),
    redirect_during_ms: middleWaits(runs.map(({ during }) => during)),
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
  await using site = await openVisitedSite();
  const first = await importAmongVisitors(site, file);
  return { ...first, secondsAgain: await upload(site, file) };
}

async function importAmongVisitors(
  site: BenchSite,
  file: File,
): Promise<Omit<Run, 'secondsAgain'>> {
  using visitors = await letVisit(site);
  const idle = await watch(visitors);
  const rss = await readRss(site.pid);
  const seconds = await upload(site, file);
  const during = await visitors.read();
  await Bun.sleep(PHASE_MS);
  return { seconds, idle, during, rssGrowth: (await readRss(site.pid)) - rss };
}
