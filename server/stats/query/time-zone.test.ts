import { expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { dayOf, QUARTER_SECONDS } from '../quarter.ts';
import { listSegments } from './segments.ts';
import { listStarts, readRange, rangeBefore, granularityOf, type TimeRange } from './time-range.ts';
import { TimeZone } from './time-zone.ts';

const HOUR = 3600;

/** Zone, day, and the day's length in hours. */
const days = [
  ['UTC', '2026-03-29', '2026-03-29T00:00Z', 24],
  ['Asia/Shanghai', '2026-07-01', '2026-06-30T16:00Z', 24],
  ['Asia/Kolkata', '2026-07-01', '2026-06-30T18:30Z', 24],
  ['Asia/Kathmandu', '2026-07-01', '2026-06-30T18:15Z', 24],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00Z', 23],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00Z', 25],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00Z', 25],
  // Midnight does not exist: the day begins at 1.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00Z', 23],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00Z', 23],
  ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00Z', 25],
  // Midnight exists twice.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00Z', 25],
  // Clocks change by half an hour.
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30Z', 23.5],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00Z', 24.5],
  // The next day was skipped.
  ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00Z', 24],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00Z', 24],
] as const;

test.each(days)('in %s, %s begins at %s and has %d hours', (name, date, start, hours) => {
  const zone = new TimeZone(name);
  const first = seconds(start);
  const next = zone.addDays(first, 1);
  expect(next - first).toBe(hours * HOUR);
  expect(zone.addDays(next - 1, 0)).toBe(first);
  const showDate = dateIn(name);
  for (let at = first; at < next; at += QUARTER_SECONDS) {
    expect([at, zone.startOfDay(at), showDate(at)]).toEqual([at, first, date]);
  }
  expect(showDate(first - 1)).not.toBe(date);
  expect(showDate(next)).not.toBe(date);
});

test('months begin with their first day', () => {
  const berlin = new TimeZone('Europe/Berlin');
  const march = seconds('2026-02-28T23:00Z');
  expect(berlin.addMonths(seconds('2026-03-31T21:00Z'), 0)).toBe(march);
  expect(berlin.addMonths(march, 1)).toBe(seconds('2026-03-31T22:00Z'));
  expect(berlin.addMonths(march, -3)).toBe(seconds('2025-11-30T23:00Z'));
  expect(berlin.addMonths(march, 10)).toBe(seconds('2026-12-31T23:00Z'));
});

const names = [...new Set(days.map(([name]) => name))];
const spans = fc.record({
  name: fc.constantFrom(...names),
  from: fc.integer({ min: seconds('2010-01-01T00:00Z'), max: seconds('2027-01-01T00:00Z') }),
  quarters: fc.oneof(
    fc.integer({ min: 1, max: 4 * 48 }),
    fc.integer({ min: 1, max: 96 * 100 }),
    fc.integer({ min: 1, max: 96 * 800 }),
  ),
});
/** Days around those above. */
const nearChanges = fc.record({
  day: fc.constantFrom(...days),
  before: fc.integer({ min: 0, max: 2 * 96 }),
  quarters: fc.integer({ min: 1, max: 96 * 5 }),
});
const anySpan = fc.oneof(
  spans,
  nearChanges.map(({ day: [name, , start], before, quarters }) => ({
    name,
    from: seconds(start) - before * QUARTER_SECONDS,
    quarters,
  })),
);

