import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTION_FILE, PROJECTION_FOLDER } from '../../engine/files/data-directory.ts';
import type { Engine } from '../../engine/engine.ts';
import { Problem } from '../../http/problem.ts';
import { BatchLoader } from './batch-loader.ts';
import type { Connection } from './connection.ts';
import { KeptResults } from './kept-results.ts';
import { isDamage, isFull, waitForLock, removeProjection } from './projection-file.ts';
import { DuckDbUnavailable, openDatabase, type Database } from './duckdb.ts';
import { ROLLUP_SIZES, type LoadedDays, type RollupSizes } from './rollups.ts';
import { createSeenTable, createTables, WAREHOUSE_VERSION } from './tables.ts';

interface OpenFile {
  readonly db: Connection;
  readonly loader: BatchLoader;
}

export interface Tables {
  readonly db: Connection;
  readonly days: LoadedDays;
}

interface WarehouseOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly onError: (error: unknown) => void;
  readonly rollupSizes?: RollupSizes;
}

/**
 * A projection of the log for reports: a DuckDB file that may be deleted at any time. A missing,
 * damaged or outdated file is rebuilt from the log. One process may have it open.
 */
export class Warehouse {
  readonly #options: WarehouseOptions;
  readonly #file: string;
  readonly #folder: string;
  #database: Database | null = null;
  #open: OpenFile | null = null;
  readonly #kept = new KeptResults();
  /** The days that the kept results were read from: a change of the log makes new ones. */
  #keptDays: LoadedDays | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: WarehouseOptions) {
    this.#options = options;
    this.#file = join(options.dataDir, PROJECTION_FILE);
    this.#folder = join(options.dataDir, PROJECTION_FOLDER);
  }

  /** Reads tables with all batches of the log. Calls run one after another. */
  read<Result>(work: (tables: Tables) => Promise<Result>): Promise<Result> {
    return this.#enqueue(async () => {
      const { db, loader } = await this.#connect();
      await loader.sync();
      return work({ db, days: loader.days });
    });
  }

  /** As `read`. The result is JSON; until the log changes, it is kept for readers with this key. */
  readOnce<Result>(key: unknown, work: (tables: Tables) => Promise<Result>): Promise<Result> {
    return this.read((tables) => {
      if (tables.days !== this.#keptDays) this.#kept.clear();
      this.#keptDays = tables.days;
      return this.#kept.get(JSON.stringify(key), () => work(tables));
    });
  }

  compute<Result>(work: (db: Connection, folder: string) => Promise<Result>): Promise<Result> {
    return this.#enqueue(async () => work((await this.#connect()).db, this.#folder));
  }

  async waitForCalls(): Promise<void> {
    await this.#last;
  }

  /** Removes leftovers of a killed process: they may contain hashes of visitors. */
  async removeLeftovers(): Promise<void> {
    const isEmpty = !existsSync(this.#folder) || readdirSync(this.#folder).length === 0;
    if (!isEmpty) await this.compute(() => Promise.resolve());
  }

  async close(): Promise<void> {
    await this.#enqueue(async () => this.#disconnect());
  }

  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => this.#attempt(work));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#repair(work);
    } catch (error) {
      if (!isFull(error)) throw error;
      // DuckDB may refuse to use a file after a failed write.
      this.#disconnect();
      const reason = `no space is left for ${this.#file}: free some disk space`;
      throw new Problem('stats.unavailable', { field: 'statistics', reason });
    }
  }

  /** Repeats the work once with a new file when the file is damaged. */
  async #repair<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isDamage(error, this.#open !== null)) throw error;
      this.#options.onError(
        new Error('the statistics file is damaged and will be rebuilt', { cause: error }),
      );
      this.#disconnect();
      removeProjection(this.#options.dataDir);
      return work();
    }
  }

  async #connect(): Promise<OpenFile> {
    if (this.#open !== null) return this.#open;
    try {
      const db = (await this.#openFile()) ?? (await this.#createFile());
      // The lock on the file also protects the folder.
      rmSync(this.#folder, { recursive: true, force: true });
      mkdirSync(this.#folder, { recursive: true });
      const { engine, rollupSizes = ROLLUP_SIZES } = this.#options;
      const loader = await BatchLoader.open({ engine, db, folder: this.#folder, rollupSizes });
      return (this.#open = { db, loader });
    } catch (error) {
      this.#disconnect();
      throw error;
    }
  }

  async #openFile(): Promise<Connection | null> {
    const db = await this.#openDatabase();
    if ((await readVersion(db)) === WAREHOUSE_VERSION) return db;
    this.#disconnect();
    return null;
  }

  async #createFile(): Promise<Connection> {
    removeProjection(this.#options.dataDir);
    try {
      const db = await this.#openDatabase();
      await db.transaction(() => db.run(...createTables));
      return db;
    } catch (error) {
      const isOurs = this.#database !== null || isFull(error);
      this.#disconnect();
      // A half-written file would look damaged later.
      if (isOurs) removeProjection(this.#options.dataDir);
      throw error;
    }
  }

  async #openDatabase(): Promise<Connection> {
    const { dataDir } = this.#options;
    try {
      this.#database = await waitForLock(() => openDatabase(dataDir, this.#file, this.#folder));
      await this.#database.db.run(createSeenTable);
      return this.#database.db;
    } catch (error) {
      if (!(error instanceof DuckDbUnavailable)) throw error;
      throw new Problem('stats.unavailable', { field: 'statistics', reason: error.message });
    }
  }

  #disconnect(): void {
    this.#database?.close();
    this.#database = null;
    this.#open = null;
  }
}

async function readVersion(db: Connection): Promise<number | null> {
  const tables = await db.all(`select 1 from duckdb_tables() where table_name = 'warehouse'`);
  if (tables.length === 0) return null;
  const [row] = await db.all<{ version: number }>('from warehouse');
  return row?.version ?? null;
}
