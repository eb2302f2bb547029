import { openBenchSite, type BenchSite } from './bench-site.ts';
import { createTempDir, median } from './measure.ts';
import { linkUrls, seedNumbered } from './seed.ts';
import { startVisitors, type Visitors, type Waits } from './visitors.ts';

/** How often each kind of work beside the visitors is measured. */
export const RUNS = 5;
/** How many redirects a second there are meanwhile. */
export const RATE = 2000;
/** How long visitors are watched at a time, in milliseconds. */
export const PHASE_MS = 5000;
const VISITED = 500;

/** A site that can be visited; server, work and load share all cores. */
export async function openVisitedSite(
  env: Readonly<Record<string, string>> = {},
): Promise<BenchSite> {
  const dataDir = createTempDir();
  await seedNumbered(dataDir, VISITED);
  return openBenchSite(dataDir, { env, onOneCore: false });
}

/** Lets visitors come, and resolves when the server has warmed up. */
export async function letVisit(site: BenchSite): Promise<Visitors> {
  const visitors = startVisitors(linkUrls(site.url, VISITED), RATE);
  await Bun.sleep(PHASE_MS);
  return visitors;
}

/** How long those wait who come within so many milliseconds from now. */
export async function watch(visitors: Visitors, ms = PHASE_MS): Promise<Waits> {
  await visitors.read();
  await Bun.sleep(ms);
  return visitors.read();
}

/** The middle of what runs measured. */
export function middleWaits(waits: readonly Waits[]): { p50: number; p99: number } {
  return { p50: median(waits.map(({ p50 }) => p50)), p99: median(waits.map(({ p99 }) => p99)) };
}

/** Does it so often, one after the other. */
export async function repeat<Run>(runOnce: () => Promise<Run>): Promise<Run[]> {
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce());
  return runs;
}