test('buckets cover a range without gap or overlap, by local date', () => {
  fc.assert(
    fc.property(anySpan, ({ name, from: begin, quarters }) => {
      const zone = new TimeZone(name);
      const from = Math.floor(begin / QUARTER_SECONDS) * QUARTER_SECONDS;
      const range = { from, to: from + quarters * QUARTER_SECONDS };
      const step = granularityOf(range);
      const segments = listSegments(range, step, zone);
      const starts = listStarts(range, step, zone);
      expect(starts[0]).toBeLessThanOrEqual(range.from);
      expect(starts.at(-1)).toBeLessThan(range.to);
      for (let bucket = 1; bucket < starts.length; bucket += 1) {
        expect(starts[bucket]!).toBeGreaterThan(starts[bucket - 1]!);
      }
      const show = { hour: null, day: dateIn(name), month: monthIn(name) }[step];
      const bucketDates = show === null ? [] : starts.map(show);
      expect(new Set(bucketDates).size).toBe(bucketDates.length);
      const clock = clockIn(name);
      expect(segments[0]!.quarter * QUARTER_SECONDS).toBe(range.from);
      // All quarter-hours of a few days, some of many days.
      const stride = Math.max(1, Math.floor(quarters / 1000));
      let at = 0;
      for (let start = range.from; start < range.to; start += stride * QUARTER_SECONDS) {
        const quarter = start / QUARTER_SECONDS;
        while ((segments[at + 1]?.quarter ?? Infinity) <= quarter) at += 1;
        const { bucket, offset } = segments[at]!;
        if (start < starts[bucket]! || start >= (starts[bucket + 1] ?? Infinity)) {
          throw new Error(`${start} is not in bucket ${bucket}`);
        }
        if (show !== null) expect([start, bucketDates[bucket]]).toEqual([start, show(start)]);
        // 1970-01-01 was a Thursday.
        const weekHour = (Math.floor((quarter + offset) / 4) + 3 * 24) % (7 * 24);
        expect([start, weekHour]).toEqual([start, clock(start)]);
      }
    }),
    { numRuns: 200 },
  );
}, 300_000);

const now = seconds('2026-11-04T12:34Z');
const known = { first: dayOf(seconds('2024-02-03T08:00Z')), last: dayOf(now) };

test.each([
  ['24h', 'UTC', '2026-11-03T12:00Z', '2026-11-04T12:45Z', 'hour'],
  ['24h', 'Asia/Kolkata', '2026-11-03T12:30Z', '2026-11-04T12:45Z', 'hour'],
  ['7d', 'UTC', '2026-10-29T00:00Z', '2026-11-04T12:45Z', 'day'],
  // The clocks changed on the 1st.
  ['7d', 'America/New_York', '2026-10-29T04:00Z', '2026-11-04T12:45Z', 'day'],
  ['30d', 'Asia/Shanghai', '2026-10-05T16:00Z', '2026-11-04T12:45Z', 'day'],
  ['90d', 'UTC', '2026-08-07T00:00Z', '2026-11-04T12:45Z', 'day'],
  ['year', 'UTC', '2025-11-05T00:00Z', '2026-11-04T12:45Z', 'month'],
  ['all', 'UTC', '2024-02-03T00:00Z', '2026-11-04T12:45Z', 'month'],
] as const)('%s in %s goes from %s to %s by the %s', (period, name, from, to, step) => {
  const range = readRange({ period }, new TimeZone(name), now, known);
  expect(show(range)).toEqual({ from, to });
  expect(granularityOf(range)).toBe(step);
});

const newYork = 'America/New_York';
const dates = { from: seconds('2026-10-01T00:00Z'), to: seconds('2026-11-01T00:00Z') };
const month = { from: seconds('2026-11-01T00:00Z'), to: seconds('2026-12-01T00:00Z') };
const quarter = { from: seconds('2026-07-01T04:00Z'), to: seconds('2026-10-01T04:00Z') };
const someDays = { from: seconds('2026-09-02T00:00Z'), to: seconds('2026-10-01T00:00Z') };
const hours = { from: seconds('2026-11-01T08:00Z'), to: seconds('2026-11-01T12:00Z') };
test.each([
  ['7 days', { period: '7d' }, 'UTC', '2026-10-22T00:00Z', '2026-10-28T12:45Z'],
  // The clocks changed on the 1st: the same time of day is another hour in UTC.
  [
    '7 days over a change of clocks',
    { period: '7d' },
    newYork,
    '2026-10-22T04:00Z',
    '2026-10-28T11:45Z',
  ],
  ['30 days', { period: '30d' }, 'Asia/Shanghai', '2026-09-05T16:00Z', '2026-10-05T12:45Z'],
  ['24 hours', { period: '24h' }, 'UTC', '2026-11-02T11:15Z', '2026-11-03T12:00Z'],
  [
    'a month that is over',
    { period: '30d', ...dates },
    'UTC',
    '2026-09-01T00:00Z',
    '2026-10-01T00:00Z',
  ],
  [
    'a month that is not over',
    { period: '30d', ...month },
    'UTC',
    '2026-10-01T00:00Z',
    '2026-10-04T12:45Z',
  ],
  [
    'three months',
    { period: '30d', ...quarter },
    newYork,
    '2026-04-01T04:00Z',
    '2026-07-01T04:00Z',
  ],
  ['dates', { period: '30d', ...someDays }, 'UTC', '2026-08-04T00:00Z', '2026-09-02T00:00Z'],
  ['hours', { period: '30d', ...hours }, 'UTC', '2026-11-01T04:00Z', '2026-11-01T08:00Z'],
] as const)('%s are compared with as much time before', (_, request, name, from, to) => {
  const zone = new TimeZone(name);
  const range = readRange(request, zone, now, known);
  expect(show(rangeBefore(range, request, zone, now))).toEqual({ from, to });
});

