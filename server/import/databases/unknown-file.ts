import { Problem } from '../../http/problem.ts';

const FORMATS =
  'Brisk reads dumps of MySQL, MariaDB, PostgreSQL and SQLite, and SQLite files, of YOURLS, Polr, ' +
  'Shlink, Kutt, Zurl, Chhoto and Slash';

/** Refuses a whole database. */
export function unknownFile(reason: string): Problem {
  return new Problem('import.unknown', { field: 'file', reason: `${reason}. ${FORMATS}` });
}
