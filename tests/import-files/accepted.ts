import type { ImportedLink } from '../../server/import/import.store.ts';
import { oldPhpMyAdmin, otherTables, phpMyAdmin, yourlsRow } from './yourls-files.ts';

/** A file whose rows all become links, and the expected links. */
export interface AcceptedFile {
  readonly title: string;
  readonly file: string | Uint8Array;
  readonly links: readonly (Pick<ImportedLink, 'short_url'> & Partial<ImportedLink>)[];
}

/** The link that `yourlsRow('a')` becomes. */
const a = {
  short_url: 'a',
  long_url: 'https://example.com/a',
  title: 'Page a',
  description: '',
  clicks: 12,
  created_at: Date.UTC(2019, 2, 4, 5, 6, 7) / 1000,
  updated_at: Date.UTC(2019, 2, 4, 5, 6, 7) / 1000,
  expires_at: 0,
  is_active: 1,
  ip: '198.51.100.9',
};
const b = { ...a, short_url: 'b', long_url: 'https://example.com/b', title: 'Page b' };
const two = [yourlsRow('a'), yourlsRow('b')];
const dump = phpMyAdmin({ yourls_url: two });

function oneRow(fields: object): string {
  return JSON.stringify([yourlsRow('a', fields)]);
}

/** Exports of database tools, of a table or a query. */
const toolFiles: readonly AcceptedFile[] = [
  { title: 'phpMyAdmin 4, one table', file: oldPhpMyAdmin({ yourls_url: two }), links: [a, b] },
  {
    title: 'phpMyAdmin 4, a whole database',
    file: oldPhpMyAdmin({ yourls_log: otherTables.log, old_url: [], yourls_url: two }),
    links: [a, b],
  },
  {
    title: 'phpMyAdmin 4, two sites',
    file: oldPhpMyAdmin({ a_url: [yourlsRow('a')], options: [{}], b_url: [yourlsRow('b')] }),
    links: [a, b],
  },
  { title: 'comments around a dump', file: `/* a */ // b\r\n${dump}// c`, links: [a, b] },
  { title: 'Navicat', file: JSON.stringify({ RECORDS: two }), links: [a, b] },
  {
    title: 'HeidiSQL',
    file: JSON.stringify({ table: 'yourls_url', rows: two }),
    links: [a, b],
  },
  {
    title: 'DBeaver, a query',
    file: JSON.stringify({ 'SELECT * FROM links\nLIMIT 2': two }),
    links: [a, b],
  },
  {
    title: 'links in a table of another name, without a table of the usual name',
    file: phpMyAdmin({ backup_of_links: two, yourls_log: otherTables.log }),
    links: [a, b],
  },
  {
    title: 'one object a line',
    file: two.map((row) => `${JSON.stringify(row)}\n`).join(''),
    links: [a, b],
  },
  {
    title: 'one object a line, CRLF, a mark, empty lines and no break at the end',
    file: `\u{FEFF}\r\n${two.map((row) => JSON.stringify(row)).join('\r\n\r\n')}`,
    links: [a, b],
  },
  {
    title: 'one object after another, each over several lines',
    file: two.map((row) => JSON.stringify(row, null, 2)).join('\n'),
    links: [a, b],
  },
  { title: 'one object', file: JSON.stringify(yourlsRow('a')), links: [a] },
];

const yourls: readonly AcceptedFile[] = [
  { title: 'phpMyAdmin, one table', file: dump, links: [a, b] },
  { title: 'a byte order mark', file: `\u{FEFF}${dump}`, links: [a, b] },
  { title: 'CRLF', file: dump.replaceAll('\n', '\r\n'), links: [a, b] },
  { title: 'indentation', file: JSON.stringify(JSON.parse(dump), null, 4), links: [a, b] },
  {
    title: 'phpMyAdmin, a whole database with the links last',
    file: phpMyAdmin({
      yourls_log: otherTables.log,
      yourls_options: otherTables.options,
      yourls_url: two,
    }),
    links: [a, b],
  },
  {
    title: 'phpMyAdmin, the links first and another prefix',
    file: phpMyAdmin({ go_url: two, go_log: otherTables.log, go_options: otherTables.options }),
    links: [a, b],
  },
  {
    title: 'phpMyAdmin, two sites and a foreign table with such a name',
    file: phpMyAdmin({
      one_url: [yourlsRow('a')],
      shop_url: [{ id: '1', href: 'https://example.com/' }],
      two_url: [yourlsRow('b')],
    }),
    links: [a, b],
  },
  { title: 'phpMyAdmin, no prefix', file: phpMyAdmin({ url: two }), links: [a, b] },
  { title: 'phpMyAdmin, no rows', file: phpMyAdmin({ yourls_url: [] }), links: [] },
  { title: 'Adminer, one table', file: JSON.stringify({ yourls_url: two }), links: [a, b] },
  {
    title: 'Adminer, a whole database',
    file: JSON.stringify({ yourls_log: otherTables.log, yourls_url: two }),
    links: [a, b],
  },
  { title: 'bare rows', file: JSON.stringify(two), links: [a, b] },
  ...toolFiles,
  {
    title: 'keyword and url alone, numbers as numbers',
    file: '[{"keyword":7,"url":"https://example.com/a"},{"keyword":"b","url":"https://example.com/b","clicks":3}]',
    links: [
      { short_url: '7', title: '', clicks: 0, ip: '' },
      { short_url: 'b', clicks: 3 },
    ],
  },
  {
    title: 'NULL in every column that may be missing',
    file: oneRow({ title: null, timestamp: null, ip: null, clicks: null }),
    links: [{ short_url: 'a', title: '', clicks: 0, ip: '' }],
  },
  {
    title: 'columns of no known name',
    file: oneRow({ __proto__: null, constructor: 'x', toString: 'y', 中文: '1' }),
    links: [a],
  },
];

