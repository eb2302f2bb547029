import type { Refusal } from '../refusal.ts';
import { readFlag } from '../values/flag.ts';
import { readText } from '../values/texts.ts';
import { describeColumn } from '../refusal.ts';
import type { RoutingReader } from '../readers/routing-reader.ts';
import { isUnset, type Fields } from '../readers/source-row.ts';

/** A table of a known program, by folded names of its columns. */
export interface TableKind {
  readonly source: string;
  /** Its codes may hold slashes, so that a whole path is the code. */
  readonly hasPaths?: true;
  /** Columns that are no fields, but that `refuseRow` or `routing` reads. */
  readonly extra?: readonly string[];
  readonly refuseRow?: (row: Fields) => Refusal | null;
  readonly routing?: RoutingReader;
}

/** Redirection, a plugin of WordPress. `code` is the status of the redirect. */
const redirection: TableKind = {
  source: 'redirection',
  hasPaths: true,
  extra: ['regex', 'type', 'match', 'code'],
  refuseRow(row) {
    if (!['off', 'unset'].includes(readFlag(row['regex']))) {
      return refuse('link.has.rules', 'The source is a pattern', 'regex', row);
    }
    const other = ['type', 'match'].find(
      (name) => !isUnset(row[name]) && !/^url$/i.test(readText(row[name]).trim()),
    );
    return other === undefined
      ? null
      : refuse('link.has.rules', 'The row is more than a redirect to one target', other, row);
  },
};

/** Pretty Links, a plugin of WordPress. */
const prettyLinks: TableKind = {
  source: 'prettylinks',
  hasPaths: true,
  extra: ['redirecttype', 'paramforwarding'],
  refuseRow(row) {
    const type = readText(row['redirecttype']).trim();
    return /^(?:30[12378])?$/.test(type)
      ? null
      : refuse('link.cloaked', 'Brisk has no such redirect', 'redirecttype', row);
  },
  routing: {
    columns: ['paramforwarding'],
    read: (row) => ({ forwardsQuery: readFlag(row['paramforwarding']) === 'on' }),
  },
};

function refuse(key: Refusal['key'], reason: string, name: string, row: Fields): Refusal {
  const detail = describeColumn(name, row[name]);
  return { key, reason: `${reason} (${detail})`, detail };
}

/** The first one whose columns are all there wins. */
const kinds: readonly (readonly [columns: string, kind: TableKind])[] = [
  ['source target regex', redirection],
  ['source target hits', { source: 'yourls', hasPaths: true }],
  ['keyword url', { source: 'yourls', hasPaths: true }],
  ['shortcode longurl', { source: 'shlink', hasPaths: true }],
  ['slug redirecttype', prettyLinks],
  ['slug paramforwarding', prettyLinks],
  ['shortlink destinationurl', { source: 'dub', hasPaths: true }],
  ['customlink', { source: 'bitly' }],
  ['custombitlinks', { source: 'bitly' }],
  ['bitlink', { source: 'bitly' }],
  ['link longurl', { source: 'bitly' }],
  ['slashtag destination', { source: 'rebrandly', hasPaths: true }],
  ['originalurl path', { source: 'shortio', hasPaths: true }],
  ['originalurl shorturl', { source: 'shortio', hasPaths: true }],
  ['tinyurl', { source: 'tinyurl' }],
  ['url shortid', { source: 'tinycc' }],
  ['address target', { source: 'kutt' }],
  ['shorturl longurl secretkey', { source: 'polr' }],
  ['shorturl longurl isactive', { source: 'zurl' }],
  ['shortlink longlink', { source: 'chhoto' }],
  // The importer of Shlink takes addresses, too.
  ['longurl shorturl', { source: 'csv', hasPaths: true }],
];

const unknown: TableKind = { source: 'csv' };

export function findKind(folded: readonly string[]): TableKind {
  const found = kinds.find(([columns]) =>
    columns.split(' ').every((column) => folded.includes(column)),
  );
  return found?.[1] ?? unknown;
}
