import {
  closeSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEGABYTE = 1024 * 1024;
const BLOCK = Buffer.alloc(64 * 1024, 'full');

/** A disk in memory, so small that it can be filled. */
export class SmallDisk {
  readonly path: string;
  readonly #bytes: number;

  private constructor(path: string, bytes: number) {
    this.path = path;
    this.#bytes = bytes;
  }

  /** Mounts one, or returns null where this process may not. */
  static mount(megabytes: number): SmallDisk | null {
    const path = mkdtempSync(join(tmpdir(), 'brisk-disk-'));
    if (runs(['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])) {
      return new SmallDisk(path, megabytes * MEGABYTE);
    }
    rmdirSync(path);
    return null;
  }

  /** Takes all the room that is left but so many bytes; throws when it would be that of another disk. */
  fill(spared = 0): void {
    const { blocks, bsize, bfree } = statfsSync(this.path);
    if (blocks * bsize > this.#bytes) throw new Error(`${this.path} is no longer the small disk`);
    const fd = openSync(join(this.path, 'filler'), 'a');
    try {
      let left = spared === 0 ? this.#bytes : bfree * bsize - spared;
      for (let size = BLOCK.length; size > 0 && left > 0;) {
        try {
          left -= writeSync(fd, BLOCK, 0, Math.min(size, left));
        } catch {
          size = Math.floor(size / 2);
        }
      }
    } finally {
      closeSync(fd);
    }
  }

  /** Gives back the room that `fill` took. */
  free(): void {
    rmSync(join(this.path, 'filler'), { force: true });
  }

  /** Takes it away, also from a server that still runs on it. */
  unmount(): void {
    runs(['umount', '--lazy', this.path]);
    rmdirSync(this.path);
  }
}

function runs(command: readonly string[]): boolean {
  try {
    return Bun.spawnSync([...command]).success;
  } catch {
    // There is no such command here.
    return false;
  }
}
