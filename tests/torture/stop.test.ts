import { expect, test } from 'bun:test';
import { stopUnderLoad } from './stop.ts';
import { seed } from '../support/random.ts';
import { chooseForRun } from '../support/test-run.ts';

test.each(chooseForRun([3], [1, 3]))(
  `SIGTERM under load answers open requests and counts every click: %d processes (seed ${seed})`,
  async (workers) => {
    expect(await stopUnderLoad(seed, workers)).toEqual([]);
  },
  300_000,
);
