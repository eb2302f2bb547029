import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresServer } from '../tests/postgres/postgres-server.ts';
import { readCpu } from './measure.ts';

const DATABASE = 'bench';

/** An operator's settings for a small machine; all others are PostgreSQL's defaults. */
const SETTINGS = {
  shared_buffers: '512MB',
  dynamic_shared_memory_type: 'posix',
  shared_preload_libraries: 'pg_stat_statements',
};

/** The shared database of the nodes, in a private PostgreSQL that syncs to the disk. */
export class BenchDatabase implements AsyncDisposable {
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
