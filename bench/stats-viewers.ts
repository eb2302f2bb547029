import { lowerPriority } from '../server/priority.ts';
import type { BenchSite } from './bench-site.ts';
import { median, readPeak, readRss, round } from './measure.ts';
import { createRandom } from './random.ts';
import { timeCalls, type StatsCalls } from './stats-calls.ts';
import { findBackground } from './stats-pages.ts';
import { middleWaits, PHASE_MS, RATE, watch } from './visited-site.ts';
import { startVisitors } from './visitors.ts';

const VIEWERS = 10;
/** A 99th percentile of some seconds is easily disturbed. */
const RUNS = 30;
/** What else the machine does comes in spells of many seconds: of short turns either kind has as many. */
const TURN_MS = 2500;
/** Viewers and visitors have one core here, where each has a machine of their own. */
const VIEWERS_NICE = 10;
/** How long a viewer looks at the answer before the next one is asked for. */
const LOOK_MS = 1000;

/**
 * How long visitors wait, and how much memory the process that reads statistics has, while ten people look at statistics and choose another filter every second,
 * and while nobody does, in turns.
 */
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
    const idle = await watch(visitors, TURN_MS);
    const viewers = startViewers(site, calls);
    // Until all of them have come.
    await Bun.sleep(LOOK_MS);
    const viewed = await watch(visitors, TURN_MS);
    answers += await viewers.stop();
    const memory = await readRss(findBackground(site));
    runs.push({ idle, viewed, ratio: viewed.p99 / idle.p99, memory });
  }
  return {
    redirects_per_second: RATE,
    viewers: VIEWERS,
    reports_per_second: Math.round((answers * 1000) / (RUNS * (LOOK_MS + TURN_MS))),
    background_mib: median(runs.map(({ memory }) => memory)),
    background_mib_at_most: readPeak(findBackground(site)),
    redirect_idle_ms: middleWaits(runs.map(({ idle }) => idle)),
    redirect_viewed_ms: middleWaits(runs.map(({ viewed }) => viewed)),
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
    // They do not all look up at the same instant.
    await Bun.sleep(random() * LOOK_MS);
    while (!ending.signal.aborted) {
      await timeCalls(site, all[Math.floor(random() * all.length)]!);
      answers += 1;
      await Bun.sleep(LOOK_MS);
    }
  });
  return {
    /** Resolves with the number of answers. */
    async stop() {
      ending.abort();
      await Promise.all(viewers);
      return answers;
    },
  };
}
