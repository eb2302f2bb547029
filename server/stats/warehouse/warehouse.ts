import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { DuckDBInstance } from '@duckdb/node-api';
import type { Engine } from '../../engine/engine.ts';
import { Connection } from './connection.ts';
import { loadDuckDb } from './load-duckdb.ts';
import { syncBatches } from './sync-batches.ts';
import { createSeenTables, createTables, WAREHOUSE_VERSION } from './tables.ts';

/** How much memory DuckDB takes for its work. */
const MEMORY = '256MB';
/** What DuckDB says when its file cannot be trusted. */
const DAMAGE = /IO Error|Serialization Error|INTERNAL Error|FATAL Error|checksum|corrupt/i;

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
  #open: { readonly instance: DuckDBInstance; readonly connection: Connection } | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: WarehouseOptions) {
    this.#options = options;
    this.#file = join(options.dataDir, 'clicks.duckdb');
    this.#folder = `${this.#file}.tmp`;
  }

  /** Reads tables that have all batches of the log. Calls wait for each other. */
  read<Result>(work: (db: Connection) => Promise<Result>): Promise<Result> {
    return this.#enqueue(async () => {
      const db = await this.#connect();
      await syncBatches(this.#options.engine, db, this.#folder);
      return work(db);
    });
  }

  /** Has work done that needs DuckDB and a folder for its files, but not the tables. */
  compute<Result>(work: (db: Connection, folder: string) => Promise<Result>): Promise<Result> {
    return this.#enqueue(async () => work(await this.#connect(), this.#folder));
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
      if (!(error instanceof Error) || !DAMAGE.test(error.message)) throw error;
      this.#options.onError(new Error('the statistics file is built anew', { cause: error }));
      this.#disconnect();
      this.#remove();
      return work();
    }
  }

  async #connect(): Promise<Connection> {
    if (this.#open !== null) return this.#open.connection;
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true });
    this.#open = (await this.#openFile()) ?? (await this.#createFile());
    return this.#open.connection;
  }

  /** Null: there is no file of this version. */
  async #openFile() {
    const open = await this.#openInstance();
    const { connection } = open;
    const tables = await connection.all(`select 1 from duckdb_tables() where table_name = 'warehouse'`);
    const [row] = tables.length === 0 ? [] : await connection.all<{ version: number }>('from warehouse');
    if (row?.version === WAREHOUSE_VERSION) return open;
    connection.close();
    open.instance.closeSync();
    return null;
  }

  async #createFile() {
    this.#remove();
    const open = await this.#openInstance();
    await open.connection.transaction(() => open.connection.run(...createTables));
    return open;
  }

  async #openInstance() {
    const { DuckDBInstance } = await loadDuckDb();
    const instance = await DuckDBInstance.create(this.#file, {
      memory_limit: MEMORY,
      threads: String(Math.max(1, availableParallelism() - 1)),
      temp_directory: this.#folder,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const connection = new Connection(await instance.connect());
    await connection.run(...createSeenTables);
    return { instance, connection };
  }

  #disconnect(): void {
    this.#open?.connection.close();
    this.#open?.instance.closeSync();
    this.#open = null;
  }

  #remove(): void {
    for (const file of [this.#file, `${this.#file}.wal`]) rmSync(file, { force: true });
  }
}