test('a click of this second belongs to the present quarter-hour', () => {
  const quarter = seconds('2026-11-04T12:45Z');
  const { to } = readRange({ period: '24h' }, new TimeZone('UTC'), quarter, known);
  expect(to).toBe(quarter + QUARTER_SECONDS);
});

test.each([
  // A clock was ahead.
  ['2024-02-03T00:00Z', '2026-11-06T00:00Z', '2024-02-03T00:00Z', '2026-11-07T00:00Z'],
  ['2026-11-06T00:00Z', '2026-11-06T00:00Z', '2026-11-06T00:00Z', '2026-11-07T00:00Z'],
  ['2026-11-04T00:00Z', '2106-02-07T00:00Z', '2026-11-04T00:00Z', '2027-11-05T12:45Z'],
  // A clock is behind.
  ['1970-01-01T00:00Z', '2026-11-03T00:00Z', '1970-01-01T00:00Z', '2026-11-04T12:45Z'],
] as const)('with clicks from %s to %s all time goes from %s to %s', (first, last, from, to) => {
  const days = { first: dayOf(seconds(first)), last: dayOf(seconds(last)) };
  const range = readRange({ period: 'all' }, new TimeZone('UTC'), now, days);
  expect(show(range)).toEqual({ from, to });
});

test('the period of all time is today for a link without clicks', () => {
  const none = { first: null, last: null };
  const range = readRange({ period: 'all' }, new TimeZone('UTC'), now, none);
  expect(show(range)).toEqual({ from: '2026-11-04T00:00Z', to: '2026-11-04T12:45Z' });
});

test.each([
  ['2026-11-01T00:07Z', '2026-11-02T00:01Z', '2026-11-01T00:00Z', '2026-11-02T00:15Z'],
  ['2026-11-02T00:00Z', '2026-11-01T00:00Z', '2026-10-31T23:45Z', '2026-11-01T00:00Z'],
  ['1970-01-01T00:00Z', '2026-11-01T00:00Z', '1970-01-01T00:00Z', '2026-11-01T00:00Z'],
  // A range of centuries has no buckets for each of its months.
  ['2026-11-01T00:00Z', '9999-12-31T23:59Z', '2026-11-01T00:00Z', '2027-11-05T12:45Z'],
  ['9999-12-31T00:00Z', '9999-12-31T23:59Z', '2027-11-05T12:30Z', '2027-11-05T12:45Z'],
] as const)('a request from %s to %s gives a range from %s to %s', (from, to, first, last) => {
  const request = { period: '30d', from: seconds(from), to: seconds(to) } as const;
  const range = readRange(request, new TimeZone('UTC'), now, known);
  expect(show(range)).toEqual({ from: first, to: last });
});

function seconds(text: string): number {
  return Date.parse(text) / 1000;
}

function show({ from, to }: TimeRange) {
  return { from: write(from), to: write(to) };
}

function write(at: number): string {
  return new Date(at * 1000).toISOString().replace(':00.000', '');
}

function dateIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  return (at) => format.format(at * 1000);
}

function monthIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric' });
  return (at) => format.format(at * 1000);
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Weekday times 24 plus hour. */
function clockIn(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  return (at) => {
    const parts = format.formatToParts(at * 1000);
    const read = (type: string) => parts.find((part) => part.type === type)!.value;
    return WEEKDAYS.indexOf(read('weekday')) * 24 + Number(read('hour'));
  };
}
