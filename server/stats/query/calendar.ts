import type { Report } from '../../../contracts/stats.ts';
import { DAY_SECONDS, QUARTER_SECONDS, QUARTERS } from '../quarter.ts';
import { listStarts, type Span } from './span.ts';
import type { TimeZone } from './time-zone.ts';

const WEEK_HOURS = 7 * 24;
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const FIRST_WEEKDAY = 3;

/** Where the quarters of a UTC day belong; -1 = outside of the span. */
export interface DayQuarters {
  /** Quarter → index of the bar. */
  readonly bars: Int32Array;
  /** Quarter → day of the week, Monday first, times 24, plus the hour. */
  readonly weekHours: Uint8Array;
}

/** Sorts the quarters of UTC days into the bars and the week of a time zone. */
export class Calendar {
  readonly starts: readonly number[];
  readonly #span: Span;
  readonly #zone: TimeZone;
  #bar = 0;

  constructor(span: Span, step: Report['step'], zone: TimeZone) {
    this.#span = span;
    this.#zone = zone;
    this.starts = listStarts(span, step, zone);
  }

  /** The quarters of a day; days must be asked for in their order, or again. */
  quartersOf(day: number): DayQuarters {
    const bars = new Int32Array(QUARTERS).fill(-1);
    const weekHours = new Uint8Array(QUARTERS);
    const offsets = this.#zone.offsetsOf(day);
    let bar = this.starts[this.#bar]! <= day * DAY_SECONDS ? this.#bar : 0;
    for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
      const start = day * DAY_SECONDS + quarter * QUARTER_SECONDS;
      if (start < this.#span.from || start >= this.#span.to) continue;
      while (bar + 1 < this.starts.length && this.starts[bar + 1]! <= start) bar += 1;
      bars[quarter] = bar;
      const local = start + (typeof offsets === 'number' ? offsets : offsets[quarter]!);
      const hour = Math.floor(local / 3600);
      weekHours[quarter] = (hour + FIRST_WEEKDAY * 24) % WEEK_HOURS;
    }
    this.#bar = bar;
    return { bars, weekHours };
  }
}
