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

export class SmallDisk {
  readonly path: string;
  readonly #bytes: number;

  private constructor(path: string, bytes: number) {
    this.path = path;
    this.#bytes = bytes;
  }

  /** Returns null without the right to mount. */
  static mount(megabytes: number): SmallDisk | null {
    const path = mkdtempSync(join(tmpdir(), 'brisk-disk-'));
    if (runs(['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])) {
      return new SmallDisk(path, megabytes * MEGABYTE);
    }
    rmdirSync(path);
    return null;
  }

  /** Fills the disk up to `spared` bytes. Throws when the path is on another disk. */
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

  free(): void {
    rmSync(join(this.path, 'filler'), { force: true });
  }

  /** Unmounts the disk, even below a running server. */
  unmount(): void {
    runs(['umount', '--lazy', this.path]);
    // A process of the server may write below it meanwhile: a folder that stays fails no test.
    runs(['rm', '-rf', this.path]);
  }
}

function runs(command: readonly string[]): boolean {
  try {
    return Bun.spawnSync([...command]).success;
  } catch {
    // The command does not exist here.
    return false;
  }
}
