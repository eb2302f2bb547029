import { expect, test } from 'bun:test';
import { nodeStorm } from './node-storm.ts';
import { seed } from '../support/random.ts';

test(`kill -9 of nodes and of their PostgreSQL loses and doubles nothing (seed ${seed})`, async () => {
  const report = await nodeStorm({
    seed,
    nodeKills: 8,
    databaseKills: 10,
    connections: 60,
    answersPerKill: 4000,
  });
  expect(report.violations).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(5000);
  expect(report.changes).toBeGreaterThan(20);
}, 120_000);
