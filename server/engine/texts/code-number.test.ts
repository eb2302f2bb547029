import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { codeNumber, codeNumberInSql } from './code-number.ts';

const database = new Database(':memory:');
const query = database.query<{ number: number | null }, [string]>(
  `select ${codeNumberInSql('code')} as number from (select ? as code)`,
);

function numberInSql(code: string): number | null {
  return query.get(code)!.number;
}

const codes = fc.oneof(
  fc.stringMatching(/^[-A-Za-z0-9_]{1,9}$/),
  fc.stringMatching(/^[ -~]{0,9}$/),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);

describe('the number of a code', () => {
  test('is the same in SQLite', () => {
    fc.assert(
      // SQLite ends a text at its first zero. Codes hold none.
      fc.property(codes, (code) => {
        fc.pre(!code.includes('\0'));
        expect(numberInSql(code)).toBe(codeNumber(code));
      }),
      { numRuns: 2000 },
    );
  });

  test('is unique', () => {
    fc.assert(
      fc.property(codes, codes, (one, other) => {
        fc.pre(one !== other);
        const number = codeNumber(one);
        if (number !== null) expect(codeNumber(other)).not.toBe(number);
      }),
      { numRuns: 2000 },
    );
  });

  test('is exact for the first and the last code', () => {
    expect(codeNumber('-')).toBeGreaterThan(0);
    expect(codeNumber('zzzzzzzz')).toBeLessThan(Number.MAX_SAFE_INTEGER);
    expect(codeNumber('zzzzzzzz')! - codeNumber('zzzzzzzy')!).toBe(1);
    expect(numberInSql('zzzzzzzz')).toBe(codeNumber('zzzzzzzz'));
  });

  test('exists for every generated code, but not for longer codes or other characters', () => {
    for (const code of ['b', 'zz2345', 'my-code_', 'ABCDEFGH', '-_-_']) {
      expect(codeNumber(code)).toBeNumber();
    }
    for (const code of ['ninechars', 'a,b', 'a{', 'é', '短链', '😀', 'a+b', '%']) {
      expect(codeNumber(code)).toBeNull();
    }
  });
});
