import pg from 'pg';

/** A temporary failure: no connection, a lost one, or no answer in time. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The server did not answer in time. Other connections probably hang too. */
export class DatabaseSilent extends DatabaseUnavailable {}

/**
 * SQLSTATE codes of a server that cannot work now: it starts, stops, is read-only, has no free
 * connection, or has closed this one.
 */
const LOST = new Set(['25006', '25P03', '53300', '57P01', '57P02', '57P03', '57P05']);
/** The server stopped a statement at `statement_timeout`; the connection is still good. */
const QUERY_CANCELED = '57014';

/** Kysely's message for a transaction on a lost connection. */
const DISCARDED = 'Postgres connection has been discarded';

/** Tells whether the connection or its server has become unusable. */
export function isLost(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (error instanceof Error && error.message === DISCARDED) return true;
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '' } = error;
  return LOST.has(code) || code.startsWith('08');
}

/**
 * Tells whether trying again later may succeed: no connection, a lost one, a server that starts,
 * stops or is read-only, a timeout.
 */
export function isUnavailable(error: unknown): boolean {
  return isLost(error) || (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED);
}

/** Error codes of the operating system and the name service for an unreachable host. */
const UNREACHABLE = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETDOWN',
  'ENETUNREACH',
  'ENFILE',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The driver's messages, which carry no code, for a server that hung up. */
const HUNG_UP = /^(Connection terminated|There was an error establishing an SSL connection)/;

/** Tells whether a failed connection attempt is temporary. A wrong certificate is not. */
export function isUnreachable(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return isLost(error);
  if ('code' in error && typeof error.code === 'string') return UNREACHABLE.has(error.code);
  return error instanceof DatabaseUnavailable || HUNG_UP.test(error.message);
}
