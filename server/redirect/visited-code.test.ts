import { expect, test } from 'bun:test';
import { parseVisitedCodes, readGluedQuery } from './visited-code.ts';

test.each([
  ['http://h/abc', 'abc'],
  ['http://h/abc/', 'abc'],
  ['http://h:3080/abc?x=/y', 'abc'],
  ['http://h/abc/?x', 'abc'],
  ['http://h/caf%C3%A9', 'café'],
  ['http://h/__proto__', '__proto__'],
  ['/abc/?x', 'abc'],
  ['/', null],
  ['//abc', 'abc'],
  ['http://h/', null],
  ['http://h', null],
  ['http://h/?abc', null],
  ['http://h//abc', 'abc'],
  ['http://h/abc//', 'abc'],
  ['http://h///abc///?x', 'abc'],
  ['http://h//', null],
  ['http://h/%2F', null],
  ['http://h/%', null],
  ['http://h/%ff', null],
  ['http://h/abc%20', 'abc '],
  ['http://h/abc%E2%80%8B', 'abc\u200b'],
  ['http://h/abc%E2%80', 'abc\ufffd'],
  ['http://h/abc%94', 'abc\ufffd'],
  ['http://h/abc%', 'abc%'],
  ['http://h/caf%E9', 'café'],
  ['http://h/%FCber%25', 'über%'],
  ['http://h/abc/,', 'abc/,'],
  ['http://h/abc%2F', 'abc/'],
  ['http://h/abc&amp;next=/x', 'abc&amp;next=/x'],
  ['http://h/abc](http://h/abc)', 'abc](http://h/abc)'],
  ['http://h/api/&x', 'api/&x'],
  ['http://h/%E2%80%8B', null],
  ['http://h/%20', null],
  ['http://h/%5E', '^'],
  ['http://h/%7Ccmd', '|cmd'],
  ['http://h/%E2%9D%A4%EF%B8%8F', '❤️'],
  ['http://h/..', '..'],
])('%s asks for %p', (url, code) => {
  expect(parseVisitedCodes(url)).toEqual(code === null ? [] : [{ code, path: '' }]);
});

/** Each code with the path behind it. */
type Codes = readonly (readonly [code: string, path: string])[];

const LONG = 'x'.repeat(250);

test.each<[url: string, codes: Codes]>([
  [
    'http://h/a/b',
    [
      ['a/b', ''],
      ['a', 'b'],
    ],
  ],
  [
    '/a/b?c=/d',
    [
      ['a/b', ''],
      ['a', 'b'],
    ],
  ],
  [
    'http://h//a/b//',
    [
      ['a/b', ''],
      ['a', 'b//'],
    ],
  ],
  [
    'http://h/a/b/c',
    [
      ['a/b/c', ''],
      ['a/b', 'c'],
      ['a', 'b/c'],
    ],
  ],
  [
    'http://h/a%20b/%C3%A9',
    [
      ['a b/é', ''],
      ['a b', '%C3%A9'],
    ],
  ],
  ['http://h/a%2Fb', [['a/b', '']]],
  ['http://h/a%2Fb/c', [['a/b/c', '']]],
  [
    'http://h/a/b%2Fc',
    [
      ['a/b/c', ''],
      ['a', 'b%2Fc'],
    ],
  ],
  [
    'http://h/a/b/.',
    [
      ['a/b/.', ''],
      ['a/b', '.'],
      ['a', 'b/.'],
    ],
  ],
  [
    'http://h/a/b&c=/d',
    [
      ['a/b&c=/d', ''],
      ['a/b&c=', 'd'],
      ['a', 'b&c=/d'],
    ],
  ],
  [
    'http://h/.git/config',
    [
      ['.git/config', ''],
      ['.git', 'config'],
    ],
  ],
  ['http://h/a//b', [['a', '/b']]],
  [
    'http://h/a/../b',
    [
      ['a/..', 'b'],
      ['a', '../b'],
    ],
  ],
  [
    'http://h/a/./b',
    [
      ['a/.', 'b'],
      ['a', './b'],
    ],
  ],
  [
    'http://h/a/%2e%2e/b',
    [
      ['a/..', 'b'],
      ['a', '%2e%2e/b'],
    ],
  ],
  [
    'http://h/a/b#c/d',
    [
      ['a/b#c/d', ''],
      ['a', 'b'],
    ],
  ],
  [
    `http://h/${LONG}/abcd+`,
    [
      [`${LONG}/abcd+`, ''],
      [LONG, 'abcd+'],
    ],
  ],
  [`http://h/${LONG}/abcdef`, [[LONG, 'abcdef']]],
  ['http://h/%20/b', [[' /b', '']]],
])('%s asks for a code of several segments, or a path below another', (url, codes) => {
  expect(parseVisitedCodes(url)).toEqual(codes.map(([code, path]) => ({ code, path })));
});

test('a visit asks for at most nine codes, however many slashes it has', () => {
  const codes = parseVisitedCodes(`http://h/${'a/'.repeat(100)}b`);
  expect(codes).toHaveLength(9);
  expect(codes.at(-1)).toEqual({ code: 'a', path: `${'a/'.repeat(99)}b` });
  expect(parseVisitedCodes(`http://h/a${'/'.repeat(8000)}`)).toEqual([{ code: 'a', path: '' }]);
  expect(parseVisitedCodes(`http://h/a${'/'.repeat(8000)}b`)).toHaveLength(1);
  expect(parseVisitedCodes(`http://h/${'a/'.repeat(60_000)}`)).toEqual([]);
});

test.each([
  ['http://h/code&utm_source=x', 'utm_source=x'],
  ['http://h/code&amp;utm_source=x&b=c', 'utm_source=x&b=c'],
  ['http://h/code%3Futm_source=x', 'utm_source=x'],
  ['http://h/code%3futm_source%3Dx%26b%3Dc', 'utm_source=x&b=c'],
  ['http://h/code%3Futm_source=%C3%A9', 'utm_source=%C3%A9'],
  ['http://h/code&utm_source=x?a=b', 'utm_source=x'],
  ['http://h/code?a=b&c=d', ''],
  ['http://h/code&', ''],
  ['http://h/code&nbsp;', ''],
  ['http://h/code%3Fa%3D%0d%0ab', ''],
  ['http://h/code', ''],
])('%s has the query %j behind its code', (url, query) => {
  expect(readGluedQuery(url)).toBe(query);
});
