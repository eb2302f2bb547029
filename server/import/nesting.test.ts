import { expect, test } from 'bun:test';
import { nestsDeeper } from './nesting.ts';

test.each([
  ['', 0, false],
  ['1', 0, false],
  ['[1]', 1, false],
  ['[{"a":[1]}]', 3, false],
  ['[{"a":[1]}]', 2, true],
  ['[[],[],{},[]]', 2, false],
  ['["[[[[","{{{"]', 1, false],
  [String.raw`["\"[[[","\\",[]]`, 2, false],
  [String.raw`["\\",[[]]]`, 2, true],
  [']]]][', 1, false],
])('%s nests deeper than %p: %p', (text, max, deeper) => {
  expect(nestsDeeper(Buffer.from(text), max)).toBe(deeper);
});
