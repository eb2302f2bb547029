import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../server/engine/engine.ts';
import { openPostgres } from '../server/engine/postgres/postgres.ts';
import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { indexLinks } from '../server/search/search-index.ts';
import { PostgresServer } from '../tests/postgres/postgres-server.ts';
import { createTempDir, readCpu } from './measure.ts';
import { seedSearchable } from './seed.ts';

/** The same links in SQLite and in PostgreSQL: codes from s0, ids from 1. */
export class NodesPlace implements AsyncDisposable {
  readonly links: number;
  readonly database: BenchDatabase;
  readonly #directory = createTempDir();

  private constructor(links: number, database: BenchDatabase) {
    this.links = links;
    this.database = database;
  }

  static async open(links: number): Promise<NodesPlace> {
    const place = new NodesPlace(links, await BenchDatabase.start());
    await seed(await openSqlite(place.sqliteDir), links);
    await seed(await place.openPostgres(), links);
    // Autovacuum and checkpoints would come later, during a measurement.
    await place.database.query('vacuum analyze');
    await place.database.query('checkpoint');
    return place;
  }

  directory(name: string): string {
    return join(this.#directory, name);
  }

  get sqliteDir(): string {
    return this.directory('sqlite');
  }

  get env(): Readonly<Record<string, string>> {
    return { DATABASE_URL: this.database.url };
  }

  openPostgres(): Promise<Engine> {
    return openPostgres({ databaseUrl: this.database.url, onError: console.error });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database[Symbol.asyncDispose]();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

async function seed(engine: Engine, links: number): Promise<void> {
  await seedSearchable(engine, links);
  await indexLinks(engine);
  await engine.close();
}

const DATABASE = 'bench';

/** An operator's settings for a small machine; all others are PostgreSQL's defaults. */
const SETTINGS = {
  shared_buffers: '512MB',
  dynamic_shared_memory_type: 'posix',
  shared_preload_libraries: 'pg_stat_statements',
};

/** The shared database of the nodes, in a private PostgreSQL that syncs to the disk. */
class BenchDatabase implements AsyncDisposable {
  readonly url: string;
  readonly #server: PostgresServer;

  private constructor(server: PostgresServer, url: string) {
    this.#server = server;
    this.url = url;
  }

  /** Starts the server on the second core, which it shares with the load. */
  static async start(): Promise<BenchDatabase> {
    const server = await PostgresServer.start({ fsync: true, settings: SETTINGS });
    const url = await server.createDatabase(DATABASE);
    const database = new BenchDatabase(server, url);
    // Connections inherit the core of the first process.
    for (const pid of database.#processes()) {
      if (Bun.which('taskset') !== null) Bun.spawnSync(['taskset', '-cp', '1', String(pid)]);
    }
    await database.query('create extension pg_stat_statements');
    return database;
  }

  query<Row extends Record<string, unknown>>(text: string): Promise<Row[]> {
    return this.#server.query<Row>(DATABASE, text);
  }

  /** The single number that a query returns. */
  async number(text: string): Promise<number> {
    const [row] = await this.query(text);
    return Number(Object.values(row!)[0]);
  }

  /** The processor time of all present processes, in microseconds. */
  readCpu(): number {
    return this.#processes().reduce((sum, pid) => sum + readCpu(pid), 0);
  }

  #processes(): number[] {
    const [postmaster] = readFileSync(join(this.#server.directory, 'postmaster.pid'), 'utf8').split(
      '\n',
    );
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    return [Number(postmaster), ...children.split(' ').filter(Boolean).map(Number)];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop();
  }
}

/** Bytes of a link in PostgreSQL: its row, its indexes, and its part of the search index. */
export async function measureSizes({ database, links }: NodesPlace): Promise<object> {
  const bytes = async (size: string): Promise<number> =>
    Math.round((await database.number(`select ${size}`)) / links);
  return {
    row: await bytes(`pg_table_size('link') + pg_table_size('click_count')`),
    indexes: await bytes(`pg_indexes_size('link') + pg_indexes_size('click_count')`),
    search: await bytes(
      `pg_total_relation_size('search_posting') + pg_total_relation_size('search_word')`,
    ),
    database: await bytes('pg_database_size(current_database())'),
  };
}
