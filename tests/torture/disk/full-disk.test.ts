import { afterAll, expect, test } from 'bun:test';
import { startOnFullDisk } from './full-disk-start.ts';
import { fillDisk } from './full-disk.ts';
import { SmallDisk } from './small-disk.ts';
import { seed } from '../../support/random.ts';
import { chooseForRun } from '../../support/test-run.ts';

const disk = SmallDisk.mount(8);
afterAll(() => disk?.unmount());

const notRun = disk === null ? ': not run, as only root may mount the disk' : '';

test.skipIf(disk === null)(
  `redirects continue on a full disk, and lost clicks are reported (seed ${seed})${notRun}`,
  async () => {
    const { violations, uncounted } = await fillDisk(disk!, seed);
    expect(violations).toEqual([]);
    expect(uncounted).toBeGreaterThan(0);
  },
  300_000,
);

test
  .skipIf(disk === null)
  .each(chooseForRun(['SIGKILL'] as const, ['SIGKILL', 'SIGTERM'] as const))(
  'a server that starts on a full disk redirects at once, and counts when there is room: after %s',
  async (signal) => {
    const { whileFull, healthWithRoom, clicks, counted, redirected } = await startOnFullDisk(
      disk!,
      signal,
    );
    expect(whileFull).toEqual({
      visits: new Set([302]),
      health: 503,
      creation: '507 storage.full',
    });
    expect(healthWithRoom).toBe(200);
    expect(clicks.acknowledged).toBe(100);
    expect(redirected).toBe(150);
    expect(counted + clicks.uncounted).toBe(redirected);
    // The clicks from before the start are complete.
    expect(counted).toBeGreaterThanOrEqual(100);
  },
  300_000,
);
