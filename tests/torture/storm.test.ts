import { expect, test } from 'bun:test';
import { storm } from './storm.ts';
import { seed } from '../support/random.ts';

test.each([1, 3])(
  `kill -9 under visits and changes loses and doubles nothing: %d processes (seed ${seed})`,
  async (workers) => {
    const report = await storm({ seed, workers, kills: 8, connections: 300, answersPerKill: 6000 });
    expect(report.violations).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(5000);
    expect(report.changes).toBeGreaterThan(20);
  },
  120_000,
);
