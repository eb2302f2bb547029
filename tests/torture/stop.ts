import { rmSync } from 'node:fs';
import { drain } from '../journeys/set-up-site.ts';
import { createDataDir } from '../journeys/test-site.ts';
import { TestProcess } from '../journeys/test-process.ts';
import { Crowd, crowdEnv } from './crowd.ts';
import { Dice } from './dice.ts';
import { Ledger } from './ledger.ts';
import { addSteadyLinks, readCounts } from './storm.ts';

const LINKS = 20;
const CONNECTIONS = 100;
const ANSWERS_MAX = 5000;
/** A stop that takes longer leaves clicks in the journal, and the next start counts them. */
const LAST_COUNT_MS = 2500;

/** Stops a server under load; returns the violations, in sentences. */
export async function stopUnderLoad(
  seed: number,
  workers: number,
  longestMs: number,
): Promise<readonly string[]> {
  const dice = new Dice(seed);
  const ledger = new Ledger();
  const dataDir = createDataDir();
  await addSteadyLinks(dataDir, ledger, LINKS);
  await using server = await TestProcess.start(dataDir, { ...crowdEnv, WORKERS: String(workers) });
  const answersToStop = dice.below(ANSWERS_MAX) + 1;
  let stopping: Promise<number> | undefined;
  let begun = 0;
  const crowd = new Crowd({
    ledger,
    dice,
    port: server.port,
    connections: CONNECTIONS,
    onAnswer: (total) => {
      if (total < answersToStop || stopping !== undefined) return;
      begun = performance.now();
      stopping = server.end('SIGTERM');
    },
  });
  await crowd.run();
  const exitCode = await stopping;
  const elapsed = performance.now() - begun;
  const { violations } = ledger;
  if (exitCode !== 0) violations.push(`the server ended with ${exitCode}`);
  if (elapsed > longestMs) violations.push(`the server took ${Math.round(elapsed)} ms to stop`);
  if (crowd.cutOff > 0) violations.push(`${crowd.cutOff} connections were cut off`);
  if (elapsed >= LAST_COUNT_MS) await drain({ dataDir });
  const counts = await readCounts(dataDir);
  rmSync(dataDir, { recursive: true });
  return [...violations, ...ledger.findBrokenCounts(counts)];
}
