import { expect, test } from 'bun:test';
import { watch } from 'node:fs';
import { SampleLog } from '../../../../tests/support/statistics/sample-log.ts';
import { seed } from '../../../../tests/support/random.ts';
import { databaseEnvironment } from '../../../../tests/support/test-engine.ts';
import { chooseForRun } from '../../../../tests/support/test-run.ts';
import { Dice } from '../../../../tests/torture/dice.ts';

const KILLS = chooseForRun(1, 8);
/** The latest change of its files at which it is killed; one build makes some 30. */
const CHANGES_MAX = 60;
const PROGRAM = 'tests/torture/maintenance/reload-projection.ts';

/** A process rebuilds the projection again and again, and is killed at a change of its files. */
async function buildAndKill(log: SampleLog, change: number): Promise<void> {
  const child = Bun.spawn([process.execPath, PROGRAM, log.dataDir], {
    env: { PATH: process.env['PATH'] ?? '', ...(await databaseEnvironment(log.dataDir)) },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  });
  let changes = 0;
  const watcher = watch(log.dataDir, { recursive: true }, (_, name) => {
    if (String(name).startsWith('clicks.duckdb')) changes += 1;
    if (changes >= change) child.kill('SIGKILL');
  });
  await child.exited;
  watcher.close();
  expect(child.signalCode).toBe('SIGKILL');
}

test(`a kill during a build of the projection leaves no wrong figure (seed ${seed})`, async () => {
  const dice = new Dice(seed);
  await using log = await SampleLog.create();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const change = 1 + dice.below(CHANGES_MAX);
    await buildAndKill(log, change);
    const found = await log.withWarehouse((warehouse) => log.read(warehouse));
    expect({ change, found }).toEqual({ change, found: log.expected });
    await log.addClicks();
    log.expected = await log.readAnew();
  }
}, 300_000);
