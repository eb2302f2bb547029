import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startBrisk } from './brisk.ts';
import { createTempDir, median, readRss, round } from './measure.ts';
import { seedNumbered } from './seed.ts';
import { HOT_PATH, loadWithWrk, requirePrograms } from './wrk.ts';

const LINKS = 200_000;
/** How long it takes, unless `MINUTES` says otherwise. */
const MINUTES = 10;
const WARM_UP_SECONDS = 60;
const SAMPLE_MS = 1000;
const PORT = 29_130;

/**
 * The memory of a server as shipped while it redirects as often as it can, after a minute to warm
 * up: the most, and by how much it grows in a minute on the average.
 */
export async function measureMemory(): Promise<object> {
  requirePrograms('wrk');
  const minutes = Number(process.env['MINUTES'] ?? MINUTES);
  const directory = createTempDir();
  const dataDir = join(directory, 'data');
  await seedNumbered(dataDir, LINKS);
  await using server = await startBrisk(dataDir, { port: PORT });
  const contender = { ...server, name: 'hot', path: HOT_PATH };
  await loadWithWrk(directory, contender, WARM_UP_SECONDS);
  const samples: number[] = [];
  const sampling = setInterval(() => {
    void readRss(server.pid).then((rss) => samples.push(rss));
  }, SAMPLE_MS);
  const load = await loadWithWrk(directory, contender, minutes * 60);
  clearInterval(sampling);
  await server.stop();
  rmSync(directory, { recursive: true });
  return {
    minutes,
    requests_per_second: Math.round(load.requests / (minutes * 60)),
    rss_median_mib: median(samples),
    rss_max_mib: round(Math.max(...samples)),
    rss_growth_mib_per_minute: round(slope(samples) * (60_000 / SAMPLE_MS)),
  };
}

/** By how much the values grow from one to the next, as the line that fits them best. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let product = 0;
  let square = 0;
  for (const [index, value] of values.entries()) {
    product += (index - middle) * (value - mean);
    square += (index - middle) ** 2;
  }
  return product / square;
}
