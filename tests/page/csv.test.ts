import { describe, expect, test } from 'bun:test';
import { csvLine } from '../../contracts/csv.ts';

/** Reads a line as a spreadsheet does with this separator. */
function readCells(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]!;
    if (isQuoted && character === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (!isQuoted && (character === separator || /[\r\n]/.test(character))) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}

const signs = Array.from('=+-@|＝＋－＠｜﹢﹣﹦﹫−⁺⁻⁼₊₋₌');

describe('a spreadsheet finds no formula, with any separator, in a cell that holds', () => {
  const shapes: [string, (sign: string) => string][] = [
    ['a sign at the start', (sign) => `${sign}1+1`],
    ['a sign after a space', (sign) => ` ${sign}1+1`],
    ['a sign after a no-break or an ideographic space', (sign) => `\u{A0}\u{3000}${sign}1`],
    ['a sign after an invisible character', (sign) => `\u{FEFF}\u{200B}\u{200E}${sign}1`],
    [
      'a sign after an invisible letter or a variation selector',
      (sign) => `\u{3164}\u{34F}\u{FE0F}${sign}1`,
    ],
    ['a sign after control characters', (sign) => `\0\u{1}${sign}1;\u{1F}${sign}1`],
    ['a sign after a quote', (sign) => `"${sign}1+1"`],
    ['a sign after a semicolon', (sign) => `a;${sign}1+1`],
    ['a sign after semicolons and a space', (sign) => `a;; ${sign}1+1;b`],
    ['a sign after a semicolon and a quote', (sign) => `a;"${sign}1+1"`],
    ['a sign after a tab', (sign) => `a\t${sign}1`],
    ['a sign after a line break', (sign) => `a\r\n${sign}1\n${sign}2\r${sign}3`],
    ['a sign after a line break at the start', (sign) => `\n${sign}1`],
  ];
  const formula = new RegExp(
    `^[\\s"'\\p{Cc}\\p{Cf}\\p{DI}]*[${signs.join('').replace('-', '\\-')}]`,
    'u',
  );
  test.each(shapes)('%s', (_, write) => {
    for (const sign of signs) {
      const line = csvLine(['a', write(sign), 'b']);
      for (const separator of [',', ';', '\t']) {
        for (const cell of readCells(line, separator)) {
          const isText = cell.trimStart().startsWith("'");
          if (!isText) expect(cell).not.toMatch(formula);
        }
      }
    }
  });
});

test('a text that is not a formula stays unchanged', () => {
  const cells = ['a=b', 'a-b', '1+1', 'me@example.com', 'a;b', "it's", 'a|b', '链接', ' a', ''];
  expect(csvLine([...cells, -5, 7])).toBe(`${cells.join(',')},-5,7\r\n`);
});

test('commas, quotes and line breaks are quoted', () => {
  expect(csvLine(['a,b', 'a"b', 'a\nb'])).toBe('"a,b","a""b","a\nb"\r\n');
  expect(csvLine(['a,b', 'a\tb', 'a"b'], '\t')).toBe('a,b\t"a\tb"\t"a""b"\r\n');
});
