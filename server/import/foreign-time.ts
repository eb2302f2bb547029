/** The last second of the year 9999. */
const LAST = 253_402_300_799;
/** Seconds may have a fraction; the offset from UTC may be missing. */
const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/i;

/**
 * Reads a time as Unix seconds: a number or its digits as they are, `2026-11-21 08:00:00` in the
 * given time zone unless it names its offset. Null for what is no time, or lies before 1970.
 */
export function readTime(value: unknown, timeZone: string): number | null {
  const seconds = typeof value === 'string' ? readText(value.trim(), timeZone) : value;
  return typeof seconds === 'number' && seconds >= 0 && seconds <= LAST
    ? Math.floor(seconds)
    : null;
}

function readText(text: string, timeZone: string): number | null {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  try {
    const instant =
      match[1] === undefined
        ? Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone)
        : Temporal.Instant.from(text);
    return instant.epochMilliseconds / 1000;
  } catch {
    // A day that no month has, like MySQL's 0000-00-00.
    return null;
  }
}

/** Tells whether a text names a time zone: `Asia/Shanghai`, `+08:00`. */
export function isTimeZone(text: string): boolean {
  try {
    return Temporal.PlainDateTime.from('2026-01-01T00:00').toZonedDateTime(text) !== null;
  } catch {
    return false;
  }
}
