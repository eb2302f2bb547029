import type { BenchSite } from './bench-site.ts';
import { createImportFile, upload } from './import-file.ts';
import { median } from './measure.ts';
import {
  letVisit,
  middleWaits,
  openVisitedSite,
  RATE,
  repeat,
  RUNS,
  watch,
} from './visited-site.ts';
import type { Waits } from './visitors.ts';

/** How many links are created a second. */
const CREATES = 20;

/**
 * What visitors notice of the work beside them, 2,000 redirects a second: none; 20 links created a
 * second; the same and an import of 100,000 rows in 10 MB. Server, import and load share two cores.
 */
export async function measureBeside(): Promise<object> {
  const file = createImportFile();
  const runs = await repeat(() => runOnce(file));
  const summary = (pick: (run: Run) => Waits) => ({
    ...middleWaits(runs.map(pick)),
    p99_to_idle: median(runs.map((run) => pick(run).p99 / run.idle.p99)),
  });
  return {
    runs: RUNS,
    redirects_per_second: RATE,
    creates_per_second: CREATES,
    redirect_idle_ms: middleWaits(runs.map(({ idle }) => idle)),
    redirect_creates_ms: summary(({ creates }) => creates),
    redirect_creates_and_import_ms: summary(({ both }) => both),
    import_seconds: median(runs.map(({ seconds }) => seconds)),
  };
}

interface Run {
  readonly idle: Waits;
  readonly creates: Waits;
  readonly both: Waits;
  /** How long the import took. */
  readonly seconds: number;
}

async function runOnce(file: File): Promise<Run> {
  await using site = await openVisitedSite();
  using visitors = await letVisit(site);
  const idle = await watch(visitors);
  const creator = startCreating(site);
  const creates = await watch(visitors);
  const seconds = await upload(site, file);
  const both = await visitors.read();
  await creator.stop();
  return { idle, creates, both, seconds };
}

/** Creates links at a steady rate, whether the answers come or not. */
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
