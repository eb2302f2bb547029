import { expect, test } from 'bun:test';
import { visitedCode } from './visited-code.ts';

test.each([
  ['http://h/abc', 'abc'],
  ['http://h/abc/', 'abc'],
  ['http://h:3080/abc?x=/y', 'abc'],
  ['http://h/abc/?x', 'abc'],
  ['http://h/caf%C3%A9', 'café'],
  ['http://h/__proto__', '__proto__'],
  ['/abc/?x', 'abc'],
  ['/', null],
  ['//abc', null],
  ['http://h/', null],
  ['http://h', null],
  ['http://h/?abc', null],
  ['http://h/a/b', null],
  ['http://h//abc', null],
  ['http://h/abc//', null],
  ['http://h/%', null],
  ['http://h/%ff', null],
])('%s asks for %p', (url, code) => {
  expect(visitedCode(url)).toBe(code);
});
