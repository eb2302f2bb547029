import { Problem } from '../http/problem.ts';

const DATABASES =
  'Brisk reads dumps of MySQL, MariaDB, PostgreSQL and SQLite, and SQLite files, of YOURLS, Polr, ' +
  'Shlink, Kutt, Zurl, Chhoto and Slash';

/** Refuses a file that is damaged, incomplete or too large. */
export function unreadableFile(reason: string): Problem {
  return new Problem('import.unreadable', { field: 'file', reason });
}

/** Refuses a file of another kind or structure. */
export function unknownFile(reason: string): Problem {
  return new Problem('import.unknown', { field: 'file', reason });
}

export function unknownDatabase(reason: string): Problem {
  return unknownFile(`${reason}. ${DATABASES}`);
}
