import { expect, test } from 'bun:test';
import { stopUnderLoad } from './stop.ts';
import { seed } from '../support/random.ts';
import { chooseForRun } from '../support/test-run.ts';
import { withSlack } from '../support/promised-time.ts';

test.each(chooseForRun([3], [1, 3]))(
  `SIGTERM under load answers open requests and counts every click: %d processes (seed ${seed})`,
  async (workers) => {
    expect(await stopUnderLoad(seed, workers, withSlack(5000))).toEqual([]);
  },
  300_000,
);
