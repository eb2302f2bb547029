import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTION_FILE, PROJECTION_FOLDER } from '../../engine/data-directory.ts';
import type { Engine } from '../../engine/engine.ts';
import { Problem } from '../../http/problem.ts';
import { BatchLoader } from './batch-loader.ts';
import type { Connection } from './connection.ts';
import { DuckDbUnavailable } from './load-duckdb.ts';
import { openDatabase, type Database } from './open-database.ts';
import { createSeenTable, createTables, WAREHOUSE_VERSION } from './tables.ts';

/** What DuckDB says when its file cannot be trusted. */
const DAMAGE = /IO Error|Serialization Error|INTERNAL Error|FATAL Error|checksum|corrupt/i;
/** What it says when another process has the file open. */
const LOCKED = /set lock/i;
/** How long a process that ends is given to close the file, and how often it is looked, in milliseconds. */
const LOCKED_MS = 10_000;
const LOOK_MS = 20;

interface OpenFile extends Database {
  readonly loader: BatchLoader;
}

/** The tables as they are while they are read. */
export interface Tables {
  readonly db: Connection;
  /** The days that have clicks, in their order. */
  readonly days: readonly number[];
  /** The days that have cells. */
  readonly cellDays: ReadonlySet<number>;
}

interface WarehouseOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  /** Told of a damaged file, which is built anew. */
  readonly onError: (error: unknown) => void;
}

/**
 * A projection of the log for reports: a DuckDB file that may be deleted at any time. A file that is
 * missing, damaged or of another version is built anew from the log. Only one process may have it
 * open.
 */
export class Warehouse {
  readonly #options: WarehouseOptions;
  readonly #file: string;
  /** Where DuckDB puts what has no room in memory, and where batches are handed to it. */
  readonly #folder: string;
  #open: OpenFile | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: WarehouseOptions) {
    this.#options = options;
    this.#file = join(options.dataDir, PROJECTION_FILE);
    this.#folder = join(options.dataDir, PROJECTION_FOLDER);
  }

  /** Reads tables that have all batches of the log. Calls wait for each other. */
  read<Result>(work: (tables: Tables) => Promise<Result>): Promise<Result> {
    return this.#enqueue(async () => {
      const { db, loader } = await this.#connect();
      await loader.sync();
      return work({ db, days: loader.days, cellDays: loader.cellDays });
    });
  }

  /** Has work done that needs DuckDB and a folder for its files, but not the tables. */
  compute<Result>(work: (db: Connection, folder: string) => Promise<Result>): Promise<Result> {
    return this.#enqueue(async () => work((await this.#connect()).db, this.#folder));
  }

  async close(): Promise<void> {
    await this.#enqueue(async () => this.#disconnect());
  }

  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => this.#repair(work));
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Does the work once more with a new file where the file was damaged. */
  async #repair<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#options.onError(new Error('the statistics file is built anew', { cause: error }));
      this.#disconnect();
      this.#remove();
      return work();
    }
  }

  async #connect(): Promise<OpenFile> {
    if (this.#open !== null) return this.#open;
    const { db, close } = (await this.#openFile()) ?? (await this.#createFile());
    // By the lock on the file, the folder is of no other process.
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true });
    const { engine } = this.#options;
    const loader = await BatchLoader.open({ engine, db, folder: this.#folder });
    return (this.#open = { db, close, loader });
  }

  /** Null: there is no file of this version. */
  async #openFile() {
    const open = await this.#openInstance();
    try {
      if ((await readVersion(open.db)) === WAREHOUSE_VERSION) return open;
    } catch (error) {
      open.close();
      throw error;
    }
    open.close();
    return null;
  }

  async #createFile() {
    this.#remove();
    const open = await this.#openInstance();
    await open.db.transaction(() => open.db.run(...createTables));
    return open;
  }

  async #openInstance(): Promise<Database> {
    const { dataDir } = this.#options;
    try {
      const database = await waitForLock(() => openDatabase(dataDir, this.#file, this.#folder));
      await database.db.run(createSeenTable);
      return database;
    } catch (error) {
      if (!(error instanceof DuckDbUnavailable)) throw error;
      throw new Problem('stats.unavailable', { field: 'statistics', reason: error.message });
    }
  }

  #disconnect(): void {
    this.#open?.close();
    this.#open = null;
  }

  #remove(): void {
    for (const file of [this.#file, `${this.#file}.wal`]) rmSync(file, { force: true });
  }
}

/** Waits while another process has the file open, as one does that is ending. */
async function waitForLock<Result>(open: () => Promise<Result>): Promise<Result> {
  for (const begun = performance.now(); ;) {
    try {
      return await open();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() - begun > LOCKED_MS) {
        const reason = `another process has ${PROJECTION_FILE} open`;
        throw new Problem('stats.unavailable', { field: 'statistics', reason });
      }
      await Bun.sleep(LOOK_MS);
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && LOCKED.test(error.message);
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && DAMAGE.test(error.message) && !isLocked(error);
}

/** Null: the tables are not there. */
async function readVersion(db: Connection): Promise<number | null> {
  const tables = await db.all(`select 1 from duckdb_tables() where table_name = 'warehouse'`);
  if (tables.length === 0) return null;
  const [row] = await db.all<{ version: number }>('from warehouse');
  return row?.version ?? null;
}
