import { afterAll, expect, test } from 'bun:test';
import { fillDisk } from './full-disk.ts';
import { SmallDisk } from './small-disk.ts';

const seed = Math.floor(Math.random() * 2 ** 31);
const disk = SmallDisk.mount(8);
afterAll(() => disk?.unmount());

const promise = `on a full disk redirects go on, what is not counted is told (seed ${seed})`;
const name = disk === null ? `${promise}: not run, as only root may mount the disk` : promise;

test.skipIf(disk === null)(
  name,
  async () => {
    const { violations, uncounted } = await fillDisk(disk!, seed);
    expect(violations).toEqual([]);
    expect(uncounted).toBeGreaterThan(0);
  },
  60_000,
);
