import { normalizeText } from '../../engine/texts/normal-form.ts';

/** The order of day and month in dates like 3/4/2020. */
export type DayOrder = 'day-first' | 'month-first' | 'unknown';

export interface DateRules {
  /** Whether every number is a Unix time in seconds. */
  readonly isInSeconds: boolean;
  readonly timeZone: string;
  readonly dayOrder: DayOrder;
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export const LENGTH_MAX = 100; // characters; every known form is shorter

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})[a-z]{0,6}\\.?`;
const WEEKDAY = /^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6}\.?,? ?/;
/** Other abbreviations are ambiguous: CST is a zone of Chicago and of Shanghai. */
const UTC_NAMES: ReadonlySet<string> = new Set(['z', 'ut', 'utc', 'gmt']);

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const BASIC = /^(\d{4})(\d\d)(\d\d)(?!\d)/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/;
const NAMED_DAY_FIRST = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[ -]${MONTH},?[ -](\\d{4})(?!\\d)`);
const NAMED_MONTH_FIRST = new RegExp(`^${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)`);
/** `dec 25 10:00:00 utc 2020`: C, Ruby and the command `date` write the year last. */
const TIME_INSIDE = new RegExp(`^(${MONTH} \\d{1,2}) (\\d.*) (\\d{4})$`);

const CLOCK = '(\\d{1,2})(?::(\\d\\d)(?::(\\d\\d)(?:[.,]\\d+)?)?)?';
const BASIC_CLOCK = '(\\d\\d)(\\d\\d)(?:(\\d\\d)(?:[.,]\\d+)?)?';
const TIME = new RegExp(
  `^(?:t|,? ?)(?:at )?(?:${CLOCK}|${BASIC_CLOCK})(?: ?([ap])\\.?m\\.?)?(?![\\d:])`,
);
const OFFSET = /^ ?(?:utc|gmt)? ?([+-])(\d\d?)(?::?(\d\d))?(?::?00)?$/;
/** `+0800 CST`: Go writes the abbreviation after the offset. */
const OFFSET_AND_NAME = /( [+-]\d{4}) (?:[a-z]{3,5}|[+-]\d{2,4})$/;
const NAMED_ZONE = /^ ?\[?([a-z_]+(?:\/[a-z0-9_+-]+)+)\]?$/;

const USUAL = /^(\d{4}-\d\d-(\d\d))[ Tt](\d\d:\d\d:\d\d)([Zz]?)$/;

/** The form of most files, read without `Temporal`; null for any other. */
function readUsual(value: string, timeZone: string): number | null {
  const [, date, day, clock, zone] = USUAL.exec(value) ?? [];
  if (date === undefined || (timeZone !== 'UTC' && zone === '')) return null;
  const time = Date.parse(`${date}T${clock}Z`);
  // A day that the month lacks, and 24 o'clock, are read as a later day.
  return new Date(time).getUTCDate() === Number(day) ? time / 1000 : null;
}

/** Returns Unix seconds; null for text that is no date or is ambiguous. */
export function readDateTime(value: string, rules: DateRules): number | null {
  const usual = readUsual(value, rules.timeZone);
  if (usual !== null) return usual;
  const text = normalizeDate(value);
  const day = parseDay(text, rules.dayOrder);
  if (day === null) return null;
  const time = parseTime(day.rest);
  if (time === null) return null;
  try {
    const { rest, ...clock } = time;
    const { rest: _, ...date } = day;
    const local = Temporal.PlainDateTime.from({ ...date, ...clock }, { overflow: 'reject' });
    return toSeconds(local, rest, rules.timeZone);
  } catch {
    return null;
  }
}

/** Finds the order of day and month from dates of the file that end with the year. */
export class DayOrderSearch {
  #isDayFirst = false;
  #isMonthFirst = false;

