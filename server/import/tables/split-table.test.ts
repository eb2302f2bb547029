import { expect, test } from 'bun:test';
import { memoryFile } from '../source/memory-file.ts';
import { fc } from '../../../tests/support/random.ts';
import { Problem } from '../../http/problem.ts';
import { findEncoding, readText, type Encoding } from './read-text.ts';
import { COLUMNS_MAX, ROW_MAX, TableSplitter } from './split-table.ts';

function split(text: string, delimiter = ',', piece = text.length): string[][] {
  const splitter = new TableSplitter(delimiter);
  const rows: string[][] = [];
  for (let at = 0; at < text.length; at += piece)
    rows.push(...splitter.split(text.slice(at, at + piece)));
  return [...rows, ...splitter.end()];
}

const cases: [string, string, string[][]][] = [
  ['nothing', '', []],
  ['one cell', 'a', [['a']]],
  [
    'line feeds',
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'returns',
    'a,b\rc,d\r',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'both',
    'a,b\r\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['mixed line ends', 'a\nb\rc\r\nd', [['a'], ['b'], ['c'], ['d']]],
  ['an empty line', 'a\n\nb', [['a'], [''], ['b']]],
  ['empty cells', ',,\n', [['', '', '']]],
  ['a delimiter in quotes', '"a,b",c', [['a,b', 'c']]],
  ['a line break in quotes', '"a\r\nb"\nc', [['a\r\nb'], ['c']]],
  ['doubled quotes', '"a""b",""""', [['a"b', '"']]],
  ['empty quotes', '"",a', [['', 'a']]],
  ['blanks before quotes', 'a, "b,c"', [['a', 'b,c']]],
  ['a quote inside a cell', 'a"b,5" screen', [['a"b', '5" screen']]],
  ['text behind quotes', '"a"b,c', [['ab', 'c']]],
];
test.each(cases)('reads %s, however the text is cut', (_, text, rows) => {
  for (let piece = 1; piece <= Math.max(1, text.length); piece += 1) {
    expect(split(text, ',', piece)).toEqual(rows);
  }
});

test('a row of a gigabyte, a missing quote and too many cells end the reading', () => {
  const long = 'x'.repeat(65_536);
  const splitter = new TableSplitter(',');
  let read = 0;
  const reading = () => {
    for (; read < 2 ** 30; read += long.length) splitter.split(`${long},`);
  };
  expect(reading).toThrow(Problem);
  expect(read).toBeLessThanOrEqual(ROW_MAX);
  expect(() => split(`a,b\n${','.repeat(COLUMNS_MAX)}`)).toThrow(Problem);
  expect(() => split('a,b\n"c,d\n')).toThrow(Problem);
});

interface Dialect {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly encoding: Encoding;
  readonly hasMark: boolean;
  readonly quotesAll: boolean;
  readonly endsLine: boolean;
}

/** The characters of windows-1252 by their bytes, without the five that it lacks. */
const latin = Array.from(
  new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 255 }, (_, i) => i + 1)),
);

function encode(text: string, { encoding, hasMark }: Dialect): Uint8Array {
  if (encoding === 'windows-1252')
    return Uint8Array.from(text, (letter) => latin.indexOf(letter) + 1);
  const marked = hasMark ? `\u{FEFF}${text}` : text;
  if (encoding === 'utf-8') return Buffer.from(marked);
  const bytes = Buffer.from(marked, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

function write(rows: readonly (readonly string[])[], dialect: Dialect): string {
  const { delimiter, quotesAll, lineEnd, endsLine } = dialect;
  const lines = rows.map((cells) =>
    cells
      .map((cell) =>
        quotesAll || cell.includes(delimiter) || /["\r\n]/.test(cell)
          ? `"${cell.replaceAll('"', '""')}"`
          : cell,
      )
      .join(delimiter),
  );
  return lines.join(lineEnd) + (endsLine ? lineEnd : '');
}

const dialects: fc.Arbitrary<Dialect> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom<Encoding>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
  hasMark: fc.boolean(),
  quotesAll: fc.boolean(),
  endsLine: fc.boolean(),
});
const anyLetter = fc.constantFrom(...Array.from('aé"\',;\t|\r\n =中💩'));
const letters = {
  wide: fc.oneof(anyLetter, fc.string({ unit: 'grapheme', maxLength: 3, minLength: 1 })),
  narrow: fc.oneof(fc.constantFrom(...Array.from('aé"\',;\t|\r\n =€ÿ')), fc.constantFrom(...latin)),
};

/** The first row shows UTF-16 without a mark by its Latin letters, and windows-1252 by its accents. */
function tables(unit: fc.Arbitrary<string>): fc.Arbitrary<string[][]> {
  return fc.integer({ min: 2, max: 6 }).chain((columns) => {
    const cells = fc.string({ unit, maxLength: 12 });
    const row = fc.array(cells, { minLength: columns, maxLength: columns });
    const shown = ['code', ...Array<string>(columns - 1).fill('é')];
    return fc.array(row, { minLength: 1, maxLength: 8 }).map((rows) => [shown].concat(rows));
  });
}

const written = dialects.chain((dialect) =>
  fc.record({
    dialect: fc.constant(dialect),
    rows: tables(dialect.encoding === 'windows-1252' ? letters.narrow : letters.wide),
    piece: fc.integer({ min: 4, max: 300 }),
  }),
);

test('whatever a table holds, it reads back equal in every dialect', async () => {
  await fc.assert(
    fc.asyncProperty(written, async ({ dialect, rows, piece }) => {
      const clean = rows.map((cells) =>
        cells.map((cell) => cell.replaceAll('\0', '').toWellFormed()),
      );
      const file = memoryFile(encode(write(clean, dialect), dialect), 'table.csv', piece);
      const encoding = await findEncoding(file);
      expect(encoding).toBe(dialect.encoding);
      const splitter = new TableSplitter(dialect.delimiter);
      const read: string[][] = [];
      for await (const text of readText(file, dialect.encoding)) read.push(...splitter.split(text));
      expect([...read, ...splitter.end()]).toEqual(clean);
    }),
    { numRuns: 500 },
  );
});
