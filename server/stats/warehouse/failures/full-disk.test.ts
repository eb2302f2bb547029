import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SampleLog } from '../../../../tests/support/statistics/sample-log.ts';
import { SmallDisk } from '../../../../tests/torture/disk/small-disk.ts';
import type { Warehouse } from '../warehouse.ts';
import { seed } from '../../../../tests/support/random.ts';
import { Dice } from '../../../../tests/torture/dice.ts';
import { testInAll } from '../../../../tests/support/test-run.ts';

const MEGABYTES = 16;
/** Free room, at random: the whole projection takes some 3 MB. */
const ROOMS = 6;
const ROOM_BYTES_MAX = 3_000_000;

const disk = SmallDisk.mount(MEGABYTES);
const notRun = disk === null ? ': not run, as only root may mount the disk' : '';
let log: SampleLog;

beforeAll(async () => {
  log = await SampleLog.create();
});
afterAll(async () => {
  disk?.unmount();
  await log[Symbol.asyncDispose]();
});

function empty(): void {
  for (const name of readdirSync(disk!.path)) {
    rmSync(join(disk!.path, name), { recursive: true });
  }
}

/** The figures, or the error instead. */
function readFigures(warehouse: Warehouse): Promise<unknown> {
  return log.read(warehouse).catch((error: unknown) => error);
}

const refusal = {
  problem: 'stats.unavailable',
  details: { field: 'statistics', reason: expect.stringContaining('no space is left') },
};

testInAll.skipIf(disk === null)(
  `a projection without room is refused, and complete once there is room (seed ${seed})${notRun}`,
  async () => {
    const dice = new Dice(seed);
    for (let time = 0; time < ROOMS; time += 1) {
      empty();
      const room = time === 0 ? 0 : dice.below(ROOM_BYTES_MAX);
      disk!.fill(room);
      await log.withWarehouse(async (warehouse) => {
        const first = await readFigures(warehouse);
        if (first instanceof Error) expect({ room, first }).toMatchObject({ room, first: refusal });
        else expect({ room, first }).toEqual({ room, first: log.expected });
        if (room === 0) expect(first).toBeInstanceOf(Error);
        disk!.free();
        expect({ room, found: await readFigures(warehouse) }).toEqual({
          room,
          found: log.expected,
        });
      }, disk!.path);
      const again = await log.withWarehouse(readFigures, disk!.path);
      expect({ room, again }).toEqual({ room, again: log.expected });
    }
  },
  300_000,
);

test.skipIf(disk === null)(
  `a full disk keeps loaded reports, and new clicks appear once there is room${notRun}`,
  async () => {
    empty();
    copyFileSync(log.file, join(disk!.path, 'clicks.duckdb'));
    const { expected } = log;
    await log.withWarehouse(async (warehouse) => {
      expect(await readFigures(warehouse)).toEqual(expected);
      disk!.fill();
      expect(await readFigures(warehouse)).toEqual(expected);
      await log.addClicks();
      expect(await readFigures(warehouse)).toMatchObject(refusal);
      expect(await readFigures(warehouse)).toMatchObject(refusal);
      disk!.free();
      log.expected = await log.withWarehouse(readFigures);
      expect(log.expected).not.toEqual(expected);
      expect(await readFigures(warehouse)).toEqual(log.expected);
    }, disk!.path);
  },
  300_000,
);
