import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import pg from 'pg';
import type { DatabaseAddress, DatabaseHost, DatabaseTls } from './database-url.ts';
import { describeUnreadable } from '../files/file-access.ts';
import { DatabaseUnresponsive, DatabaseUnavailable, isLost, isUnreachable } from './errors.ts';

export interface TimedQuery extends pg.QueryConfig {
  readonly query_timeout?: number;
}

const QUERY_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 10_000;

const SESSION_OPTIONS = [
  'statement_timeout=30s',
  'lock_timeout=10s',
  'idle_in_transaction_session_timeout=5s',
  // The server drops a vanished client, and its locks, after this time.
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=30s',
].map((option) => `-c ${option}`);

/** `bigint` and `numeric` become numbers: none of ours exceeds 2^53. */
const types = new pg.TypeOverrides();
for (const oid of [pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
  types.setTypeParser(oid, Number);

const QUERY_TIMEOUT = 'Query read timeout';
const NO_TLS = 'The server does not support SSL connections';
/** A server refuses this user over TLS. */
const INVALID_AUTHORIZATION = '28000';

/** One connection. It handles every `error` event, which would otherwise end the process. */
export class PostgresConnection extends pg.Client {
  readonly closed: Promise<void>;
  /** Called once with the reason of an outage, but not after `destroy`. */
  onLost: (error: Error) => void = () => undefined;
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

  get isLost(): boolean {
    return this.#lostBy !== null;
  }

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
      // The server may still be running the query, so the connection cannot be used again.
      this.destroy();
      throw new DatabaseUnresponsive(error.message, { cause: error });
    }
    throw this.#lostBy ?? error;
  }
}

/** Throws `DatabaseUnavailable` for a temporary failure, else a refusal or a fault of files. */
export async function openConnection(
  address: DatabaseAddress,
  host: DatabaseHost,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<PostgresConnection> {
  const deadline = new AbortController();
  const cancel = () =>
    deadline.abort(new DatabaseUnavailable('the connection attempt was cancelled'));
  const timer = setTimeout(() => {
    deadline.abort(new DatabaseUnavailable(`no answer within ${timeoutMs} ms`));
  }, timeoutMs);
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  const tls = host.host.startsWith('/') ? null : address.tls;
  try {
    return await tryConnect(address, host, tls, deadline.signal).catch((error: unknown) => {
      if (tls?.optional !== true || !isTlsRefused(error)) throw error;
      return tryConnect(address, host, null, deadline.signal);
    });
  } catch (error) {
    if (!(error instanceof Error) || error instanceof pg.DatabaseError) throw error;
    const message = `${host.host}:${host.port}: ${error.message}`;
    throw isUnreachable(error)
      ? new DatabaseUnavailable(message, { cause: error })
      : new Error(message, { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

function isTlsRefused(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === INVALID_AUTHORIZATION;
  return error instanceof Error && error.message === NO_TLS;
}

async function tryConnect(
  address: DatabaseAddress,
  host: DatabaseHost,
  tls: DatabaseTls | null,
  deadline: AbortSignal,
): Promise<PostgresConnection> {
  deadline.throwIfAborted();
  const connection = new PostgresConnection({
    host: host.address ?? host.host,
    port: host.port,
    user: address.user,
    database: address.database,
    // With a function the driver ignores its password file and environment variables.
    password: () => address.password,
    ssl: tls === null ? false : readTlsOptions(tls, host),
    sslnegotiation: tls?.direct === true ? 'direct' : 'postgres',
    application_name: address.applicationName ?? 'brisk',
    options: [...SESSION_OPTIONS, address.sessionOptions ?? ''].join(' '),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    query_timeout: address.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
    types,
  });
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const onDeadline = () => reject(deadline.reason);
  deadline.addEventListener('abort', onDeadline);
  try {
    await Promise.race([connection.connect(), timeout]);
    if (address.readWrite) await Promise.race([assertWritable(connection), timeout]);
    return connection;
  } catch (error) {
    connection.destroy();
    throw error;
  } finally {
    deadline.removeEventListener('abort', onDeadline);
  }
}

async function assertWritable(connection: PostgresConnection): Promise<void> {
  const { rows } = await connection.query<{ is_read_only: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as is_read_only`,
  );
  if (rows[0]?.is_read_only !== false) throw new DatabaseUnavailable('the server is read-only');
}

/** Reads the files for each connection: renewed certificates need no restart. */
function readTlsOptions(
  { verify, rootFile, client, minVersion, maxVersion }: DatabaseTls,
  { host, address }: DatabaseHost,
): Exclude<pg.ClientConfig['ssl'], boolean> {
  return {
    ...(address !== undefined && isIP(host) === 0 && { servername: host }),
    ...(minVersion !== undefined && { minVersion }),
    ...(maxVersion !== undefined && { maxVersion }),
    rejectUnauthorized: verify !== 'nothing',
    ...(verify === 'authority' && { checkServerIdentity: () => undefined }),
    ...(rootFile !== null && { ca: readPem('sslrootcert', rootFile) }),
    ...(client !== null && {
      cert: readPem('sslcert', client.certificateFile),
      key: readPem('sslkey', client.keyFile),
      ...(client.keyPassword !== undefined && { passphrase: client.keyPassword }),
    }),
  };
}

function readPem(parameter: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`DATABASE_URL: ${parameter}: ${describeUnreadable(file, error)}`, {
      cause: error,
    });
  }
}
