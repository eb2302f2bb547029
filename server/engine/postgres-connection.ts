import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { DatabaseAddress, DatabaseHost, DatabaseTls } from './database-url.ts';
import { DatabaseSilent, DatabaseUnavailable, isLost, isUnreachable } from './postgres-errors.ts';

/** A query that says for itself how long it may stay without an answer, in milliseconds. */
export interface TimedQuery extends pg.QueryConfig {
  readonly query_timeout?: number;
}

/** How long a query may stay without an answer unless it says so itself. */
const QUERY_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 10_000;

/** What the server is told at the start of each session; the options of the address come after. */
const SESSION_OPTIONS = [
  'statement_timeout=30s',
  'lock_timeout=10s',
  'idle_in_transaction_session_timeout=5s',
  // A client that vanished without a word holds its locks no longer than this.
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=30s',
].map((option) => `-c ${option}`);

/** Integers of eight bytes and decimals are read as numbers: none of ours is above 2^53. */
const types = new pg.TypeOverrides();
for (const oid of [pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
  types.setTypeParser(oid, Number);

/** What the driver says of a query that took too long. */
const QUERY_TIMEOUT = 'Query read timeout';
/** What the driver says of a server without TLS. */
const NO_TLS = 'The server does not support SSL connections';
/** How a server says that it does not want this user from this host over TLS. */
const INVALID_AUTHORIZATION = '28000';

/** One connection. It never emits an error that nobody listens to. */
export class PostgresConnection extends pg.Client {
  /** Resolves when the connection is gone, whoever ended it. */
  readonly closed: Promise<void>;
  /** Told once what made the connection useless, by `isUnavailable` an outage; not of `destroy`. */
  onLost: (error: Error) => void = () => undefined;
  /** Why it is of no use any more. */
  #lostBy: Error | null = null;

  constructor(config: pg.ClientConfig) {
    super(config);
    this.closed = new Promise((resolve) => void this.once('end', resolve));
    this.on('error', (error) => this.#lose(error));
    const ask = this.query.bind(this) as (...args: unknown[]) => unknown;
    const watched = (...args: unknown[]): unknown => {
      const answer = ask(...args);
      return answer instanceof Promise ? answer.catch((error) => this.#fail(error)) : answer;
    };
    this.query = watched as typeof this.query;
  }

  /** Whether it must not be given out again. */
  get isLost(): boolean {
    return this.#lostBy !== null;
  }

  /** Cuts the connection at once, whatever it does and whether or not the server answers. */
  destroy(): void {
    this.#lostBy ??= new DatabaseUnavailable('the connection was cut');
    this.connection.stream.destroy();
  }

  #lose(error: Error): void {
    if (this.#lostBy !== null) return;
    this.#lostBy = isLost(error) ? error : new DatabaseUnavailable(error.message, { cause: error });
    this.onLost(this.#lostBy);
  }

  #fail(error: unknown): never {
    if (!(error instanceof Error)) throw error;
    if (isLost(error)) this.#lose(error);
    if (error instanceof pg.DatabaseError) throw error;
    if (error.message === QUERY_TIMEOUT) {
      this.#lose(error);
      // The server may still be at it: nobody can ask anything else here.
      this.destroy();
      throw new DatabaseSilent(error.message, { cause: error });
    }
    throw this.#lostBy ?? error;
  }
}

/**
 * Opens a connection to one host, ready for queries. Throws `DatabaseUnavailable` when that may work
 * later, what the server says when it refuses, and an `Error` for wrong certificates or files.
 */
export async function openConnection(
  address: DatabaseAddress,
  host: DatabaseHost,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<PostgresConnection> {
  const overdue = new AbortController();
  const giveUp = () => overdue.abort(new DatabaseUnavailable('given up'));
  const timer = setTimeout(() => {
    overdue.abort(new DatabaseUnavailable(`no answer within ${timeoutMs} ms`));
  }, timeoutMs);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  const tls = host.host.startsWith('/') ? null : address.tls;
  try {
    return await attempt(address, host, tls, overdue.signal).catch((error: unknown) => {
      if (tls?.optional !== true || !wantsNoTls(error)) throw error;
      return attempt(address, host, null, overdue.signal);
    });
  } catch (error) {
    if (!(error instanceof Error) || error instanceof pg.DatabaseError) throw error;
    const message = `${host.host}:${host.port}: ${error.message}`;
    throw isUnreachable(error)
      ? new DatabaseUnavailable(message, { cause: error })
      : new Error(message, { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

function wantsNoTls(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === INVALID_AUTHORIZATION;
  return error instanceof Error && error.message === NO_TLS;
}

async function attempt(
  address: DatabaseAddress,
  host: DatabaseHost,
  tls: DatabaseTls | null,
  overdue: AbortSignal,
): Promise<PostgresConnection> {
  overdue.throwIfAborted();
  const connection = new PostgresConnection({
    host: host.host,
    port: host.port,
    user: address.user,
    database: address.database,
    // A function, so that without a password the driver looks into no file or variable for one.
    password: () => address.password,
    ssl: tls === null ? false : readTlsOptions(tls),
    sslnegotiation: 'postgres',
    application_name: address.applicationName ?? 'brisk',
    options: [...SESSION_OPTIONS, address.sessionOptions ?? ''].join(' '),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    query_timeout: address.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
    types,
  });
  const { promise: late, reject } = Promise.withResolvers<never>();
  const onOverdue = () => reject(overdue.reason);
  overdue.addEventListener('abort', onOverdue);
  try {
    await Promise.race([connection.connect(), late]);
    if (address.readWrite) await Promise.race([expectWritable(connection), late]);
    return connection;
  } catch (error) {
    connection.destroy();
    throw error;
  } finally {
    overdue.removeEventListener('abort', onOverdue);
  }
}

async function expectWritable(connection: PostgresConnection): Promise<void> {
  const { rows } = await connection.query<{ is_read_only: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as is_read_only`,
  );
  if (rows[0]?.is_read_only !== false) throw new DatabaseUnavailable('can only be read');
}

/** The files are read for each connection, so that renewed certificates need no restart. */
function readTlsOptions({
  verify,
  rootFile,
  client,
}: DatabaseTls): Exclude<pg.ClientConfig['ssl'], boolean> {
  return {
    rejectUnauthorized: verify !== 'nothing',
    ...(verify === 'authority' && { checkServerIdentity: () => undefined }),
    ...(rootFile !== null && { ca: readPem('sslrootcert', rootFile) }),
    ...(client !== null && {
      cert: readPem('sslcert', client.certificateFile),
      key: readPem('sslkey', client.keyFile),
    }),
  };
}

function readPem(parameter: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${parameter}: cannot read ${file}`, { cause: error });
  }
}
