import { openBenchSite, type BenchSite } from './bench-site.ts';
import { createTempDir, median } from './measure.ts';
import { linkUrls, seedNumbered } from './seed.ts';
import { startVisitors, type Visitors, type Waits } from './visitors.ts';

export const RUNS = 5;
export const RATE = 2000;
/** The length of one measurement. */
export const PHASE_MS = 5000;
const VISITED = 500;

/** A site for visitors; all processes share the cores. */
export async function openVisitedSite(
  env: Readonly<Record<string, string>> = {},
): Promise<BenchSite> {
  const dataDir = createTempDir();
  await seedNumbered(dataDir, VISITED);
  return openBenchSite(dataDir, { env, onOneCore: false });
}

/** Starts visitors and waits until the server has warmed up. */
export async function startVisits(site: BenchSite): Promise<Visitors> {
  const visitors = startVisitors(linkUrls(site.url, VISITED), RATE);
  await Bun.sleep(PHASE_MS);
  return visitors;
}

/** Waiting times of the visits within the next `ms`. */
export async function measureWaits(visitors: Visitors, ms = PHASE_MS): Promise<Waits> {
  await visitors.read();
  await Bun.sleep(ms);
  return visitors.read();
}

export function medianWaits(waits: readonly Waits[]): { p50: number; p99: number } {
  return { p50: median(waits.map(({ p50 }) => p50)), p99: median(waits.map(({ p99 }) => p99)) };
}

export async function repeat<Run>(runOnce: () => Promise<Run>): Promise<Run[]> {
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce());
  return runs;
}
