import { expect, test } from 'bun:test';
import { exceedsShape } from './json-shape.ts';

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
])('%s lies deeper than %p brackets: %p', (text, depth, exceeds) => {
  expect(exceedsShape(Buffer.from(text), { members: 1, depth })).toBe(exceeds);
});

test.each([
  ['{}', 0, false],
  ['{"a":1,"b":2}', 2, false],
  ['{"a":1,"b":2}', 1, true],
  ['{"a":{"b":2}}', 1, true],
  ['[{"a":1},{"a":1}]', 1, true],
  [String.raw`{"a:\":":":::"}`, 1, false],
  ['{"a":":::::', 1, false],
])('%s has more than %p members: %p', (text, members, exceeds) => {
  expect(exceedsShape(Buffer.from(text), { members, depth: 10 })).toBe(exceeds);
});
