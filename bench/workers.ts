import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setSlices } from '../server/priority.ts';
import { startBrisk } from './brisk.ts';
import { summarise, takeTurns } from './contest.ts';
import { createTempDir, readRss, round } from './measure.ts';
import { seedNumbered } from './seed.ts';
import { HOT_CODES, HOT_PATH, requirePrograms, type Contender } from './wrk.ts';

const FIRST_PORT = 29_190;
/** For each process that answers. */
const CONNECTIONS = 32;
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
  for (const pid of [one.pid, two.pid, ...childrenOf(two.pid)]) setSlices(pid, 0, SLICE_MS);
  const contenders: Contender[] = [
    { name: 'one', path: HOT_PATH, ...one },
    {
      ...two,
      name: 'two',
      path: HOT_PATH,
      workers: childrenOf(two.pid),
      // Another of its children may be the one that counts, which answers nothing.
      connections: 2 * CONNECTIONS,
    },
  ];
  const summary = summarise(await takeTurns(directory, contenders), 'one');
  const [worker] = childrenOf(two.pid);
  const workerRss = await readRss(worker!);
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

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}
