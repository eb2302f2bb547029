import pg from 'pg';

/** A temporary failure: no connection, a lost one, or no answer in time. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The server did not answer in time. Other connections probably hang too. */
export class DatabaseUnresponsive extends DatabaseUnavailable {}

/** The server starts, stops, is read-only, has no free connection, or closed this one. */
const LOST = new Set(['25006', '25P03', '53300', '57P01', '57P02', '57P03', '57P05']);
const QUERY_CANCELED = '57014';

const DISCARDED = 'Postgres connection has been discarded';

export function isLost(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (error instanceof Error && error.message === DISCARDED) return true;
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '' } = error;
  return LOST.has(code) || code.startsWith('08');
}

/** Whether trying again later may succeed. */
export function isUnavailable(error: unknown): boolean {
  return isLost(error) || (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED);
}

const UNREACHABLE: ReadonlySet<string> = new Set(
  `EADDRNOTAVAIL EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME ECONNABORTED ECONNREFUSED ECONNRESET
  EHOSTDOWN EHOSTUNREACH EMFILE ENETDOWN ENETUNREACH ENFILE ENOENT ENOTFOUND EPIPE ETIMEDOUT`.split(
    /\s+/,
  ),
);

const HUNG_UP = /^(Connection terminated|There was an error establishing an SSL connection)/;

/** A wrong certificate is not temporary. */
export function isUnreachable(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return isLost(error);
  if ('code' in error && typeof error.code === 'string') return UNREACHABLE.has(error.code);
  return error instanceof DatabaseUnavailable || HUNG_UP.test(error.message);
}
