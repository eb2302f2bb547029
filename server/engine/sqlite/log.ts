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
import { DATABASE_FILE } from '../files/data-directory.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Schema } from '../schema.ts';

const REWRITE_BYTES = 1024 * 1024;

/** Syncs the write-ahead log on another thread. A close drops no lock: SQLite holds none on it. */
export class SqliteLog {
  readonly #db: Kysely<Schema>;
  readonly #fd: number;
  #isClosed = false;
  #needsRewrite = false;

  /** The log must exist: any read of the database creates it. */
  constructor(dataDir: string, db: Kysely<Schema>) {
    this.#db = db;
    // If `brisk.db` is a symbolic link, SQLite puts the log beside the link's target.
    this.#fd = openSync(`${realpathSync(join(dataDir, DATABASE_FILE))}-wal`, 'r+');
  }

  /** After an error the next call rewrites the log: the kernel may have dropped unwritten pages. */
  readonly sync = oneAtATime(() => this.#sync());

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#fd);
  }

  async #sync(): Promise<void> {
    if (this.#needsRewrite) {
      // The write lock keeps every other process away from the log.
      await this.#db.transaction().execute(() => Promise.resolve(this.#rewrite()));
    }
    this.#needsRewrite = true;
    await new Promise<void>((resolve, reject) => {
      fdatasync(this.#fd, (error) => (error === null ? resolve() : reject(error)));
    });
    this.#needsRewrite = false;
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
