import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresServer } from '../tests/postgres/postgres-server.ts';
import { readCpu } from './measure.ts';

const DATABASE = 'bench';

/** What an operator would set on a small machine; all else is as PostgreSQL has it. */
const SETTINGS = {
  shared_buffers: '512MB',
  dynamic_shared_memory_type: 'posix',
  shared_preload_libraries: 'pg_stat_statements',
};

/** A database that nodes share, in a PostgreSQL of its own that survives a power cut. */
export class BenchDatabase implements AsyncDisposable {
  readonly url: string;
  readonly #server: PostgresServer;

  private constructor(server: PostgresServer, url: string) {
    this.#server = server;
    this.url = url;
  }

  /** Starts it on the second core, which it shares with the load. */
  static async start(): Promise<BenchDatabase> {
    const server = await PostgresServer.start({ fsync: true, settings: SETTINGS });
    const url = await server.createDatabase(DATABASE);
    const database = new BenchDatabase(server, url);
    // Each connection has a process, which begins where the first one runs.
    for (const pid of database.#processes()) {
      if (Bun.which('taskset') !== null) Bun.spawnSync(['taskset', '-cp', '1', String(pid)]);
    }
    await database.query('create extension pg_stat_statements');
    return database;
  }

  query<Row extends Record<string, unknown>>(text: string): Promise<Row[]> {
    return this.#server.query<Row>(DATABASE, text);
  }

  /** The first of the one row that a query has, as a number. */
  async number(text: string): Promise<number> {
    const [row] = await this.query(text);
    return Number(Object.values(row!)[0]);
  }

  /** The processor time of all processes that are there now, in microseconds. */
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
