import type { Job } from '../../../contracts/import-jobs.ts';

/** What the server says of a file, with what it saw. */
const BEGINNING = /^Brisk does not know this kind of file\. It begins with (.*)$/s;
const STRUCTURE =
  /^Brisk does not know the structure of this file and found no links: it has (.*)$/s;
const TABLES = /^It has (?:the tables (.*)|no tables), and none of them is known to hold links/s;
const QUOTED = /"(?:[^"\\]|\\.)*"/g;
const KEYS_MAX = 20;
const NOTHING = '–';

export interface UnknownFile {
  readonly key: `over.unknown.${'begins' | 'structure' | 'tables' | 'columns' | 'twins'}`;
  /** Of the file. */
  readonly seen: string;
}

/** Why a file is not understood; null for a reason that the page has no text for. */
export function explainUnknown({
  columns,
  error,
}: Pick<Job, 'columns' | 'error'>): UnknownFile | null {
  if (columns.length > 0) {
    const isTwin = columns.some(({ field }) => field === 'long_url');
    return { key: isTwin ? 'over.unknown.twins' : 'over.unknown.columns', seen: '' };
  }
  const reason = error?.reason ?? '';
  const beginning = BEGINNING.exec(reason)?.[1];
  if (beginning !== undefined) return { key: 'over.unknown.begins', seen: beginning };
  const structure = STRUCTURE.exec(reason)?.[1]?.replace(/\. Brisk reads [^]*$/, '');
  if (structure !== undefined) {
    const keys = (structure.match(QUOTED) ?? []).slice(0, KEYS_MAX);
    return { key: 'over.unknown.structure', seen: keys.join(', ') || NOTHING };
  }
  const tables = TABLES.exec(reason);
  return tables === null ? null : { key: 'over.unknown.tables', seen: tables[1] ?? NOTHING };
}
