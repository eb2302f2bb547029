import { RANGE_YEARS_MAX } from '../../../contracts/stats/stats.constants.ts';

/** A range of calendar days that includes both. Each is like `2026-03-31`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

function readDay(day: string): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (date === undefined) return null;
  const start = new Date(Number(year), Number(month) - 1, Number(date));
  return writeDay(start) === day ? start : null;
}

function writeDay(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/**
 * Finds the error in a range of days: `wrong` (invalid or in the wrong order), `long` or `ahead`
 * (in the future). Null: no error.
 */
export function findDaysFault({ from, to }: Days): 'wrong' | 'long' | 'ahead' | null {
  const [first, last] = [readDay(from), readDay(to)];
  if (first === null || last === null || first > last) return 'wrong';
  const year = first.getFullYear();
  const tooLate = new Date(year + RANGE_YEARS_MAX, first.getMonth(), first.getDate());
  if (year < 1970 || last >= tooLate) return 'long';
  return Number(first) > Date.now() ? 'ahead' : null;
}

/** The start of a day in the browser's time zone, in Unix seconds. */
export function startOfDay(day: string): number {
  return Number(readDay(day)) / 1000;
}

/** The start of the next day, in Unix seconds. A day can have 23 or 25 hours. */
export function nextDayStart(day: string): number {
  const start = readDay(day)!;
  return new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1).getTime() / 1000;
}

/** The day of an instant (Unix seconds) in the browser's time zone. */
export function toDay(instant: number): string {
  return writeDay(new Date(instant * 1000));
}

const calendarPeriods = ['last_week', 'last_month'] as const;
type CalendarPeriod = (typeof calendarPeriods)[number];

/** The whole week, which begins on Monday, or month before today's. */
export function toCalendarDays(period: CalendarPeriod, now = new Date()): Days {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
  if (period === 'last_month') {
    return { from: writeDay(new Date(year, month - 1, 1)), to: writeDay(new Date(year, month, 0)) };
  }
  const monday = date - ((now.getDay() + 6) % 7);
  return {
    from: writeDay(new Date(year, month, monday - 7)),
    to: writeDay(new Date(year, month, monday - 1)),
  };
}

export function findCalendarPeriod(name: string | undefined): CalendarPeriod | null {
  return calendarPeriods.find((period) => period === name) ?? null;
}

/** The period that has exactly these days now. */
export function nameDays({ from, to }: Days): CalendarPeriod | null {
  const hasDays = (period: CalendarPeriod) => {
    const days = toCalendarDays(period);
    return days.from === from && days.to === to;
  };
  return calendarPeriods.find(hasDays) ?? null;
}
