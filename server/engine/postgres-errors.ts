import pg from 'pg';

/** The database is gone for now: no connection, a lost one, or no answer in time. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** It has not answered in time, and may be asked in vain by others too. */
export class DatabaseSilent extends DatabaseUnavailable {}

/**
 * What a server says when it cannot do its work now or here, whatever it is asked: it starts, stops,
 * can only be read, has no connection left, or has taken this one away.
 */
const LOST = new Set(['25006', '25P03', '53300', '57P01', '57P02', '57P03', '57P05']);
/** A statement that took longer than `statement_timeout`; the connection is still good. */
const QUERY_CANCELED = '57014';

/** What Kysely says of a transaction whose connection was lost before. */
const DISCARDED = 'Postgres connection has been discarded';

/** Tells whether an error says that a connection, or its server, is of no use any more. */
export function isLost(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (error instanceof Error && error.message === DISCARDED) return true;
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '' } = error;
  return LOST.has(code) || code.startsWith('08');
}

/**
 * Tells whether an error says that the database is gone for now, so that the same may work later:
 * no connection, a connection lost, a server that starts, stops or can only be read, a time-out.
 */
export function isUnavailable(error: unknown): boolean {
  return isLost(error) || (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED);
}

/** The codes by which the operating system and the name service say that nobody is there. */
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

/** What the driver says, without a code, of a server that hung up or had no time for TLS. */
const HUNG_UP = /^(Connection terminated|There was an error establishing an SSL connection)/;

/** Tells whether a failure to connect may pass by itself; a certificate that is wrong does not. */
export function isUnreachable(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return isLost(error);
  if ('code' in error && typeof error.code === 'string') return UNREACHABLE.has(error.code);
  return error instanceof DatabaseUnavailable || HUNG_UP.test(error.message);
}
