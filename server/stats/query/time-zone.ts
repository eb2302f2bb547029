import { QUARTER_SECONDS } from '../quarter.ts';

/** UTC offsets, and the starts of days and months. All times are Unix seconds. */
export class TimeZone {
  readonly #name: string;

  /** Throws a RangeError for an unknown zone. */
  constructor(name: string) {
    this.#name = name;
    this.#at(0);
  }

  /** Local time minus UTC in seconds, rounded to quarter-hours. */
  offsetAt(seconds: number): number {
    const offset = this.#at(seconds).offsetNanoseconds / 1e9;
    return Math.round(offset / QUARTER_SECONDS) * QUARTER_SECONDS;
  }

  /** The quarter-hours after `from` and before `to` that begin with another offset. */
  listOffsetChanges(from: number, to: number): number[] {
    const changes: number[] = [];
    let change = this.#at(from).getTimeZoneTransition('next');
    while (change !== null && toSeconds(change) < to) {
      changes.push(toSeconds(change));
      change = change.getTimeZoneTransition('next');
    }
    return changes;
  }

  startOfDay(seconds: number): number {
    return this.addDays(seconds, 0);
  }

  /** The start of the local day `days` after that of an instant. */
  addDays(seconds: number, days: number): number {
    return this.#startOf(this.#at(seconds).toPlainDate().add({ days }));
  }

  countDays(from: number, to: number): number {
    const first = this.#at(from).toPlainDate();
    return first.until(this.#at(to - 1).toPlainDate(), { largestUnit: 'day' }).days + 1;
  }

  /** The months between two instants; 0: one of them does not begin a month. */
  countMonths(from: number, to: number): number {
    if (this.addMonths(from, 0) !== from || this.addMonths(to, 0) !== to) return 0;
    return this.#at(from).toPlainDate().until(this.#at(to).toPlainDate(), { largestUnit: 'month' })
      .months;
  }

  subtract(seconds: number, time: Temporal.DurationLike): number {
    return toSeconds(this.#at(seconds).subtract(time));
  }

  /** The start of the local month `months` after that of an instant. */
  addMonths(seconds: number, months: number): number {
    return this.#startOf(this.#at(seconds).toPlainDate().with({ day: 1 }).add({ months }));
  }

  #at(seconds: number): Temporal.ZonedDateTime {
    return Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(this.#name);
  }

  /** A skipped date begins with the next one. */
  #startOf(date: Temporal.PlainDate): number {
    return toSeconds(date.toZonedDateTime(this.#name));
  }
}

/** Rounds up to quarter-hours, because Liberia had an offset of 44:30 minutes until 1972. */
function toSeconds(time: Temporal.ZonedDateTime): number {
  return Math.ceil(time.epochMilliseconds / 1000 / QUARTER_SECONDS) * QUARTER_SECONDS;
}
