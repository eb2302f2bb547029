import { z } from 'zod';

/** What a date means: its first second, or the first second of the next day. */
type Edge = 'start' | 'end';

const TIME_MAX = 64; // characters
export const SECONDS_MAX = 253_402_300_799; // the end of the year 9999

const SECONDS = /^-?\d{1,15}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const OFFSET = String.raw`(?:Z|[+-]\d\d(?::?\d\d)?)`;
const TIME = new RegExp(
  String.raw`^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::[0-5]\d(?:[.,]\d{1,9})?)?${OFFSET}$`,
  'i',
);
const BASIC_TIME = new RegExp(String.raw`^\d{8}T\d{4}(?:[0-5]\d(?:[.,]\d{1,9})?)?${OFFSET}$`, 'i');

/** Unix seconds of a number, a date in the time zone, or a time with an offset; null = neither. */
export function readTime(text: string, edge: Edge, timeZone: string): number | null {
  if (text.length > TIME_MAX) return null;
  const trimmed = text.trim();
  if (SECONDS.test(trimmed)) return Number(trimmed);
  try {
    if (DATE.test(trimmed)) return readDate(trimmed, edge, timeZone);
    if (!TIME.test(trimmed) && !BASIC_TIME.test(trimmed)) return null;
    return Math.floor(Temporal.Instant.from(trimmed).epochMilliseconds / 1000);
  } catch {
    return null; // no day or hour of the calendar
  }
}

/** Where clocks skip midnight or the whole date, the day starts at the next instant. */
function readDate(text: string, edge: Edge, timeZone: string): number {
  const date = Temporal.PlainDate.from(text).add({ days: edge === 'start' ? 0 : 1 });
  const seconds = Math.ceil(date.toZonedDateTime(timeZone).epochMilliseconds / 1000);
  return Math.min(seconds, SECONDS_MAX);
}

let dateZone: string | null = null;

/** Runs a synchronous parse that reads dates in this zone. Without it, only Unix seconds are read. */
export function readDatesIn<Result>(timeZone: string, parse: () => Result): Result {
  dateZone = timeZone;
  try {
    return parse();
  } finally {
    dateZone = null;
  }
}

/** The zone of the dates of the request that is parsed now. */
export function currentTimeZone(): string {
  return dateZone ?? 'UTC';
}

function time(edge: Edge) {
  return z
    .union([z.number(), z.string().max(TIME_MAX, 'time.invalid')], 'time.invalid')
    .transform((value, { issues }) => {
      const seconds = readValue(value, edge);
      if (seconds !== null && Number.isInteger(seconds) && seconds >= 0) return seconds;
      issues.push({ code: 'custom', message: 'time.invalid', input: value });
      return z.NEVER;
    })
    .pipe(z.int().min(0).max(SECONDS_MAX, 'time.invalid'));
}

function readValue(value: number | string, edge: Edge): number | null {
  if (typeof value === 'number') return value;
  if (dateZone === null) return SECONDS.test(value.trim()) ? Number(value) : null;
  return readTime(value, edge, dateZone);
}

/** Unix seconds, a date or a time with an offset. 0 means "never" where a field allows it. */
export const startTime = time('start');
export const endTime = time('end');

export function isPeriod(from: number | undefined, until: number | undefined): boolean {
  return from === undefined || until === undefined || from < until;
}
