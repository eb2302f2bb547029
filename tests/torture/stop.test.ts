import { expect, test } from 'bun:test';
import { stopUnderLoad } from './stop.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

test(`SIGTERM under load answers what is open and counts everything (seed ${seed})`, async () => {
  expect(await stopUnderLoad(seed)).toEqual([]);
}, 60_000);
