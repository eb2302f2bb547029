import type { BenchSite } from './bench-site.ts';
import { createImportFile, upload } from './import-file.ts';
import { median } from './measure.ts';
import {
  startVisits,
  medianWaits,
  openVisitedSite,
  RATE,
  repeat,
  RUNS,
  measureWaits,
} from './visited-site.ts';
import type { Waits } from './visitors.ts';

const CREATES = 20;

/** How long visitors wait beside 20 creates a second, and beside these and an import. */
export async function measureBeside(): Promise<object> {
  const file = createImportFile();
  const runs = await repeat(() => runOnce(file));
  const summary = (pick: (run: Run) => Waits) => ({
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

interface Run {
  readonly idle: Waits;
  readonly creates: Waits;
  readonly both: Waits;
  readonly seconds: number;
}

async function runOnce(file: File): Promise<Run> {
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
