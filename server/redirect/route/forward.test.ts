import { expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { forward, isForwardable } from './forward.ts';

test.each([
  '..',
  '.',
  '../x',
  'a/../b',
  'a/..',
  '%2e%2E/x',
  'a/.%2e',
  '%2e.',
  '..;a/x',
  '..%3b/x',
  '.;',
  'a\\b',
  'a%5cb',
  'a%5Cb',
  '%2f%2fother.example',
  '..%2F',
  'a%00',
  'a\0',
  'a\tb',
  'a\r\nb',
  'a b',
])('the path %j is not forwarded', (path) => {
  expect(isForwardable(path)).toBeFalse();
});

test.each([
  ['a', 'https://t.example/p/a'],
  ['a/', 'https://t.example/p/a/'],
  ['/other.example', 'https://t.example/p//other.example'],
  ['//other.example//', 'https://t.example/p///other.example//'],
  ['@other.example', 'https://t.example/p/@other.example'],
  ['user:word@other.example', 'https://t.example/p/user:word@other.example'],
  ['https://other.example/', 'https://t.example/p/https://other.example/'],
  ['javascript:alert(1)', 'https://t.example/p/javascript:alert(1)'],
  ['%252e%252e', 'https://t.example/p/%252e%252e'],
  ['...', 'https://t.example/p/...'],
  ['a?b#c', 'https://t.example/p/a%3Fb%23c'],
  ['%ff%c0%af', 'https://t.example/p/%ff%c0%af'],
  ['%0d%0aX:1', 'https://t.example/p/%0d%0aX:1'],
  ['\u00ff', 'https://t.example/p/%C3%BF'],
])('the path %j is added below the target', (path, expected) => {
  expect(isForwardable(path)).toBeTrue();
  expect(forward('https://t.example/p', path, '')).toBe(expected);
  expect(forward('https://t.example/p/', path, '')).toBe(expected);
  expect(forward('https://t.example/p?q=1#f', path, '')).toBe(`${expected}?q=1#f`);
});

test('a path and a query below a bare host keep the host', () => {
  expect(forward('https://t.example/', '/other.example', '')).toBe(
    'https://t.example//other.example',
  );
  expect(forward('http://t.example:81/', '@o.example', 'a=https://o.example')).toBe(
    'http://t.example:81/@o.example?a=https://o.example',
  );
});

test('a path or query that would make a URL too long is not added', () => {
  const target = 'https://t.example/p?own=1';
  expect(forward(target, 'x'.repeat(8193), '')).toBe(target);
  expect(forward(target, '', `a=${'x'.repeat(8150)}`)).toHaveLength(8178);
  expect(forward(target, '', `a=${'x'.repeat(8180)}`)).toBe(target);
  expect(forward(target, '', `a=${'x'.repeat(100_000)}`)).toBe(target);
});

test('a path of more than 64 segments or a query of more than 100 parameters is not added', () => {
  const target = 'https://t.example/p?own=1';
  expect(forward(target, 'a/'.repeat(63) + 'a', '')).toEndWith('/a/a?own=1');
  expect(forward(target, 'a/'.repeat(64), 'a=b')).toBe(target);
  expect(forward(target, '', 'a=b&'.repeat(99) + 'c=d')).toEndWith('&c=d');
  expect(forward(target, 'a', '+&'.repeat(3950))).toBe(target);
});

const anyPart = fc.string({ unit: 'binary', maxLength: 40 });
const hostilePart = fc
  .array(
    fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '@',
      ':',
      '?',
      '#',
      '&',
      '=',
      '%',
      'a',
      ';',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const target = fc
  .webUrl({ withFragments: true, withQueryParameters: true, validSchemes: ['http', 'https'] })
  .filter((url) => URL.canParse(url))
  .map((url) => new URL(url).href);

test('no path and no query changes scheme, host, folder or fragment of a target', () => {
  fc.assert(
    fc.property(
      target,
      fc.oneof(anyPart, hostilePart),
      fc.oneof(anyPart, hostilePart),
      (long, path, query) => {
        if (path !== '' && !isForwardable(path)) return;
        const [before, after] = [new URL(long), new URL(forward(long, path, query))];
        expect(after.origin).toBe(before.origin);
        expect(after.username + after.password).toBe('');
        expect(after.hash).toBe(before.hash);
        expect(after.pathname).toStartWith(before.pathname.replace(/\/$/, ''));
        expect(after.search).toStartWith(before.search);
        expect(after.href).toMatch(/^[!-~]+$/);
      },
    ),
    { numRuns: 3000 },
  );
});
