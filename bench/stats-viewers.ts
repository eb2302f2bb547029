import { lowerPriority } from '../server/priority.ts';
import type { BenchSite } from './bench-site.ts';
import { median, readPeak, readRss, round } from './measure.ts';
import { createRandom } from './random.ts';
import { timeCalls, type StatsCalls } from './stats-calls.ts';
import { findBackgroundProcess } from './stats-pages.ts';
import { medianWaits, PHASE_MS, RATE, measureWaits } from './visited-site.ts';
import { startVisitors } from './visitors.ts';

const VIEWERS = 10;
/** Many runs, as a 99th percentile of a few seconds is unstable. */
const RUNS = 30;
/** Short turns, so that spells of other load hit both kinds equally. */
const TURN_MS = 2500;
/** Viewers and visitors share a core here; in reality they have other machines. */
const VIEWERS_NICE = 10;
const LOOK_MS = 1000;

/** How long visitors wait with ten viewers of statistics, and without, in turns. */
export async function measureViewers(
  site: BenchSite,
  calls: StatsCalls,
  codes: readonly string[],
): Promise<object> {
  const urls = codes.map((code) => `${site.url}/${code}`);
  using visitors = startVisitors(urls, RATE);
  lowerPriority(VIEWERS_NICE);
  await Bun.sleep(PHASE_MS);
  const runs = [];
  let answers = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const idle = await measureWaits(visitors, TURN_MS);
    const viewers = startViewers(site, calls);
    // By then every viewer has sent a request.
    await Bun.sleep(LOOK_MS);
    const viewed = await measureWaits(visitors, TURN_MS);
    answers += await viewers.stop();
    const memory = await readRss(findBackgroundProcess(site));
    runs.push({ idle, viewed, ratio: viewed.p99 / idle.p99, memory });
  }
  return {
    redirects_per_second: RATE,
    viewers: VIEWERS,
    reports_per_second: Math.round((answers * 1000) / (RUNS * (LOOK_MS + TURN_MS))),
    background_mib: median(runs.map(({ memory }) => memory)),
    background_mib_at_most: readPeak(findBackgroundProcess(site)),
    redirect_idle_ms: medianWaits(runs.map(({ idle }) => idle)),
    redirect_viewed_ms: medianWaits(runs.map(({ viewed }) => viewed)),
    p99_to_idle: median(runs.map(({ ratio }) => ratio)),
    p99_to_idle_runs: runs.map(({ ratio }) => round(ratio)),
  };
}

function startViewers(site: BenchSite, calls: StatsCalls) {
  const random = createRandom(7);
  const all = Object.values(calls);
  const ending = new AbortController();
  let answers = 0;
  const viewers = Array.from({ length: VIEWERS }, async () => {
    // Viewers start at different moments.
    await Bun.sleep(random() * LOOK_MS);
    while (!ending.signal.aborted) {
      await timeCalls(site, all[Math.floor(random() * all.length)]!);
      answers += 1;
      await Bun.sleep(LOOK_MS);
    }
  });
  return {
    async stop() {
      ending.abort();
      await Promise.all(viewers);
      return answers;
    },
  };
}
