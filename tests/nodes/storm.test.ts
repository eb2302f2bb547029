import { expect, test } from 'bun:test';
import { nodeStorm } from './node-storm.ts';
import { seed } from '../support/random.ts';
import { chooseForRun } from '../support/test-run.ts';

test(`kill -9 of nodes and of their PostgreSQL loses and doubles nothing (seed ${seed})`, async () => {
  const report = await nodeStorm({
    seed,
    ...chooseForRun(
      { nodeKills: 2, databaseKills: 1, connections: 20, answersPerKill: 800 },
      { nodeKills: 8, databaseKills: 10, connections: 60, answersPerKill: 4000 },
    ),
  });
  expect(report.violations).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(chooseForRun(800, 4000));
  expect(report.changes).toBeGreaterThan(0);
}, 300_000);
