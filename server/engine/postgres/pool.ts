import type pg from 'pg';
import type { DatabaseAddress } from './database-url.ts';
import type { PostgresConnection, TimedQuery } from './connection.ts';
import { DatabaseUnavailable } from './errors.ts';
import { PostgresHosts } from './hosts.ts';

export { isUnavailable } from './errors.ts';

export interface PoolOptions {
  readonly max: number;
  /** The address's `connect_timeout` wins. */
  readonly connectTimeoutMs?: number;
  readonly onError: (error: unknown) => void;
}

export interface PostgresPool {
  readonly options: object;
  /** The caller must call `release` exactly once. `release(error)` destroys the connection. */
  connect(): Promise<pg.PoolClient>;
  /** Runs one statement on any connection. `query_timeout` overrides the default of 30 s. */
  query<Row extends pg.QueryResultRow>(
    query: string | TimedQuery,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
  /** Cuts every connection; its user gets `DatabaseUnavailable`. */
  cut(): void;
  /** Refuses new callers, waits {@link END_MS} for the present ones, then cuts them off. */
  end(): Promise<void>;
}

const CONNECT_MS = 5000;
const END_MS = 500;

interface Waiter {
  readonly since: number;
  readonly resolve: (connection: pg.PoolClient) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: Timer;
}

export function openPostgresPool(address: DatabaseAddress, options: PoolOptions): PostgresPool {
  const { connectTimeoutMs = CONNECT_MS } = options;
  return new Pool(new PostgresHosts(address, connectTimeoutMs), options);
}

class Pool implements PostgresPool {
  readonly options = {};
  readonly #hosts: PostgresHosts;
  readonly #max: number;
  readonly #onError: (error: unknown) => void;
  readonly #open = new Set<PostgresConnection>();
  #idle: PostgresConnection[] = [];
  #opening = 0;
  readonly #waiting = new Set<Waiter>();
  readonly #ended = new AbortController();

  constructor(hosts: PostgresHosts, { max, onError }: PoolOptions) {
    this.#hosts = hosts;
    this.#max = max;
    this.#onError = onError;
  }

  connect(): Promise<pg.PoolClient> {
    if (this.#ended.signal.aborted) return Promise.reject(createClosedError());
    const idle = this.#idle.pop();
    if (idle !== undefined) return Promise.resolve(this.#lend(idle));
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
    const waitMs = this.#hosts.timeoutMs;
    const timer = setTimeout(() => {
      this.#waiting.delete(waiter);
      reject(new DatabaseUnavailable(`no connection within ${waitMs} ms`));
    }, waitMs);
    const waiter: Waiter = { since: performance.now(), resolve, reject, timer };
    this.#waiting.add(waiter);
    this.#openForWaiters();
    return promise;
  }

  async query<Row extends pg.QueryResultRow>(
    query: string | TimedQuery,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const connection = await this.connect();
    try {
      return await connection.query<Row>(query, values);
    } finally {
      connection.release();
    }
  }

  cut(): void {
    for (const connection of this.#open) this.#drop(connection);
  }

  async end(): Promise<void> {
    this.#ended.abort(createClosedError());
    for (let waiter = this.#takeWaiter(); waiter !== null; waiter = this.#takeWaiter()) {
      waiter.reject(createClosedError());
    }
    const open = [...this.#open];
    for (const connection of this.#idle.splice(0)) void connection.end();
    const { promise: timeout, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, END_MS);
    await Promise.race([Promise.all(open.map(({ closed }) => closed)), timeout]);
    clearTimeout(timer);
    for (const connection of this.#open) connection.destroy();
  }

  #openForWaiters(): void {
    while (this.#opening < this.#waiting.size && this.#open.size + this.#opening < this.#max) {
      this.#opening += 1;
      void this.#openOne();
    }
  }

  async #openOne(): Promise<void> {
    const since = performance.now();
    try {
      const connection = await this.#hosts.connect(this.#ended.signal);
      this.#opening -= 1;
      this.#open.add(connection);
      connection.onLost = (error) => this.#onLost(connection, error);
      void connection.closed.then(() => this.#forget(connection));
      this.#offer(connection);
    } catch (error) {
      this.#opening -= 1;
      // A waiter that came after the attempt began gets an attempt of its own.
      const waiter = this.#takeWaiter(since);
      if (waiter !== null) waiter.reject(error);
      else if (!this.#ended.signal.aborted) this.#onError(error);
      this.#openForWaiters();
    }
  }

  #takeWaiter(since = Infinity): Waiter | null {
    const [waiter] = this.#waiting;
    if (waiter === undefined || waiter.since > since) return null;
    this.#waiting.delete(waiter);
    clearTimeout(waiter.timer);
    return waiter;
  }

  #lend(connection: PostgresConnection): pg.PoolClient {
    let isLent = true;
    const release = (error?: Error | boolean) => {
      if (!isLent) throw new Error('the connection was already released');
      isLent = false;
      const isInTransaction = connection.getTransactionStatus() !== 'I';
      if (error || connection.isLost || isInTransaction) this.#drop(connection);
      else this.#offer(connection);
    };
    return Object.assign(connection, { release });
  }

  #offer(connection: PostgresConnection): void {
    if (this.#ended.signal.aborted) {
      void connection.end();
      return;
    }
    const waiter = this.#takeWaiter();
    if (waiter === null) this.#idle.push(connection);
    else waiter.resolve(this.#lend(connection));
  }

  #drop(connection: PostgresConnection): void {
    connection.destroy();
    this.#forget(connection);
  }

  #forget(connection: PostgresConnection): void {
    this.#open.delete(connection);
    this.#idle = this.#idle.filter((idle) => idle !== connection);
    this.#openForWaiters();
  }

  /** The other idle connections are probably lost too, so they are not reused. */
  #onLost(connection: PostgresConnection, error: unknown): void {
    const wasIdle = this.#idle.includes(connection);
    for (const idle of this.#idle.splice(0)) this.#drop(idle);
    if (wasIdle && !this.#ended.signal.aborted) this.#onError(error);
  }
}

function createClosedError(): Error {
  return new Error('the connection pool is closed');
}
