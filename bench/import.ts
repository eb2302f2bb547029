import type { BenchSite } from './bench-site.ts';
import { createImportFile, IMPORT_BYTES, IMPORT_ROWS, upload } from './import-file.ts';
import { median, readRss } from './measure.ts';
import {
  startVisits,
  medianWaits,
  openVisitedSite,
  PHASE_MS,
  repeat,
  RUNS,
  measureWaits,
} from './visited-site.ts';
import type { Waits } from './visitors.ts';

/** The time of an import, how long visitors wait beside it, and the growth of memory. */
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
    redirect_idle_ms: medianWaits(runs.map(({ idle }) => idle)),
    redirect_during_ms: medianWaits(runs.map(({ during }) => during)),
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
  using visitors = await startVisits(site);
  const idle = await measureWaits(visitors);
  const rss = await readRss(site.pid);
  const seconds = await upload(site, file);
  const during = await visitors.read();
  await Bun.sleep(PHASE_MS);
  return { seconds, idle, during, rssGrowth: (await readRss(site.pid)) - rss };
}
