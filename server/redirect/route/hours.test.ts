import { expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import type { Condition } from '../../../contracts/links/routing.ts';
import { isWithinHours } from './hours.ts';

type Hours = NonNullable<Condition['hours']>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function hoursOf(from: string, until: string, zone: string, days?: number[]): Hours {
  return { from, until, time_zone: zone, ...(days === undefined ? {} : { days }) };
}

/** The instants of a time span at which hours begin or end. */
function listChanges(hours: Hours, from: string, until: string): string[] {
  const changes: string[] = [];
  let wasOpen = isWithinHours(hours, Date.parse(from) - MINUTE);
  for (let time = Date.parse(from); time <= Date.parse(until); time += MINUTE) {
    const isOpen = isWithinHours(hours, time);
    if (isOpen !== wasOpen) {
      changes.push(`${isOpen ? 'opens' : 'ends'} ${new Date(time).toISOString().slice(5, 16)}`);
    }
    wasOpen = isOpen;
  }
  return changes;
}

test.each([
  // On 29 March, 02:00 to 03:00 do not exist; on 25 October they come twice.
  [
    'Europe/Berlin',
    '01:00',
    '04:00',
    '2026-03-28T12:00Z',
    '2026-03-29T12:00Z',
    ['opens 03-29T00:00', 'ends 03-29T02:00'],
  ],
  [
    'Europe/Berlin',
    '01:00',
    '04:00',
    '2026-10-24T12:00Z',
    '2026-10-25T12:00Z',
    ['opens 10-24T23:00', 'ends 10-25T03:00'],
  ],
  ['Europe/Berlin', '02:15', '02:45', '2026-03-28T12:00Z', '2026-03-29T12:00Z', []],
  [
    'Europe/Berlin',
    '02:15',
    '02:45',
    '2026-10-24T12:00Z',
    '2026-10-25T12:00Z',
    ['opens 10-25T00:15', 'ends 10-25T00:45', 'opens 10-25T01:15', 'ends 10-25T01:45'],
  ],
  [
    'Europe/Berlin',
    '22:00',
    '02:30',
    '2026-03-28T12:00Z',
    '2026-03-29T12:00Z',
    ['opens 03-28T21:00', 'ends 03-29T01:00'],
  ],
  [
    'America/New_York',
    '01:30',
    '03:00',
    '2026-03-08T00:00Z',
    '2026-03-08T12:00Z',
    ['opens 03-08T06:30', 'ends 03-08T07:00'],
  ],
  [
    'America/New_York',
    '01:30',
    '03:00',
    '2026-11-01T00:00Z',
    '2026-11-01T12:00Z',
    ['opens 11-01T05:30', 'ends 11-01T06:00', 'opens 11-01T06:30', 'ends 11-01T08:00'],
  ],
  // Half an hour: on 5 April 01:30 to 02:00 comes twice, on 4 October 02:00 to 02:30 does not.
  [
    'Australia/Lord_Howe',
    '01:00',
    '03:00',
    '2026-04-04T12:00Z',
    '2026-04-04T18:00Z',
    ['opens 04-04T14:00', 'ends 04-04T16:30'],
  ],
  ['Australia/Lord_Howe', '02:00', '02:30', '2026-10-03T12:00Z', '2026-10-03T18:00Z', []],
  [
    'Australia/Lord_Howe',
    '02:00',
    '03:00',
    '2026-10-03T12:00Z',
    '2026-10-03T18:00Z',
    ['opens 10-03T15:30', 'ends 10-03T16:00'],
  ],
  [
    'Asia/Kolkata',
    '09:00',
    '17:30',
    '2026-03-29T00:00Z',
    '2026-03-30T00:00Z',
    ['opens 03-29T03:30', 'ends 03-29T12:00'],
  ],
  [
    'UTC',
    '00:00',
    '00:01',
    '2026-03-29T00:00Z',
    '2026-03-29T12:00Z',
    ['opens 03-29T00:00', 'ends 03-29T00:01'],
  ],
] as const)(
  'hours over a clock change: %s %s to %s from %s',
  (zone, from, until, start, end, expected) => {
    expect(listChanges(hoursOf(from, until, zone), start, end)).toEqual([...expected]);
  },
);

test.each([1, 2, 3, 4, 5, 6, 7])('weekday %d begins and ends at midnight of its zone', (day) => {
  // 2026-06-01 is a Monday; Kolkata is 5:30 ahead.
  const midnight = Date.parse('2026-06-01T00:00Z') + (day - 1) * DAY - 5.5 * HOUR;
  const hours = hoursOf('00:00', '23:59', 'Asia/Kolkata', [day]);
  expect(isWithinHours(hours, midnight - 1)).toBeFalse();
  expect(isWithinHours(hours, midnight)).toBeTrue();
  expect(isWithinHours(hours, midnight + DAY - MINUTE - 1)).toBeTrue();
  // The end is not part of the hours.
  expect(isWithinHours(hours, midnight + DAY - MINUTE)).toBeFalse();
});

test.each([1, 2, 3, 4, 5, 6, 7])(
  'hours over midnight belong to weekday %d, which begins',
  (day) => {
    const hours = hoursOf('22:00', '02:00', 'UTC', [day]);
    const begin = Date.parse('2026-06-01T22:00Z') + (day - 1) * DAY;
    expect(isWithinHours(hours, begin - 1)).toBeFalse();
    expect(isWithinHours(hours, begin)).toBeTrue();
    expect(isWithinHours(hours, begin + 4 * HOUR - 1)).toBeTrue();
    expect(isWithinHours(hours, begin + 4 * HOUR)).toBeFalse();
    // The night before and the night after.
    expect(isWithinHours(hours, begin - 23 * HOUR)).toBeFalse();
    expect(isWithinHours(hours, begin + DAY)).toBeFalse();
  },
);

test('equal times are a whole day from that time', () => {
  const hours = hoursOf('09:00', '09:00', 'UTC', [3]);
  const wednesday = Date.parse('2026-06-03T09:00Z');
  expect(isWithinHours(hours, wednesday - 1)).toBeFalse();
  expect(isWithinHours(hours, wednesday)).toBeTrue();
  expect(isWithinHours(hours, wednesday + DAY - 1)).toBeTrue();
  expect(isWithinHours(hours, wednesday + DAY)).toBeFalse();
  const always = hoursOf('09:00', '09:00', 'Europe/Berlin');
  for (let time = wednesday; time < wednesday + 7 * DAY; time += HOUR) {
    expect(isWithinHours(always, time)).toBeTrue();
  }
});

function readMinute(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** Like `isWithinHours`, but by arithmetic, for zones with one offset. */
function isWithinByOffset({ days, from, until }: Hours, time: number, offset: number): boolean {
  const length = (readMinute(until) - readMinute(from) + 1440) % 1440 || 1440;
  const local = Math.floor((time + offset) / MINUTE);
  for (const before of [0, 1]) {
    const day = Math.floor(local / 1440) - before;
    const begun = local - (day * 1440 + readMinute(from));
    // 1970-01-01 was a Thursday.
    const weekday = ((((day + 3) % 7) + 7) % 7) + 1;
    if (begun >= 0 && begun < length && (days ?? [weekday]).includes(weekday)) return true;
  }
  return false;
}

const clock = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

test('hours agree with arithmetic in zones without clock changes', () => {
  const zones = { UTC: 0, 'Asia/Kolkata': 5.5, 'Asia/Kathmandu': 5.75, 'America/Phoenix': -7 };
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(zones) as (keyof typeof zones)[])),
      clock,
      clock,
      fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })),
      fc.array(fc.integer({ min: 1_500_000_000_000, max: 2_000_000_000_000 }), { maxLength: 20 }),
      (zone, from, until, days, times) => {
        const hours = hoursOf(from, until, zone, days ?? undefined);
        for (const time of times) {
          const expected = isWithinByOffset(hours, time, zones[zone] * HOUR);
          expect(isWithinHours(hours, time)).toBe(expected);
        }
      },
    ),
    { numRuns: 300 },
  );
});
