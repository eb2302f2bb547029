import { DAY_SECONDS, QUARTER_SECONDS, QUARTERS, dayOf } from '../quarter.ts';

/** How many zones are remembered: most viewers of a site live in a few. */
const ZONES_MAX = 16;

const zones = new Map<string, TimeZone>();

/** A zone with what was found out of its days before. Throws a RangeError where there is none. */
export function openTimeZone(name: string): TimeZone {
  const zone = zones.get(name) ?? new TimeZone(name);
  // The one that was asked for the longest time ago is forgotten first.
  zones.delete(name);
  zones.set(name, zone);
  if (zones.size > ZONES_MAX) zones.delete(zones.keys().next().value!);
  return zone;
}

/** A time zone as statistics need it: how far its clocks are from UTC, and where days begin. */
export class TimeZone {
  readonly #format: Intl.DateTimeFormat;
  /** UTC day → the offset all day long, or of each of its quarters. */
  readonly #offsets = new Map<number, number | Int32Array>();

  /** Throws a RangeError for a name that is no time zone's. */
  constructor(name: string) {
    this.#format = new Intl.DateTimeFormat('en', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  }

  /** What must be added to Unix seconds for what a clock on the wall shows, in whole quarters. */
  offsetAt(seconds: number): number {
    const day = dayOf(seconds);
    const offsets = this.offsetsOf(day);
    if (typeof offsets === 'number') return offsets;
    return offsets[Math.floor((seconds - day * DAY_SECONDS) / QUARTER_SECONDS)]!;
  }

  /** The same for a whole UTC day: one number, or one for each quarter when clocks are changed. */
  offsetsOf(day: number): number | Int32Array {
    const known = this.#offsets.get(day);
    if (known !== undefined) return known;
    const start = day * DAY_SECONDS;
    const first = this.#readOffset(start);
    const offsets =
      first === this.#readOffset(start + DAY_SECONDS - QUARTER_SECONDS)
        ? first
        : Int32Array.from({ length: QUARTERS }, (_, quarter) =>
            this.#readOffset(start + quarter * QUARTER_SECONDS),
          );
    this.#offsets.set(day, offsets);
    return offsets;
  }

  /** The first instant of the day in which an instant lies. */
  startOfDay(seconds: number): number {
    const local = seconds + this.offsetAt(seconds);
    return this.#toInstant(dayOf(local) * DAY_SECONDS);
  }

  /** The first instant of the day so many days after the one in which an instant lies. */
  addDays(seconds: number, days: number): number {
    const local = seconds + this.offsetAt(seconds);
    return this.#toInstant((dayOf(local) + days) * DAY_SECONDS);
  }

  /** The first instant of the month so many months after the one in which an instant lies. */
  addMonths(seconds: number, months: number): number {
    const local = new Date((seconds + this.offsetAt(seconds)) * 1000);
    const month = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1);
    return this.#toInstant(month / 1000);
  }

  /** When the clocks show this; where they leave it out, when they have passed it. */
  #toInstant(local: number): number {
    const before = local - this.offsetAt(local - DAY_SECONDS);
    const after = local - this.offsetAt(local + DAY_SECONDS);
    // Of two instants that show it the first.
    for (const instant of [Math.min(before, after), Math.max(before, after)]) {
      if (instant + this.offsetAt(instant) === local) return instant;
    }
    return Math.max(before, after);
  }

  #readOffset(seconds: number): number {
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of this.#format.formatToParts(seconds * 1000)) {
      parts[type] = Number(value);
    }
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
    const shown = Date.UTC(year, month - 1, day, hour, minute) / 1000;
    return Math.round((shown - seconds) / QUARTER_SECONDS) * QUARTER_SECONDS;
  }
}
