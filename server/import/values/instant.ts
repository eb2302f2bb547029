import { LENGTH_MAX, readDateTime, type DateRules } from './date-time.ts';

/** A number is Unix seconds. `never`: empty, or a spelling of "never". */
export type Instant = number | 'never' | 'unclear';

const LAST_SECOND = 253_402_300_799; // of the year 9999
const DAY_SECONDS = 86_400;

const NEVER = /^(?:|null|none|\\n|never|\+?infinity|[+-]?0+(?:\.0+)?)$/i;
/** MySQL's zero date: `0000-00-00 00:00:00`. */
const ZERO_DATE = /^0+[-/.]0+[-/.]0+(?:[t ]0+(?::0+){1,2}(?:\.0+)?)?(?: ?z| ?utc)?$/i;
const NUMBER = /^\+?(\d{1,30})(?:\.\d{1,30})?$/;

/** Fraction digits by the length of a Unix time in the years 1973 to 2286. */
const fractionDigits: Readonly<Record<number, number>> = {
  9: 0,
  10: 0,
  12: 3,
  13: 3,
  15: 6,
  16: 6,
  18: 9,
  19: 9,
};

export function readInstant(value: unknown, rules: DateRules): Instant {
  if (value === undefined || value === null) return 'never';
  if (typeof value !== 'string' && typeof value !== 'number') return 'unclear';
  if (rules.isInSeconds && isSecond(value)) return value;
  const text = String(value).trim();
  if (text.length > LENGTH_MAX) return 'unclear';
  if (NEVER.test(text) || ZERO_DATE.test(text)) return 'never';
  const digits = NUMBER.exec(text)?.[1]?.replace(/^0+/, '');
  const seconds = digits === undefined ? readDateTime(text, rules) : readNumber(digits, rules);
  // A stored 0 means "never", so the first second of 1970 cannot be an expiry.
  if (seconds === null || seconds < 1 || seconds > LAST_SECOND + DAY_SECONDS) return 'unclear';
  // West of Greenwich the year 9999 ends a day later.
  return Math.min(Math.floor(seconds), LAST_SECOND);
}

function isSecond(value: string | number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= LAST_SECOND;
}

function readNumber(digits: string, rules: DateRules): number | null {
  if (digits === String(LAST_SECOND)) return LAST_SECOND;
  const fraction = fractionDigits[digits.length];
  if (fraction !== undefined) return Number(digits.slice(0, digits.length - fraction));
  // Dates without separators: 20201225 and 20201225103000.
  if (digits.length === 8) return readDateTime(digits, rules);
  if (digits.length === 14) return readDateTime(`${digits.slice(0, 8)}t${digits.slice(8)}`, rules);
  return null;
}
