import {
  closeSync,
  fdatasync,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { DATABASE_FILE } from './data-directory.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Schema } from './schema.ts';

/** How much of the log is written once more at a time, in bytes. */
const REWRITE_BYTES = 1024 * 1024;

/**
 * The write-ahead log of `brisk.db`, made durable beside the thread that commits to it. It is the
 * same file as long as somebody has the database open, and SQLite has no locks on it, which closing
 * it here would drop.
 */
export class SqliteLog {
  readonly #db: Kysely<Schema>;
  readonly #fd: number;
  #isClosed = false;
  /** Whether the disk may lack what the kernel takes for written. */
  #isDoubtful = false;

  /** The log must be there: it is when anything was read from the database. */
  constructor(dataDir: string, db: Kysely<Schema>) {
    this.#db = db;
    // SQLite puts it beside the file itself, where that is only linked here.
    this.#fd = openSync(`${realpathSync(join(dataDir, DATABASE_FILE))}-wal`, 'r+');
  }

  /**
   * Resolves when all that is committed by now is durable. Throws what the system says: then the
   * next time begins with writing the whole log once more, because the kernel forgets when it
   * pleases what it could not write.
   */
  readonly sync = oneAtATime(() => this.#sync());

  /** Nothing may be under way. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#fd);
  }

  async #sync(): Promise<void> {
    if (this.#isDoubtful) {
      // Who has the lock of writing is alone with the log.
      await this.#db.transaction().execute(() => Promise.resolve(this.#rewrite()));
    }
    this.#isDoubtful = true;
    await new Promise<void>((resolve, reject) => {
      fdatasync(this.#fd, (error) => (error === null ? resolve() : reject(error)));
    });
    this.#isDoubtful = false;
  }

  #rewrite(): void {
    const bytes = Buffer.allocUnsafe(REWRITE_BYTES);
    const { size } = fstatSync(this.#fd);
    for (let at = 0; at < size;) {
      const length = readSync(this.#fd, bytes, 0, REWRITE_BYTES, at);
      for (let written = 0; written < length;) {
        written += writeSync(this.#fd, bytes, written, length - written, at + written);
      }
      at += length;
    }
  }
}