  note(values: Iterable<unknown>): void {
    for (const value of values) {
      if (typeof value !== 'string' || value.length > LENGTH_MAX) continue;
      if (/^\d{4}-/.test(value)) continue;
      const match = YEAR_LAST.exec(normalizeDate(value));
      if (match === null) continue;
      const [first, second] = [Number(match[1]), Number(match[3])];
      if (first > 31 || second > 31) continue;
      this.#isDayFirst ||= first > 12 && second <= 12;
      this.#isMonthFirst ||= second > 12 && first <= 12;
    }
  }

  get order(): DayOrder {
    if (this.#isDayFirst === this.#isMonthFirst) return 'unknown';
    return this.#isDayFirst ? 'day-first' : 'month-first';
  }
}

function normalizeDate(value: string): string {
  return normalizeText(value, 'NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('\u{2212}', '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(WEEKDAY, '')
    .replace(/([+-]\d\d:?\d\d|z)(?: ?\([^()]*\)|\[[^[\]]*\])$/, '$1')
    .replace(TIME_INSIDE, '$1 $4 $3');
}

function parseDay(text: string, order: DayOrder): (Day & { readonly rest: string }) | null {
  const found =
    match(text, YEAR_FIRST, ([year, , month, day]) => [year, month, day]) ??
    match(text, BASIC, ([year, month, day]) => [year, month, day]) ??
    match(text, YEAR_LAST, ([first, , second, year]) => orderDay(first, second, year, order)) ??
    match(text, NAMED_DAY_FIRST, ([day, name, year]) => [year, monthNumber(name), day]) ??
    match(text, NAMED_MONTH_FIRST, ([name, day, year]) => [year, monthNumber(name), day]);
  if (found === null) return null;
  const [year, month, day] = found.parts.map(Number);
  return { year: year!, month: month!, day: day!, rest: found.rest };
}

type Parts = readonly (string | undefined)[];

function match(text: string, form: RegExp, arrange: (groups: Parts) => Parts | null) {
  const groups = form.exec(text);
  const parts = groups === null ? null : arrange(groups.slice(1));
  return parts === null ? null : { parts, rest: text.slice(groups![0].length) };
}

/** Null when both numbers may be the month and the order is unknown. */
function orderDay(
  first: string | undefined,
  second: string | undefined,
  year: string | undefined,
  order: DayOrder,
): Parts | null {
  if (Number(first) > 12) return [year, second, first];
  if (Number(second) > 12 || first === second) return [year, first, second];
  if (order === 'unknown') return null;
  return order === 'day-first' ? [year, second, first] : [year, first, second];
}

function monthNumber(name: string | undefined): string {
  return String(MONTHS.indexOf(name!) + 1);
}

function parseTime(text: string) {
  const found = TIME.exec(text);
  if (found === null) return { hour: 0, minute: 0, second: 0, rest: text };
  const [hours, minutes, seconds] = found[1] === undefined ? found.slice(4) : found.slice(1);
  const meridiem = found[7];
  const rest = text.slice(found[0].length);
  let hour = Number(hours);
  if (meridiem !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (meridiem === 'p' ? 12 : 0);
  }
  return { hour, minute: Number(minutes ?? 0), second: Number(seconds ?? 0), rest };
}

function toSeconds(local: Temporal.PlainDateTime, rest: string, timeZone: string): number | null {
  const name = rest.trim();
  if (name === '') return local.toZonedDateTime(timeZone).epochMilliseconds / 1000;
  const zone = NAMED_ZONE.exec(rest)?.[1];
  if (zone !== undefined) return local.toZonedDateTime(zone).epochMilliseconds / 1000;
  const seconds = local.toZonedDateTime('UTC').epochMilliseconds / 1000;
  if (UTC_NAMES.has(name)) return seconds;
  const offset = OFFSET.exec(rest.replace(OFFSET_AND_NAME, '$1'));
  if (offset === null) return null;
  const [, sign, hours, minutes = '0'] = offset;
  if (Number(hours) > 15 || Number(minutes) > 59) return null;
  const distance = Number(hours) * 3600 + Number(minutes) * 60;
  return sign === '-' ? seconds + distance : seconds - distance;
}
