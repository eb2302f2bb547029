import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages } from '../scripts/system-packages.ts';
import { childrenOf } from '../tests/journeys/test-process.ts';
import { startBrisk } from './brisk.ts';
import { summarise, takeTurns } from './contest.ts';
import { createTempDir, pin, readRss, round } from './measure.ts';
import { seedNumbered } from './seed.ts';
import { HOT_CODES, HOT_PATH, type Contender } from './wrk.ts';

const FIRST_PORT = 29_190;
/** Loading from both makes one process and two share their cores with as much. */
const CORES = [0, 1];
/** For each process: so many that of either about as many come from its own core as from the other. */
const CONNECTIONS = 128;

/**
 * What a second process on the port is good for. Each has a core, which it shares with the load, so
 * neither can tell how many redirects a core would bear; the processor time of one redirect does.
 */
export async function measureWorkers(): Promise<object> {
  await installSystemPackages('wrk');
  const directory = createTempDir();
  await using one = await start(directory, 1);
  await using two = await start(directory, 2);
  const workers = childrenOf(two.pid, 'worker');
  for (const worker of workers) pin(worker, 1);
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
