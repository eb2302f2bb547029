import { describe, expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { findAnomaly, BASELINE_DAYS } from './baseline.ts';

function repeatDays(people: number, days = BASELINE_DAYS): number[] {
  return Array.from({ length: days }, () => people);
}

/** Weekends without visitors; the day itself is the `weekday` of its week, from 0. */
function createOfficeWeeks(people: number, weekday: number): number[] {
  return repeatDays(people).map((_, index) =>
    (index + weekday) % 7 < 5 ? people + (index % 3) : 0,
  );
}

describe('a spike', () => {
  test.each([
    ['there were no visitors before', 50, repeatDays(0), 0],
    ['three times as many, and far above', 300, repeatDays(100), 100],
    ['a few odd days before', 300, [...repeatDays(100, 24), 0, 0, 5000, 5000], 100],
    ['a habit of one week', 300, repeatDays(100, 7), 100],
    ['a Sunday that is like other days', 100, createOfficeWeeks(100, 6), 0],
  ])('%s', (_, people, before, usual) => {
    expect(findAnomaly(people, before)).toEqual({ kind: 'spike', usual });
  });

  test.each([
    ['fewer than fifty', 49, repeatDays(0)],
    ['not three times as many', 299, repeatDays(100)],
    ['not far enough above for one so restless', 300, repeatDays(0).map((_, i) => (i % 2) * 200)],
    ['six days are no habit', 300, repeatDays(1, 6)],
    ['a new link', 300, []],
    ['a day like others', 100, repeatDays(100)],
  ])('is not: %s', (_, people, before) => {
    expect(findAnomaly(people, before)).toBeNull();
  });
});

describe('a silence', () => {
  test.each([
    ['no visitors', 0, repeatDays(20), 20],
    ['less than a twentieth', 4, repeatDays(100), 100],
    ['a few odd days before', 0, [...repeatDays(100, 24), 0, 0, 5000, 5000], 100],
    ['a Friday without anybody', 0, createOfficeWeeks(100, 4), 100.5],
  ])('%s', (_, people, before, usual) => {
    expect(findAnomaly(people, before)).toEqual({ kind: 'silence', usual });
  });

  test.each([
    ['a link that few visit', 0, repeatDays(19)],
    ['a twentieth', 5, repeatDays(100)],
    ['less than four weeks are known', 0, repeatDays(100, 27)],
    ['a Sunday of an createOfficeWeeks', 0, createOfficeWeeks(100, 6)],
    [
      'a Sunday of an createOfficeWeeks that is always the same',
      0,
      repeatDays(100).map((n, i) => (i % 7 === 0 ? 0 : n)),
    ],
  ])('is not: %s', (_, people, before) => {
    expect(findAnomaly(people, before)).toBeNull();
  });
});

test('only the last four weeks count', () => {
  expect(findAnomaly(0, [...repeatDays(0, 100), ...repeatDays(40)])).toEqual({
    kind: 'silence',
    usual: 40,
  });
});

test('a day like all days before raises no alert, and more visitors never weaken a spike', () => {
  const before = fc.array(fc.nat(100_000), { maxLength: 40 });
  fc.assert(
    fc.property(before, fc.nat(1_000_000), fc.nat(1_000_000), (days, people, more) => {
      const steady = repeatDays(people);
      expect(findAnomaly(people, steady)).toBeNull();
      if (findAnomaly(people, days)?.kind === 'spike') {
        expect(findAnomaly(people + more, days)?.kind).toBe('spike');
      }
    }),
  );
});