const values: readonly AcceptedFile[] = [
  ...[
    'AbC',
    'abc',
    'ABC',
    '链接',
    'é.x~y',
    'a+b=c',
    "it's",
    '%41',
    '__proto__',
    'x'.repeat(255),
  ].map((code) => ({
    title: `the code ${code.slice(0, 20)}`,
    file: oneRow({ keyword: code }),
    links: [{ short_url: code }],
  })),
  {
    title: 'codes that differ by their case',
    file: JSON.stringify(['x', 'X'].map((code) => yourlsRow(code))),
    links: [
      { short_url: 'x', long_url: 'https://example.com/x' },
      { short_url: 'X', long_url: 'https://example.com/X' },
    ],
  },
  ...(
    [
      ['1999-12-31 23:59:59', Date.UTC(1999, 11, 31, 23, 59, 59)],
      ['2024-02-29T12:00:00', Date.UTC(2024, 1, 29, 12)],
      ['2024-02-29T12:00:00.250Z', Date.UTC(2024, 1, 29, 12)],
      ['2024-02-29T12:00:00+08:00', Date.UTC(2024, 1, 29, 4)],
      ['1700000000', 1_700_000_000_000],
      [1_700_000_000, 1_700_000_000_000],
    ] as const
  ).map(([timestamp, ms]) => ({
    title: `the date ${timestamp}`,
    file: oneRow({ timestamp }),
    links: [{ short_url: 'a', created_at: ms / 1000, updated_at: ms / 1000 }],
  })),
  ...['-1', '1.5', 'many', '1e3', true, [], 1e300, '99999999999999999999'].map((clicks) => ({
    title: `clicks that are ${JSON.stringify(clicks)}`,
    file: oneRow({ clicks }),
    links: [{ short_url: 'a', clicks: 0 }],
  })),
  {
    title: 'a title of control characters, half a surrogate pair and too many characters',
    file: oneRow({ title: `  a\u0000\r\nb\u001b[31m\ud800${'💩'.repeat(200)}` }),
    links: [{ short_url: 'a', title: `a b [31m\ufffd${'💩'.repeat(123)}` }],
  },
  {
    title: 'a title that would be a formula or a script, or breaks SQL',
    file: oneRow({ title: '=cmd()<script>\'; drop table "link"; --' }),
    links: [{ short_url: 'a', title: '=cmd()<script>\'; drop table "link"; --' }],
  },
  {
    title: 'a creator address that is no IP address',
    file: oneRow({ ip: '<script>' }),
    links: [{ short_url: 'a', ip: '' }],
  },
  {
    title: 'a creator address of IPv6',
    file: oneRow({ ip: '2001:db8::1' }),
    links: [{ short_url: 'a', ip: '2001:db8::1' }],
  },
  {
    title: 'long URLs as people type them',
    file: JSON.stringify([yourlsRow('a', { url: ' HTTP://EXAMPLE.com:80/ä b?q=ü#ö ' })]),
    links: [{ short_url: 'a', long_url: 'http://example.com/%C3%A4%20b?q=%C3%BC#%C3%B6' }],
  },
];

export const acceptedFiles: readonly AcceptedFile[] = [...yourls, ...values];
/** Invalid dates: such links get the time of the import. */
export const badDates = [
  '0000-00-00 00:00:00',
  '2023-02-29 00:00:00',
  '2023-13-01 00:00:00',
  '1969-12-31 23:59:59',
  'yesterday',
  '',
  '-5',
  {},
  1e20,
].map((timestamp) => [JSON.stringify(timestamp), oneRow({ timestamp })] as const);
