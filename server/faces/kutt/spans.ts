/** Characters; longer texts are no spans. */
const SPAN_MAX = 32;
const SPAN = /^(\d{1,12}(?:\.\d{1,6})?) ?([a-z]*)$/;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const units: ReadonlyMap<string, number> = new Map(
  [
    { names: ['', 'ms', 'msec', 'msecs', 'millisecond', 'milliseconds'], length: 1 },
    { names: ['s', 'sec', 'secs', 'second', 'seconds'], length: SECOND },
    { names: ['m', 'min', 'mins', 'minute', 'minutes'], length: MINUTE },
    { names: ['h', 'hr', 'hrs', 'hour', 'hours'], length: HOUR },
    { names: ['d', 'day', 'days'], length: DAY },
    { names: ['w', 'week', 'weeks'], length: 7 * DAY },
    { names: ['y', 'yr', 'yrs', 'year', 'years'], length: 365.25 * DAY },
  ].flatMap(({ names, length }) => names.map((name) => [name, length] as const)),
);

/** Whole seconds of a text like `2 days` or `8h`; a number alone is milliseconds. Null: it is none. */
export function readSpan(text: string): number | null {
  if (text.length > SPAN_MAX) return null;
  const [, number, unit = ''] = SPAN.exec(text.trim().toLowerCase()) ?? [];
  const length = units.get(unit);
  if (number === undefined || length === undefined) return null;
  return Math.floor((Number(number) * length) / SECOND);
}
