/** Whole days of the calendar, both within; each as `2026-03-31`. */
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

/** The most years that the server tells of at once. */
const YEARS_MAX = 20;

/**
 * What is wrong with chosen days: not two that exist in their order, too long, or not there yet;
 * null = nothing.
 */
export function findDaysFault({ from, to }: Days): 'wrong' | 'long' | 'ahead' | null {
  const [first, last] = [readDay(from), readDay(to)];
  if (first === null || last === null || first > last) return 'wrong';
  const year = first.getFullYear();
  const tooLate = new Date(year + YEARS_MAX, first.getMonth(), first.getDate());
  if (year < 1970 || last >= tooLate) return 'long';
  return Number(first) > Date.now() ? 'ahead' : null;
}

/** When a day begins where the visitor is, in Unix seconds. */
export function startOfDay(day: string): number {
  return Number(readDay(day)) / 1000;
}

/** When the day after begins, in Unix seconds; a day need not have 24 hours. */
export function nextDayStart(day: string): number {
  const start = readDay(day)!;
  return new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1).getTime() / 1000;
}

/** The day in which an instant (Unix seconds) lies where the visitor is. */
export function dayOf(instant: number): string {
  return writeDay(new Date(instant * 1000));
}
