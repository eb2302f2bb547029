import { afterEach, expect, test } from 'bun:test';
import { dayOf, isSpan, nextDayStart, startOfDay } from '../web/stats/days.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const HOUR = 3600;

// A long day, a short one, and two of zones whose days begin far from those of UTC.
test.each([
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', 25],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', 23],
  ['Asia/Shanghai', '2026-01-01', '2025-12-31T16:00:00Z', 24],
  ['America/Los_Angeles', '2026-12-31', '2026-12-31T08:00:00Z', 24],
])('days begin and end where the visitor is: %s, %s', (place, day, start, hours) => {
  process.env['TZ'] = place;
  const begin = Date.parse(start) / 1000;
  expect(startOfDay(day)).toBe(begin);
  expect(nextDayStart(day)).toBe(begin + hours * HOUR);
  expect([begin, begin + hours * HOUR - 1].map(dayOf)).toEqual([day, day]);
});

test('only days that exist make a span, the first not behind the last', () => {
  expect(isSpan({ from: '2026-02-28', to: '2026-02-28' })).toBe(true);
  expect(isSpan({ from: '2024-02-29', to: '2026-01-01' })).toBe(true);
  for (const [from, to] of [
    ['2026-03-01', '2026-02-28'],
    ['2026-02-29', '2026-03-01'],
    ['2026-01-01', ''],
    ['0026-01-01', '2026-01-01'],
    ['2026-1-1', '2026-01-02'],
    ['2026-01-01', '2026-13-01'],
    ['2026-01-01', '2026-01-02T00:00'],
  ] as const) {
    expect([from, to, isSpan({ from, to })]).toEqual([from, to, false]);
  }
});
