import { DAY_SECONDS, QUARTER_SECONDS, QUARTERS, dayOf } from '../quarter.ts';

/** Cached zones: most viewers of a site live in a few. */
const ZONES_MAX = 16;

const zones = new Map<string, TimeZone>();

/** Throws a RangeError for an unknown zone. */
export function openTimeZone(name: string): TimeZone {
  const zone = zones.get(name) ?? new TimeZone(name);
  // Moves the zone to the end of the cache; the first is evicted.
  zones.delete(name);
  zones.set(name, zone);
  if (zones.size > ZONES_MAX) zones.delete(zones.keys().next().value!);
  return zone;
}

/** UTC offsets, and the starts of days and months. */
export class TimeZone {
  readonly #format: Intl.DateTimeFormat;
  /** UTC day → its offset, or the offset of each quarter-hour. */
  readonly #offsets = new Map<number, number | Int32Array>();

  /** Throws a RangeError for an unknown zone. */
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

  /** Local time minus UTC in seconds, rounded to quarter-hours. */
  offsetAt(seconds: number): number {
    const day = dayOf(seconds);
    const offsets = this.offsetsOf(day);
    if (typeof offsets === 'number') return offsets;
    return offsets[Math.floor((seconds - day * DAY_SECONDS) / QUARTER_SECONDS)]!;
  }

  /** The offset of a UTC day, or of each quarter-hour when the clocks change. */
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

  /** The start of the local day of an instant. */
  startOfDay(seconds: number): number {
    const local = seconds + this.offsetAt(seconds);
    return this.#toInstant(dayOf(local) * DAY_SECONDS);
  }

  addDays(seconds: number, days: number): number {
    const local = seconds + this.offsetAt(seconds);
    return this.#toInstant((dayOf(local) + days) * DAY_SECONDS);
  }

  /** The start of the local month `months` after that of an instant. */
  addMonths(seconds: number, months: number): number {
    const local = new Date((seconds + this.offsetAt(seconds)) * 1000);
    const month = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1);
    return this.#toInstant(month / 1000);
  }

  /** Converts local time. Skipped local times give the instant of the change. */
  #toInstant(local: number): number {
    const before = local - this.offsetAt(local - DAY_SECONDS);
    const after = local - this.offsetAt(local + DAY_SECONDS);
    // Of two instants with this local time, the first.
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
