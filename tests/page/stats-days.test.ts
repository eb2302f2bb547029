import { afterEach, expect, setSystemTime, test } from 'bun:test';
import { toDay, findDaysFault, nextDayStart, startOfDay } from '../../web/stats/period/days.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
  setSystemTime();
});

const HOUR = 3600;

// A long day, a short day, and two zones far from UTC.
test.each([
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', 25],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', 23],
  ['Asia/Shanghai', '2026-01-01', '2025-12-31T16:00:00Z', 24],
  ['America/Los_Angeles', '2026-12-31', '2026-12-31T08:00:00Z', 24],
])('days begin and end in the time zone of the viewer: %s, %s', (place, day, start, hours) => {
  process.env['TZ'] = place;
  const begin = Date.parse(start) / 1000;
  expect(startOfDay(day)).toBe(begin);
  expect(nextDayStart(day)).toBe(begin + hours * HOUR);
  expect([begin, begin + hours * HOUR - 1].map(toDay)).toEqual([day, day]);
});

test('a range has valid days, at most 20 years, and is not only in the future', () => {
  process.env['TZ'] = 'Asia/Shanghai';
  setSystemTime(new Date('2026-10-01T16:00:00Z'));
  const [today, tomorrow] = ['2026-10-02', '2026-10-03'];
  for (const [from, to, fault] of [
    ['2026-02-28', '2026-02-28', null],
    ['2024-02-29', '2026-01-01', null],
    ['2006-01-02', '2026-01-01', null],
    ['2006-01-01', '2026-01-01', 'long'],
    ['1600-01-01', '2026-01-01', 'long'],
    ['1969-12-31', '1970-01-01', 'long'],
    [today, tomorrow, null],
    [tomorrow, tomorrow, 'ahead'],
    ['2026-03-01', '2026-02-28', 'wrong'],
    ['2026-02-29', '2026-03-01', 'wrong'],
    ['2026-01-01', '', 'wrong'],
    ['0026-01-01', '2026-01-01', 'wrong'],
    ['2026-1-1', '2026-01-02', 'wrong'],
    ['2026-01-01', '2026-13-01', 'wrong'],
    ['2026-01-01', '2026-01-02T00:00', 'wrong'],
  ] as const) {
    expect([from, to, findDaysFault({ from, to })]).toEqual([from, to, fault]);
  }
});
