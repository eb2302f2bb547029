import { describe, expect, test } from 'bun:test';
import { isReservedCode } from '../../../contracts/links/custom-code.ts';
import { joinCode, splitCode } from '../../../contracts/links/domain-code.ts';
import { fc } from '../../../tests/support/random.ts';
import { foldCode } from '../../engine/texts/code-spellings.ts';
import { getStoredFamily, listStoredSpellings } from './stored-spellings.ts';

const domains = fc.constantFrom('', 'go.example', 's.example');
const codes = fc
  .array(fc.constantFrom('a', 'B', 'é', 'go.example', '/', '//', '.', '..', '%2F', '(', ' ', ','), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

describe('a stored code', () => {
  test.each([
    ['', 'a', 'a'],
    ['', 'a/b', '/a/b'],
    ['', 'a/b/c', '/a/b/c'],
    ['', 'go.example/a', '/go.example/a'],
    ['go.example', 'a', 'go.example/a'],
    ['go.example', 'a/b', 'go.example/a/b'],
    ['go.example', 'go.example/a', 'go.example/go.example/a'],
    ['', '', ''],
    ['go.example', '', 'go.example/'],
  ])('of %j and %j is %j', (domain, code, stored) => {
    expect(joinCode(domain, code)).toBe(stored);
    expect(splitCode(stored)).toEqual({ domain, code });
  });

  test('has its domain and code, and no other link has it', () => {
    fc.assert(
      fc.property(domains, codes, domains, codes, (domain, code, otherDomain, otherCode) => {
        const stored = joinCode(domain, code);
        expect(splitCode(stored)).toEqual({ domain, code });
        const isSame = domain === otherDomain && code === otherCode;
        expect(joinCode(otherDomain, otherCode) === stored).toBe(isSame);
      }),
      { numRuns: 2000 },
    );
  });

  test('has only spellings of its domain, all of one family', () => {
    fc.assert(
      fc.property(domains, codes, (domain, code) => {
        const typed = joinCode(domain, code);
        const family = getStoredFamily(typed);
        for (const spelling of listStoredSpellings(typed)) {
          expect(splitCode(spelling).domain).toBe(domain);
          expect(getStoredFamily(spelling)).toBe(family);
          expect(getStoredFamily(foldCode(spelling))).toBe(family);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['/a/b.', '/a/b'],
    ['/a/b/,', '/a/b'],
    ['/(go.example/b)', '/go.example/b'],
    ['a%2Fb', '/a/b'],
    ['/a/b复制', '/a/b'],
    ['/abc/,', 'abc'],
    ['go.example/a/b)', 'go.example/a/b'],
    ['go.example/"a"', 'go.example/a'],
    ['go.example/fq复制', 'go.example/fq'],
  ])('%s may be %s, as the last possibility', (typed, code) => {
    expect(listStoredSpellings(typed).at(-1)).toBe(code);
    expect(listStoredSpellings(typed)[0]).toBe(typed);
  });
});

test.each([
  ['admin', true],
  ['ADMIN/x', true],
  ['api/v2/links', true],
  ['.well-known/x', true],
  ['assets/a/b', true],
  ['administer/x', false],
  ['x/admin', false],
  ['/admin', false],
])('whether %s is reserved: %p', (code, isReserved) => {
  expect(isReservedCode(code)).toBe(isReserved);
});
