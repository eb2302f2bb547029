import type { Condition } from '../../../contracts/links/routing.ts';

type Hours = NonNullable<Condition['hours']>;

const ZONES_MAX = 600; // more than there are time zones
const MINUTE_MS = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();
const readings = new Map<string, Reading>();
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** By the clock on the wall: where a clock change repeats an hour, both fit. `time` is in ms. */
export function isWithinHours(
  { days, from, until, time_zone: zone }: Hours,
  time: number,
): boolean {
  const { day, clock } = readClock(zone, time);
  const isOpen = (weekday: number): boolean => days === undefined || days.includes(weekday);
  if (from < until) return isOpen(day) && clock >= from && clock < until;
  const dayBefore = day === 1 ? 7 : day - 1;
  return (isOpen(day) && clock >= from) || (isOpen(dayBefore) && clock < until);
}

interface Reading {
  readonly minute: number;
  /** 1 = Monday. */
  readonly day: number;
  readonly clock: string;
}

function readClock(zone: string, time: number): Reading {
  const minute = Math.floor(time / MINUTE_MS);
  const last = readings.get(zone);
  if (last?.minute === minute) return last;
  if (readings.size === ZONES_MAX) readings.clear();
  const reading = { minute, ...formatClock(zone, time) };
  readings.set(zone, reading);
  return reading;
}

function formatClock(zone: string, time: number): Omit<Reading, 'minute'> {
  let format = formats.get(zone);
  if (format === undefined) {
    if (formats.size === ZONES_MAX) formats.clear();
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return {
    day: weekdays.indexOf(parts.get('weekday')!) + 1,
    clock: `${parts.get('hour')}:${parts.get('minute')}`,
  };
}
