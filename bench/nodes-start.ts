import { spawnBrisk } from './brisk.ts';
import { median, waitFor } from './measure.ts';
import type { NodesPlace } from './nodes-place.ts';

const RUNS = 9;
const PORT = 29_205;

/** Milliseconds from the start of a node on an existing database to the first 200 of `/healthz`. */
export async function measureNodeStart(place: NodesPlace): Promise<object> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const begun = performance.now();
    await using node = spawnBrisk(place.directory('start'), { port: PORT, env: place.env });
    await waitFor(`${node.url}/healthz`, node.process, 5);
    times.push(performance.now() - begun);
  }
  return { ready_ms: median(times) };
}
