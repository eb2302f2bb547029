import { expect, test } from 'bun:test';
import { readRows } from './pasted-rows.ts';

function read(text: string) {
  return readRows(text).map(({ number, long_url, short_url, title, tags }) =>
    [number, long_url, short_url, title, tags.join('|')].filter((cell) => cell !== ''),
  );
}

const a = 'https://example.com/a';
const b = 'https://example.com/b';

const cases: [what: string, text: string, rows: (string | number)[][]][] = [
  [
    'one URL a line',
    `${a}\n\n  ${b}\r\n`,
    [
      [1, a],
      [3, b],
    ],
  ],
  [
    'URLs without a scheme, in quotes and in text',
    `example.com/a\n"${b}"\nSee ${a}.`,
    [
      [1, a],
      [2, b],
      [3, a],
    ],
  ],
  [
    'cells of a spreadsheet',
    `${a}\tone\tThe title\tred, blue\n${b}\t\t\tred;blue`,
    [
      [1, a, 'one', 'The title', 'red|blue'],
      [2, b, 'red|blue'],
    ],
  ],
  [
    'cells with line breaks, tabs and quotes',
    `${a}\tone\t"Two\nlines, a\ttab and ""quotes"""\n${b}\ttwo`,
    [
      [1, a, 'one', 'Two\nlines, a\ttab and "quotes"'],
      [2, b, 'two'],
    ],
  ],
  [
    'columns that a first row names',
    `Title\tTags\tURL\tNote\nOne\tred\t${a}\tx`,
    [[2, a, 'One', 'red']],
  ],
  ['Chinese names', `标题,自定义后缀,长链接\n标题一,one,${a}`, [[2, a, 'one', '标题一']]],
  ['names in any spelling', `short_url,Long URL\none,${a}`, [[2, a, 'one']]],
  [
    'cells that end at commas',
    `${a},one,"One, two",red\n${b},,Two,"red,blue"`,
    [
      [1, a, 'one', 'One, two', 'red'],
      [2, b, 'Two', 'red|blue'],
    ],
  ],
  [
    'commas in URLs',
    'https://example.com/@52.5,13.4,12z\nhttps://example.com/x',
    [
      [1, 'https://example.com/@52.5,13.4,12z'],
      [2, 'https://example.com/x'],
    ],
  ],
  [
    'a code without a URL',
    `${a}\tone\n\ttwo`,
    [
      [1, a, 'one'],
      [2, 'two'],
    ],
  ],
  [
    'a quote that nothing closes',
    `${a},one,"Two\n${b},two,x`,
    [
      [1, a, 'one', '"Two'],
      [2, b, 'two', 'x'],
    ],
  ],
  ['nothing', ' \n\t\n', []],
];

test.each(cases)('reads %s', (_, text, rows) => {
  expect(read(text)).toEqual(rows);
});
