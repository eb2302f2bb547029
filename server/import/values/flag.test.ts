import { expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { flagSpellings, unclearFlags } from '../../../tests/import-files/spellings.ts';
import { readFlag } from './flag.ts';

const blanks = fc.constantFrom('', ' ', '\n', '\t', '\u{A0}', '  ');

function variantsOf(spellings: readonly unknown[]) {
  return fc
    .tuple(fc.constantFrom(...spellings), blanks, blanks, fc.infiniteStream(fc.boolean()))
    .map(([value, before, behind, flips]) => {
      if (typeof value !== 'string') return value;
      const text = Array.from(value, (sign) =>
        flips.next().value === true ? sign.toUpperCase() : sign.toLowerCase(),
      ).join('');
      return before + text + behind;
    });
}

test('every spelling of a flag, in any case and with blanks around it, gives that flag', () => {
  for (const flag of ['on', 'off'] as const) {
    for (const value of flagSpellings[flag])
      expect([value, readFlag(value)]).toEqual([value, flag]);
    fc.assert(fc.property(variantsOf(flagSpellings[flag]), (value) => readFlag(value) === flag));
  }
});

test('other values are unclear, and only an empty value is unset', () => {
  for (const value of unclearFlags) expect([value, readFlag(value)]).toEqual([value, 'unclear']);
  for (const value of [undefined, null, '', ' ', 'NULL', '\\N', 'None']) {
    expect([value, readFlag(value)]).toEqual([value, 'unset']);
  }
});

test('no other value is on or off', () => {
  const known = new Set(Object.values(flagSpellings).flat());
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.string()), (value) => {
      const flag = readFlag(value);
      if (flag !== 'on' && flag !== 'off') return true;
      const text = typeof value === 'string' ? value.normalize('NFKC').trim().toLowerCase() : value;
      return (
        [...known].some((one) =>
          typeof one === 'string' ? one.toLowerCase() === text : one === value,
        ) ||
        Number(text) === 0 ||
        Math.abs(Number(text)) === 1
      );
    }),
    { numRuns: 2000 },
  );
});
