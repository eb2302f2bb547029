import type pg from 'pg';
import type { DatabaseAddress } from './database-url.ts';
import type { PostgresConnection, TimedQuery } from './postgres-connection.ts';
import { DatabaseUnavailable } from './postgres-errors.ts';
import { PostgresHosts } from './postgres-hosts.ts';

export { isUnavailable } from './postgres-errors.ts';

export interface PoolOptions {
  /** How many connections there may be at a time. */
  readonly max: number;
  /** How long a caller waits for a connection; the `connect_timeout` of the address wins. */
  readonly connectTimeoutMs?: number;
  /** Is told what went wrong while no caller waited for it. */
  readonly onError: (error: unknown) => void;
}

/** Connections that are used again. Every error of theirs is judged by `isUnavailable`. */
export interface PostgresPool {
  /** For Kysely, which looks for it. */
  readonly options: object;
  /** Lends a connection until its `release`, to be called once; with an error it is thrown away. */
  connect(): Promise<pg.PoolClient>;
  /** One statement on any connection; a `query_timeout` of its own wins over the 30 s of all. */
  query<Row extends pg.QueryResultRow>(
    query: string | TimedQuery,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
  /** Cuts off all who have a connection: they are told that the database is unavailable. */
  cut(): void;
  /** Refuses new callers, lets those who have a connection finish, and cuts them off after a while. */
  end(): Promise<void>;
}

/** How long a caller waits for a connection, if nobody has said otherwise. */
const CONNECT_MS = 5000;
/** How long `end` waits for those who are still at work. */
const END_MS = 500;

interface Waiter {
  /** As `performance.now` has it. */
  readonly since: number;
  readonly resolve: (connection: pg.PoolClient) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: Timer;
}

/** Opens no connection before it is asked for one. */
export function openPostgresPool(address: DatabaseAddress, options: PoolOptions): PostgresPool {
  const { connectTimeoutMs = CONNECT_MS } = options;
  return new Pool(new PostgresHosts(address, connectTimeoutMs), options);
}

class Pool implements PostgresPool {
  readonly options = {};
  readonly #hosts: PostgresHosts;
  readonly #max: number;
  readonly #onError: (error: unknown) => void;
  /** Every connection that is open, whether it is lent or idle. */
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
    if (this.#ended.signal.aborted) return Promise.reject(poolEnded());
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
    this.#ended.abort(poolEnded());
    for (let waiter = this.#nextWaiter(); waiter !== null; waiter = this.#nextWaiter()) {
      waiter.reject(poolEnded());
    }
    const open = [...this.#open];
    for (const connection of this.#idle.splice(0)) void connection.end();
    const { promise: overdue, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, END_MS);
    await Promise.race([Promise.all(open.map(({ closed }) => closed)), overdue]);
    clearTimeout(timer);
    for (const connection of this.#open) connection.destroy();
  }

  /** One attempt for each who waits, as far as there is room. */
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
      // Who came later waits for an attempt of their own.
      const waiter = this.#nextWaiter(since);
      if (waiter !== null) waiter.reject(error);
      else if (!this.#ended.signal.aborted) this.#onError(error);
      this.#openForWaiters();
    }
  }

  /** Takes out who has waited longest, if it is at least since then. */
  #nextWaiter(since = Infinity): Waiter | null {
    const [waiter] = this.#waiting;
    if (waiter === undefined || waiter.since > since) return null;
    this.#waiting.delete(waiter);
    clearTimeout(waiter.timer);
    return waiter;
  }

  #lend(connection: PostgresConnection): pg.PoolClient {
    let isLent = true;
    const release = (error?: Error | boolean) => {
      if (!isLent) throw new Error('the connection was given back before');
      isLent = false;
      const isInTransaction = connection.getTransactionStatus() !== 'I';
      if (error || connection.isLost || isInTransaction) this.#drop(connection);
      else this.#offer(connection);
    };
    return Object.assign(connection, { release });
  }

  /** Gives a connection to who has waited longest. */
  #offer(connection: PostgresConnection): void {
    if (this.#ended.signal.aborted) {
      void connection.end();
      return;
    }
    const waiter = this.#nextWaiter();
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

  /** What cost one connection has cost the idle ones too, or will: they are not worth a try. */
  #onLost(connection: PostgresConnection, error: unknown): void {
    const wasIdle = this.#idle.includes(connection);
    for (const idle of this.#idle.splice(0)) this.#drop(idle);
    if (wasIdle && !this.#ended.signal.aborted) this.#onError(error);
  }
}

function poolEnded(): Error {
  return new Error('the connection pool is closed');
}
