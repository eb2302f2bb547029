import { openBenchSite, type BenchSite } from './bench-site.ts';
import { createImportFile, upload } from './import-file.ts';
import { createTempDir, median } from './measure.ts';
import { linkUrls, seedNumbered } from './seed.ts';
import { startVisitors, type Waits } from './visitors.ts';

const RUNS = 5;
const VISITED = 500;
/** How many redirects a second. */
const RATE = 2000;
/** How many links are created a second. */
const CREATES = 20;
const PHASE_MS = 5000;

/**
 * What visitors notice of the work beside them, 2,000 redirects a second: none; 20 links created a
 * second; the same and an import of 100,000 rows in 10 MB. Server, import and load share two cores.
 */
export async function measureBeside(): Promise<object> {
  const file = createImportFile();
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce(file));
  const summary = (pick: (run: Run) => Waits) => ({
    p50_ms: median(runs.map((run) => pick(run).p50)),
    p99_ms: median(runs.map((run) => pick(run).p99)),
    p99_to_idle: median(runs.map((run) => pick(run).p99 / run.idle.p99)),
  });
  return {
    runs: RUNS,
    redirects_per_second: RATE,
    creates_per_second: CREATES,
    idle: summary((run) => run.idle),
    creates: summary((run) => run.creates),
    creates_and_import: summary((run) => run.both),
    import_seconds: median(runs.map((run) => run.seconds)),
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
  const dataDir = createTempDir();
  await seedNumbered(dataDir, VISITED);
  await using site = await openBenchSite(dataDir, false);
  using visitors = startVisitors(linkUrls(site.url, VISITED), RATE);
  await Bun.sleep(PHASE_MS);
  await visitors.read();
  await Bun.sleep(PHASE_MS);
  const idle = await visitors.read();
  const creator = startCreating(site);
  await Bun.sleep(PHASE_MS);
  const creates = await visitors.read();
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
