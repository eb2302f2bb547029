import { expect, test } from 'bun:test';
import { storm } from './storm.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

test(`kill -9 amid visitors and changes loses and doubles nothing (seed ${seed})`, async () => {
  const report = await storm({ seed, kills: 8, connections: 300, answersPerKill: 6000 });
  expect(report.violations).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(5000);
  expect(report.changes).toBeGreaterThan(20);
}, 120_000);
