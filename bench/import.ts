import { median, readRss } from './measure.ts';
import type { BenchSite } from './site.ts';
import {
  measureWaits,
  medianWaits,
  openVisitedSite,
  PHASE_MS,
  RATE,
  repeat,
  RUNS,
  startVisits,
  type Waits,
} from './visitors.ts';

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

const CREATES = 20;

/** How long visitors wait beside 20 creates a second, and beside these and an import. */
export async function measureBeside(): Promise<object> {
  const file = createImportFile();
  const runs = await repeat(() => runBeside(file));
  const summary = (pick: (run: BesideRun) => Waits) => ({
    ...medianWaits(runs.map(pick)),
    p99_to_idle: median(runs.map((run) => pick(run).p99 / run.idle.p99)),
  });
  return {
    runs: RUNS,
    redirects_per_second: RATE,
    creates_per_second: CREATES,
    redirect_idle_ms: medianWaits(runs.map(({ idle }) => idle)),
    redirect_creates_ms: summary(({ creates }) => creates),
    redirect_creates_and_import_ms: summary(({ both }) => both),
    import_seconds: median(runs.map(({ seconds }) => seconds)),
  };
}

interface BesideRun {
  readonly idle: Waits;
  readonly creates: Waits;
  readonly both: Waits;
  readonly seconds: number;
}

async function runBeside(file: File): Promise<BesideRun> {
  await using site = await openVisitedSite();
  using visitors = await startVisits(site);
  const idle = await measureWaits(visitors);
  const creator = startCreating(site);
  const creates = await measureWaits(visitors);
  const seconds = await upload(site, file);
  const both = await visitors.read();
  await creator.stop();
  return { idle, creates, both, seconds };
}

/** Creates links at a steady rate, without waiting for the answers. */
function startCreating(site: BenchSite) {
  const calls: Promise<void>[] = [];
  const timer = setInterval(() => calls.push(create(site, calls.length)), 1000 / CREATES);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(calls);
    },
  };
}

async function create(site: BenchSite, number: number): Promise<void> {
  const response = await site.call('POST', '/api/shorten_url', {
    long_url: `https://example.com/new/${number}`,
    title: 'New',
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`create: HTTP ${response.status}`);
}

const IMPORT_ROWS = 100_000;
/** The size limit of the page. White space fills the file up. */
const IMPORT_BYTES = 10 * 1024 * 1024;

/** An export of YOURLS by phpMyAdmin. `mark` makes the codes of several files differ. */
function createImportFile(mark = ''): File {
  const data = Array.from({ length: IMPORT_ROWS }, (_, number) => ({
    keyword: `${((number * 7919) % IMPORT_ROWS).toString(36)}-X${mark}`,
    url: `https://e${number % 500}.example/${number}`,
    timestamp: '2024-05-06 07:08:09',
    clicks: String(number % 10),
  }));
  const text = JSON.stringify([{ type: 'table', name: 'yourls_url', data }]);
  if (text.length > IMPORT_BYTES) throw new Error(`the file has ${text.length} bytes`);
  return new File([text.padEnd(IMPORT_BYTES)], 'yourls_url.json', { type: 'application/json' });
}

/** Imports the file through the API; resolves with the seconds. */
async function upload(site: BenchSite, file: File): Promise<number> {
  const body = new FormData();
  body.append('file', file);
  const begun = performance.now();
  const response = await site.send('/api/import', { method: 'POST', body });
  const { data } = (await response.json()) as { data: { imported: number; skipped: number } };
  const seconds = (performance.now() - begun) / 1000;
  if (data.imported + data.skipped !== IMPORT_ROWS) {
    throw new Error(`imported ${JSON.stringify(data)}`);
  }
  return seconds;
}
