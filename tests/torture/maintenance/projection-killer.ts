import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  watch,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { PROJECTION_FILE } from '../../../server/engine/files/data-directory.ts';
import { childrenOf, type TestProcess } from '../../journeys/test-process.ts';
import type { Dice } from '../dice.ts';

/** What befalls the projection after a kill. */
export type Damage = 'none' | 'removed' | 'cut off' | 'flipped';

/** Here DuckDB's file has its version and the number of its first block. */
const HEADER_BYTES = 3 * 4096;

/** Kills the process that has the projection open, and damages its files. */
export class ProjectionKiller {
  damages = 0;
  readonly #server: TestProcess;
  readonly #dataDir: string;
  readonly #dice: Dice;

  constructor(server: TestProcess, dataDir: string, dice: Dice) {
    this.#server = server;
    this.#dataDir = dataDir;
    this.#dice = dice;
  }

  /** False when no process has the projection open. */
  kill(damage: Damage): boolean {
    const pid = childrenOf(this.#server.pid, 'background').find((child) => this.#hasOpen(child));
    if (pid === undefined) return false;
    process.kill(pid, 'SIGKILL');
    // The next process takes longer to start than this.
    if (damage !== 'none') this.#damage(damage);
    return true;
  }

  /** Resolves after a number of changes of the projection's files, or at the end of the test. */
  async waitForChanges(count: number, end: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let changes = 0;
    const watcher = watch(this.#dataDir, (_, name) => {
      if (String(name).startsWith(PROJECTION_FILE)) changes += 1;
      if (changes >= count) resolve();
    });
    await Promise.race([promise, end]);
    watcher.close();
  }

  #hasOpen(pid: number): boolean {
    const file = join(this.#dataDir, PROJECTION_FILE);
    const folder = `/proc/${pid}/fd`;
    try {
      return readdirSync(folder).some((fd) => readlinkSync(join(folder, fd)) === file);
    } catch {
      // The process is gone, or has just closed a file.
      return false;
    }
  }

  #damage(damage: Exclude<Damage, 'none'>): void {
    const dice = this.#dice;
    const files = ['', '.wal'].map((end) => join(this.#dataDir, `${PROJECTION_FILE}${end}`));
    const filled = files.filter((path) => existsSync(path) && statSync(path).size > 0);
    if (filled.length === 0) return;
    const file = dice.pick(filled);
    this.damages += 1;
    const { size } = statSync(file);
    if (damage === 'removed') rmSync(file);
    else if (damage === 'cut off') truncateSync(file, dice.below(size));
    else flipBit(file, dice.below(dice.pick([size, Math.min(size, HEADER_BYTES)])), dice.below(8));
  }
}

function flipBit(file: string, at: number, bit: number): void {
  const fd = openSync(file, 'r+');
  const byte = Buffer.alloc(1);
  readSync(fd, byte, 0, 1, at);
  byte[0]! ^= 1 << bit;
  writeSync(fd, byte, 0, 1, at);
  closeSync(fd);
}
