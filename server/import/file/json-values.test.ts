import { expect, test } from 'bun:test';
import { splitValues } from './json-values.ts';

const cases: [string, number, string[]][] = [
  ['', 0, []],
  [' \r\n\t', 0, []],
  ['1', 0, ['broken']],
  ['[1]', 1, ['[1]']],
  ['[{"a":[1]}]', 3, ['[{"a":[1]}]']],
  ['[{"a":[1]}]', 2, ['too-deep']],
  ['[[],[],{},[]]', 2, ['[[],[],{},[]]']],
  ['["[[[[","{{{"]', 1, ['["[[[[","{{{"]']],
  [String.raw`["\"[[[","\\",[]]`, 2, [String.raw`["\"[[[","\\",[]]`]],
  [String.raw`["\\",[[]]]`, 2, ['too-deep']],
  [']]]][', 1, ['broken']],
  ['[1', 1, ['broken']],
  ['["1]', 1, ['broken']],
  ['{} {}\n[]', 1, ['{}', '{}', '[]']],
  ['{},{}', 1, ['{}', 'broken']],
  ['[] x', 1, ['[]', 'broken']],
  ['/* [[[ " */ [1] // "{{{', 1, ['[1]']],
  ['// "\n[[]]', 1, ['too-deep']],
  ['/* [1]', 1, ['broken']],
  ['/ [1]', 1, ['broken']],
];
test.each(cases)('%s, at most %d deep, is %p', (text, max, values) => {
  const found = Array.from(splitValues(text, max), (value) =>
    typeof value === 'string' ? value : value.text,
  );
  expect(found).toEqual(values);
});

test('a value has the comment before it', () => {
  expect([...splitValues('/* a */ // b\n[1] {} // c\n\n[2]', 1)]).toEqual([
    { text: '[1]', comment: '// b' },
    { text: '{}', comment: '' },
    { text: '[2]', comment: '// c' },
  ]);
});
