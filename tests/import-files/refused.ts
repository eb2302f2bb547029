import { otherTables, phpMyAdmin, yourlsRow } from './yourls-files.ts';

const MEGABYTE = 1024 * 1024;
const dump = phpMyAdmin({ yourls_url: [yourlsRow('a', { title: 'Größe' })] });

/** Unreadable files: the answer is `json.error`, and nothing changes. */
export const unreadableFiles: readonly (readonly [string, string | Uint8Array])[] = [
  ['nothing', ''],
  ['white space', ' \r\n\t'],
  ['a byte order mark alone', '\u{FEFF}'],
  ['text', 'keyword,url\na,https://example.com/\n'],
  ['SQL', "INSERT INTO `yourls_url` VALUES ('a','https://example.com/');"],
  ['JavaScript', "[{keyword:'a',url:'https://example.com/'}]"],
  ['two values', `${dump}${dump}`],
  ['truncated', dump.slice(0, -20)],
  ['cut in the middle of a character', Buffer.from(dump).subarray(0, dump.indexOf('ö') + 1)],
  ['Latin-1', Buffer.from(dump, 'latin1')],
  ['UTF-16', Buffer.from(`\u{FEFF}${dump}`, 'utf16le')],
  ['zeros', new Uint8Array(1000)],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['10 MB of [', '['.repeat(10 * MEGABYTE)],
  ['10 MB of nested arrays', '['.repeat(5 * MEGABYTE) + ']'.repeat(5 * MEGABYTE)],
  ['10 MB of nested objects', `${'{"a":'.repeat(MEGABYTE)}1${'}'.repeat(MEGABYTE)}`],
  ...['null', 'true', '0', '1e400', '"yourls_url"', '[]', '{}', '[[]]', '[null]', '[1,2]'].map(
    (text) => [text, text] as const,
  ),
  ['a table of another name', phpMyAdmin({ yourls_log: otherTables.log })],
  ['a table of other columns', phpMyAdmin({ shop_url: [{ id: '1', href: 'https://a.example/' }] })],
  ['a table without rows in it', '[{"type":"table","name":"yourls_url"}]'],
  ['rows that are no list', '{"yourls_url":{"keyword":"a","url":"https://example.com/"}}'],
  ['objects and a list', '{"keyword":"a","url":"https://example.com/"}\n[]'],
  ['objects that are cut', '{"keyword":"a","url":"https://example.com/"}\n{"keyword":'],
  ['objects and text', '{"keyword":"a","url":"https://example.com/"}\nend'],
  ['a comment alone', '// yourls.yourls_url'],
  ['a comment without an end', '/* [{"keyword":"a","url":"https://example.com/"}]'],
  [
    'two tables of other names',
    phpMyAdmin({ one_links: [yourlsRow('a')], two_links: [yourlsRow('b')] }),
  ],
  ['rows without addresses', '[{"keyword":"a"},{"keyword":"b"}]'],
  ['a newer version of Brisk', '{"format":"brisk","version":2,"links":[]}'],
  ['Brisk without links', '{"format":"brisk","version":1}'],
  ['a prototype', '{"__proto__":{"yourls_url":[{"keyword":"a","url":"https://a.example/"}]}}'],
];
