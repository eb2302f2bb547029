import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SampleLog } from '../../../../tests/support/statistics/sample-log.ts';
import { seed } from '../../../../tests/support/random.ts';
import { chooseForRun, testInAll } from '../../../../tests/support/test-run.ts';
import { Dice } from '../../../../tests/torture/dice.ts';

/** Bits that are flipped in each part of the files, one at a time. */
const FLIPS = chooseForRun(1, 17);
/** How often DuckDB's log is cut. */
const CUTS = chooseForRun(1, 4);
/** DuckDB's version number and the number of its first block stand here. */
const HEADER_BYTES = 3 * 4096;

const dice = new Dice(seed);
let log: SampleLog;
let closed: Buffer;
let killed: Buffer;
let wal: Buffer;

beforeAll(async () => {
  log = await SampleLog.create();
  closed = readFileSync(log.file);
  rmSync(log.file);
  await log.withWarehouse(async (warehouse) => {
    expect(await log.read(warehouse)).toEqual(log.expected);
    killed = readFileSync(log.file);
    wal = readFileSync(`${log.file}.wal`);
  });
});
afterAll(() => log[Symbol.asyncDispose]());

async function expectSameFigures(
  what: string,
  file: Buffer,
  walFile: Buffer | null,
): Promise<void> {
  writeFileSync(log.file, file);
  if (walFile === null) rmSync(`${log.file}.wal`, { force: true });
  else writeFileSync(`${log.file}.wal`, walFile);
  const found = await log.withWarehouse((warehouse) => log.read(warehouse));
  expect({ what, found }).toEqual({ what, found: log.expected });
}

function flipBit(
  file: Buffer,
  bytes = file.length,
): { readonly at: string; readonly file: Buffer } {
  const at = dice.below(bytes);
  const bit = dice.below(8);
  const flipped = Buffer.from(file);
  flipped[at]! ^= 1 << bit;
  return { at: `bit ${bit} of byte ${at}`, file: flipped };
}

test(`a flipped bit in the header changes no figure (seed ${seed})`, async () => {
  for (let time = 0; time < FLIPS; time += 1) {
    const whole = time % 2 === 0 ? closed : killed;
    const { at, file } = flipBit(whole, HEADER_BYTES);
    await expectSameFigures(at, file, whole === killed ? wal : null);
  }
}, 300_000);

test(`a flipped bit in the rest of the file changes no figure (seed ${seed})`, async () => {
  for (let time = 0; time < FLIPS; time += 1) {
    const { at, file } = flipBit(closed);
    await expectSameFigures(at, file, null);
  }
}, 300_000);

testInAll(
  `a flipped bit in DuckDB's log, or a cut of it, changes no figure (seed ${seed})`,
  async () => {
    for (let time = 0; time < FLIPS; time += 1) {
      const { at, file } = flipBit(wal);
      await expectSameFigures(at, killed, file);
    }
    for (let time = 0; time < CUTS; time += 1) {
      const at = dice.below(wal.length);
      await expectSameFigures(`cut off at ${at}`, killed, wal.subarray(0, at));
    }
  },
  300_000,
);

testInAll('a DuckDB log of another file changes no figure', async () => {
  await expectSameFigures('of a file that was closed', closed, wal);
});
