import { expect, test } from 'bun:test';
import { storm } from './storm.ts';
import { seed } from '../support/random.ts';
import { chooseForRun } from '../support/test-run.ts';

test.each(chooseForRun([3], [1, 3]))(
  `kill -9 under visits and changes loses and doubles nothing: %d processes (seed ${seed})`,
  async (workers) => {
    const size = chooseForRun(
      { kills: 2, connections: 100, answersPerKill: 3000 },
      { kills: 8, connections: 300, answersPerKill: 6000 },
    );
    const report = await storm({ seed, workers, ...size });
    expect(report.violations).toEqual([]);
    // Each kill but the last comes after at least one answer, and half of them after a change.
    expect(report.acknowledged).toBeGreaterThan(size.kills);
    expect(report.changes).toBeGreaterThan(0);
  },
  300_000,
);
