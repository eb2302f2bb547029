import { expect, test } from 'bun:test';
import { readTime } from './times.ts';

const at = (text: string) => Date.parse(text) / 1000;

test.each([
  ['2026-12-31', 'start', 'UTC', '2026-12-31T00:00Z'],
  ['2026-12-31', 'end', 'UTC', '2027-01-01T00:00Z'],
  ['9999-12-31', 'end', 'UTC', '9999-12-31T23:59:59Z'],
  ['2024-02-29', 'end', 'UTC', '2024-03-01T00:00Z'],
  ['2026-12-31', 'start', 'Asia/Shanghai', '2026-12-30T16:00Z'],
  ['2026-12-31', 'end', 'America/New_York', '2027-01-01T05:00Z'],
  // The day has 23 hours, and then 25.
  ['2026-03-29', 'start', 'Europe/Berlin', '2026-03-28T23:00Z'],
  ['2026-03-29', 'end', 'Europe/Berlin', '2026-03-29T22:00Z'],
  ['2026-10-25', 'end', 'Europe/Berlin', '2026-10-25T23:00Z'],
  // Clocks skip midnight, or go back to the day before.
  ['2018-11-04', 'start', 'America/Sao_Paulo', '2018-11-04T03:00Z'],
  ['2018-11-03', 'end', 'America/Sao_Paulo', '2018-11-04T03:00Z'],
  ['2018-02-17', 'end', 'America/Sao_Paulo', '2018-02-18T03:00Z'],
  // Samoa skipped this date.
  ['2011-12-30', 'start', 'Pacific/Apia', '2011-12-30T10:00Z'],
  ['2011-12-29', 'end', 'Pacific/Apia', '2011-12-30T10:00Z'],
] as const)('the %s of the kind %s in %s is %s', (text, edge, zone, instant) => {
  expect(readTime(text, edge, zone)).toBe(at(instant));
});

test.each([
  ['1798675200', '2026-12-31T00:00:00Z'],
  ['2026-12-31T18:00Z', '2026-12-31T18:00Z'],
  ['2026-12-31T18:00:00+08:00', '2026-12-31T10:00Z'],
  ['2026-12-31t18:00:00.999z', '2026-12-31T18:00Z'],
  ['2026-12-31 18:00:59-03:30', '2026-12-31T21:30:59Z'],
  ['2026-12-31T18:00:00+0800', '2026-12-31T10:00Z'],
  ['2026-12-31T18:00+08', '2026-12-31T10:00Z'],
  ['20261231T180000Z', '2026-12-31T18:00Z'],
  [' 2026-12-31T18:00Z ', '2026-12-31T18:00Z'],
])('%p is %s at both ends of a period, in each time zone', (text, instant) => {
  for (const zone of ['UTC', 'Asia/Shanghai']) {
    expect([readTime(text, 'start', zone), readTime(text, 'end', zone)]).toEqual([
      at(instant),
      at(instant),
    ]);
  }
});

test.each([
  '',
  'tomorrow',
  '2026-12-31T18:00',
  '2026-12-31T18:00:00',
  '2026-12-31 18:00',
  '2026-12-31T18:00:00 08:00',
  '2026-12-31T18Z',
  '2026-12-31T18:00:00[Asia/Shanghai]',
  '2026-12-31T18:00:00+08:00[Asia/Shanghai]',
  '2026-12-31T24:00Z',
  '2026-12-31T18:60Z',
  '2026-12-31T18:00:60Z',
  '2026-12-31T18:00+24:00',
  '2026-12-31Z',
  '2026-02-29',
  '2026-02-29T00:00Z',
  '2026-13-01',
  '2026-00-10',
  '2026-1-1',
  '2026-12',
  '31.12.2026',
  '12/31/2026',
  '+002026-12-31',
  '2026-W53-4',
  '1e9',
  '1.5',
  '2026-12-31T18:00:00.0000000001Z',
  `2026-12-31${' '.repeat(64)}`,
])('%p is no time', (text) => {
  expect(readTime(text, 'start', 'UTC')).toBeNull();
});
