import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages } from '../scripts/system-packages.ts';
import { childrenOf } from '../tests/journeys/test-process.ts';
import { startBrisk } from './brisk.ts';
import { summarize, takeTurns } from './contest.ts';
import { createTempDir, pinToCore, readRss, round } from './measure.ts';
import { seedNumbered } from './seed.ts';
import { HOT_CODES, HOT_PATH, type Contender } from './wrk.ts';

const FIRST_PORT = 29_190;
/** Load from both cores makes one process and two compete with the same load. */
const CORES = [0, 1];
/** Per process: enough to spread the load evenly over both cores. */
const CONNECTIONS = 128;

/** The gain of a second process: each core also runs the load, so processor time tells it. */
export async function measureWorkers(): Promise<object> {
  await installSystemPackages('wrk');
  const directory = createTempDir();
  await using one = await start(directory, 1);
  await using two = await start(directory, 2);
  const workers = childrenOf(two.pid, 'worker');
  for (const worker of workers) pinToCore(worker, 1);
  const contenders: Contender[] = [
    { name: 'one', path: HOT_PATH, loadCores: CORES, connections: CONNECTIONS, ...one },
    {
      name: 'two',
      path: HOT_PATH,
      loadCores: CORES,
      connections: 2 * CONNECTIONS,
      workers,
      ...two,
    },
  ];
  const summary = summarize(await takeTurns(directory, contenders), 'one');
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
