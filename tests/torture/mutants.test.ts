import { expect } from 'bun:test';
import { storm } from './storm.ts';
import { seed } from '../support/random.ts';
import { testInAll } from '../support/test-run.ts';

function mutant(name: string): readonly string[] {
  return [process.execPath, `tests/torture/${name}-server.ts`];
}

testInAll(
  `the torture detects a server that holds clicks for a second (seed ${seed})`,
  async () => {
    const { violations } = await storm({
      seed,
      kills: 4,
      connections: 50,
      answersPerKill: 3000,
      command: mutant('buffering'),
    });
    expect(violations.join('\n')).toMatch(/clicks are lost/);
  },
  300_000,
);

testInAll(
  `the torture detects a server that caches links too long (seed ${seed})`,
  async () => {
    const { violations } = await storm({
      seed,
      kills: 4,
      connections: 20,
      answersPerKill: 6000,
      command: mutant('stale'),
    });
    expect(violations.join('\n')).toMatch(/not one of/);
  },
  300_000,
);
