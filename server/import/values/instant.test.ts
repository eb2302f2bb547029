import { describe, expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import {
  instantForms,
  neverSpellings,
  orderedForms,
  unclearInstants,
} from '../../../tests/import-files/spellings.ts';
import { DayOrderSearch, type DateRules } from './date-time.ts';
import { readInstant } from './instant.ts';

function findDayOrder(values: readonly unknown[]) {
  const search = new DayOrderSearch();
  search.note(values);
  return search.order;
}

const rules: DateRules = { isInSeconds: false, timeZone: 'UTC', dayOrder: 'unknown' };
const orders = ['day-first', 'month-first', 'unknown'] as const;

/** The years 1980 to 2200. */
const instants = fc.integer({ min: 315_532_800, max: 7_258_118_400 });
const cases = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
);

describe('every instant is read from its form', () => {
  test.each(instantForms)('%s', (_, write) => {
    fc.assert(
      fc.property(instants, cases, fc.constantFrom(...orders), (instant, change, dayOrder) => {
        const spelled = write(instant);
        // Java and ClickHouse write names of zones, and their case does not matter.
        const value = typeof spelled === 'string' ? change(spelled) : spelled;
        expect([value, readInstant(value, { ...rules, dayOrder })]).toEqual([value, instant]);
      }),
    );
  });
});

describe('a date with the year last needs the order that the file shows', () => {
  for (const order of ['day-first', 'month-first'] as const) {
    test.each(orderedForms[order])(`%s`, (_, write) => {
      fc.assert(
        fc.property(
          instants,
          fc.array(instants, { minLength: 1, maxLength: 40 }),
          (one, others) => {
            const column = [one, ...others].map(write);
            const dayOrder = findDayOrder(column);
            for (const [index, instant] of [one, ...others].entries()) {
              const read = readInstant(column[index], { ...rules, dayOrder });
              const date = new Date(instant * 1000);
              const isOpen = dayOrder === 'unknown' && date.getUTCDate() <= 12;
              const isSame = date.getUTCDate() === date.getUTCMonth() + 1;
              expect([column[index], read]).toEqual([
                column[index],
                isOpen && !isSame ? 'unclear' : instant,
              ]);
            }
          },
        ),
      );
    });
  }
});

test('a file with both orders of day and month has an unknown order', () => {
  expect(findDayOrder(['25/12/2020', '12/25/2020'])).toBe('unknown');
  expect(findDayOrder(['25/12/2020', null, 7, '1/2/2020', 'x'])).toBe('day-first');
  expect(findDayOrder(['1/2/2020', '12-25-2020 10:00'])).toBe('month-first');
  expect(findDayOrder(['45/12/2020', '2020-12-25', '1/2/2020'])).toBe('unknown');
});

test('a day alone begins at midnight, in the time zone of the file', () => {
  const zone = { ...rules, timeZone: 'Asia/Shanghai' };
  const midnight = Date.UTC(2022, 0, 1) / 1000;
  for (const value of ['2022-01-01', '2022/1/1', '20220101', 20_220_101, '1 January 2022']) {
    expect([value, readInstant(value, rules)]).toEqual([value, midnight]);
    expect([value, readInstant(value, zone)]).toEqual([value, midnight - 8 * 3600]);
  }
});

test('an instant after the year 9999 becomes its last second', () => {
  const last = 253_402_300_799;
  for (const value of [
    last,
    '9999-12-31 23:59:59',
    '9999-12-31T23:59:59.999Z',
    '9999-12-31 23:59:59-08',
  ]) {
    expect([value, readInstant(value, rules)]).toEqual([value, last]);
  }
});

test('only spellings of "never" mean never', () => {
  for (const value of neverSpellings)
    expect([value, readInstant(value, rules)]).toEqual([value, 'never']);
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.string(), fc.stringMatching(/^[0-9TZ :./-]{1,20}$/)),
      (value) => {
        if (readInstant(value, rules) !== 'never') return true;
        if (typeof value !== 'string') return value === null || value === 0;
        // A column with only blanks is empty.
        return /^(?:[\s0.:tz/+-]*|null|none|\\n|never|\+?infinity)$/i.test(value.trim());
      },
    ),
    { numRuns: 5000, examples: [[String.raw`\n`], ['+Infinity'], ['Never']] },
  );
});

test('an unreadable or ambiguous text is unclear', () => {
  for (const value of unclearInstants)
    expect([value, readInstant(value, rules)]).toEqual([value, 'unclear']);
});

test('in a file of Unix seconds every number is a Unix second', () => {
  for (const value of [1, 3600, 20_220_101, 99_999_999_999, 253_402_300_799]) {
    expect(readInstant(value, { ...rules, isInSeconds: true })).toBe(value);
  }
});
