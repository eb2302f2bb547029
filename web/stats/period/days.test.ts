import { expect, test } from 'bun:test';
import { readView, toSearch } from '../stats-view.ts';
import { nameDays, toCalendarDays } from './days.ts';

test.each([
  ['2026-11-28', '2026-11-16', '2026-11-22', '2026-10-01', '2026-10-31'],
  // A Monday, and a Sunday.
  ['2026-03-02', '2026-02-23', '2026-03-01', '2026-02-01', '2026-02-28'],
  ['2028-03-05', '2028-02-21', '2028-02-27', '2028-02-01', '2028-02-29'],
  ['2026-01-01', '2025-12-22', '2025-12-28', '2025-12-01', '2025-12-31'],
])('on %s, last week and last month are whole', (now, monday, sunday, first, last) => {
  const at = new Date(`${now}T23:30`);
  expect(toCalendarDays('last_week', at)).toEqual({ from: monday, to: sunday });
  expect(toCalendarDays('last_month', at)).toEqual({ from: first, to: last });
});

test('an address names the period, so that it moves on with the weeks', () => {
  const view = readView({ period: 'last_week' });
  expect(nameDays(view.days!)).toBe('last_week');
  expect(toSearch(view)).toEqual({ period: 'last_week' });
  expect(toSearch(readView({ from: '2020-01-01', to: '2020-01-07' }))).toEqual({
    from: '2020-01-01',
    to: '2020-01-07',
  });
});
