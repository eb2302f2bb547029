import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setSlices } from '../server/priority.ts';
import { childrenOf } from '../tests/journeys/test-process.ts';
import { startBrisk } from './brisk.ts';
import { summarise, takeTurns } from './contest.ts';
import { createTempDir, readRss, round } from './measure.ts';
import { seedNumbered } from './seed.ts';
import { HOT_CODES, HOT_PATH, requirePrograms, type Contender } from './wrk.ts';

const FIRST_PORT = 29_190;
/** How long each works until it is another's turn on the core, in milliseconds. */
const SLICE_MS = 100;

/**
 * What a second process on the port is good for: the processor time of one redirect, which is all
 * that two cores could share. All processes are on the first core here, and the load on the second,
 * so the throughput is what the processor time would give with a core for each. There they would not
 * push each other's memory out of its caches: here they take turns as seldom as Linux allows.
 */
export async function measureWorkers(): Promise<object> {
  requirePrograms('wrk');
  const directory = createTempDir();
  await using one = await start(directory, 1);
  await using two = await start(directory, 2);
  const workers = childrenOf(two.pid, 'worker');
  for (const pid of [one.pid, two.pid, ...workers]) setSlices(pid, 0, SLICE_MS);
  const contenders: Contender[] = [
    { name: 'one', path: HOT_PATH, ...one },
    { name: 'two', path: HOT_PATH, workers, ...two },
  ];
  const summary = summarise(await takeTurns(directory, contenders), 'one');
  const workerRss = await readRss(workers[0]!);
  rmSync(directory, { recursive: true });
  return {
    ...summary,
    throughput_two_to_one: round(2 / summary['two']!['cpu_to_one']!),
    worker_rss_mib: round(workerRss),
  };
}

async function start(directory: string, workers: number) {
  const dataDir = join(directory, `workers-${workers}`);
  await seedNumbered(dataDir, HOT_CODES);
  return startBrisk(dataDir, { port: FIRST_PORT + workers, env: { WORKERS: String(workers) } });
}
