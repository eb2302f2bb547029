import { expect, test } from 'bun:test';
import { stopUnderLoad } from './stop.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

test.each([1, 3])(
  `SIGTERM under load answers what is open and counts everything: %d processes (seed ${seed})`,
  async (workers) => {
    expect(await stopUnderLoad(seed, workers)).toEqual([]);
  },
  60_000,
);
