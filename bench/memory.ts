import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages } from '../scripts/system-packages.ts';
import { startBrisk } from './brisk.ts';
import { createTempDir, median, readRss, round } from './measure.ts';
import { seedNumbered } from './seed.ts';
import { HOT_PATH, loadWithWrk } from './wrk.ts';

const LINKS = 200_000;
/** The default; `MINUTES` overrides it. */
const MINUTES = 24;
/** Long enough for at least one garbage collection. */
const WINDOW_MINUTES = 2;
/** Fewer windows give no usable standard error. */
const HALF_WINDOWS_MIN = 3;
const WARM_UP_SECONDS = 60;
const SAMPLE_MS = 1000;
const PORT = 29_130;

/**
 * The memory of a server at full load, after a minute of warm-up. Uncollected garbage makes it
 * swing by half, so each window counts with its minimum, the floor. A leak raises the floor in both
 * halves; a warm-up only in the first. Growth below twice its error means nothing.
 */
export async function measureMemory(): Promise<object> {
  await installSystemPackages('wrk');
  const minutes = Number(process.env['MINUTES'] ?? MINUTES);
  const halfWindows = Math.floor(minutes / WINDOW_MINUTES / 2);
  if (!(halfWindows >= HALF_WINDOWS_MIN)) {
    throw new Error(`MINUTES must be at least ${HALF_WINDOWS_MIN * WINDOW_MINUTES * 2}`);
  }
  const directory = createTempDir();
  const dataDir = join(directory, 'data');
  await seedNumbered(dataDir, LINKS);
  await using server = await startBrisk(dataDir, { port: PORT });
  const contender = { ...server, name: 'hot', path: HOT_PATH };
  await loadWithWrk(directory, contender, WARM_UP_SECONDS);
  const begun = performance.now();
  const windows: number[][] = [];
  const sampling = setInterval(() => {
    const window = Math.floor((performance.now() - begun) / (WINDOW_MINUTES * 60_000));
    void readRss(server.pid).then((rss) => (windows[window] ??= []).push(rss));
  }, SAMPLE_MS);
  const load = await loadWithWrk(directory, contender, minutes * 60);
  clearInterval(sampling);
  await server.stop();
  rmSync(directory, { recursive: true });
  const samples = windows.flat();
  const floors = windows.map((window) => Math.min(...window));
  return {
    minutes,
    requests_per_second: Math.round(load.requests / (minutes * 60)),
    rss_median_mib: median(samples),
    rss_max_mib: round(Math.max(...samples)),
    rss_floor_mib: median(floors),
    floor_growth_mib_per_minute: {
      first_half: fitGrowth(floors.slice(0, halfWindows)),
      second_half: fitGrowth(floors.slice(halfWindows, 2 * halfWindows)),
      whole: fitGrowth(floors.slice(0, 2 * halfWindows)),
    },
  };
}

/** The growth of the floors per minute by linear regression, with its standard error. */
function fitGrowth(floors: readonly number[]): { growth: number; error: number } {
  const middle = (floors.length - 1) / 2;
  const mean = floors.reduce((sum, floor) => sum + floor, 0) / floors.length;
  let product = 0;
  let square = 0;
  for (const [index, floor] of floors.entries()) {
    product += (index - middle) * (floor - mean);
    square += (index - middle) ** 2;
  }
  const slope = product / square;
  const residue = floors.reduce(
    (sum, floor, index) => sum + (floor - mean - slope * (index - middle)) ** 2,
    0,
  );
  const error = Math.sqrt(residue / (floors.length - 2) / square);
  return { growth: round(slope / WINDOW_MINUTES), error: round(error / WINDOW_MINUTES) };
}
