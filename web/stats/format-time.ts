import { locale } from '../language.ts';
import type { Report } from './stats.api.ts';

type Step = Report['step'];

const axis: Readonly<Record<Step, Intl.DateTimeFormat>> = {
  hour: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  day: format({ day: 'numeric', month: 'short' }),
  month: format({ month: 'short', year: 'numeric' }),
};
const detailed: Readonly<Record<Step, Intl.DateTimeFormat>> = {
  hour: format({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }),
  day: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  month: format({ month: 'long', year: 'numeric' }),
};
const date = format({ day: 'numeric', month: 'long', year: 'numeric' });
/** A Monday in UTC. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, options);
}

/** The start of a bar (Unix seconds), short enough for the axis. */
export function formatAxisLabel(start: number, step: Step): string {
  return axis[step].format(start * 1000);
}

/** The start of a bar (Unix seconds), in full. */
export function formatBarStart(start: number, step: Step): string {
  return detailed[step].format(start * 1000);
}

/** The days from `from` until before `to` (Unix seconds). */
export function formatDays(from: number, to: number): string {
  const [first, last] = [from, Math.max(from, to - 1)].map((at) => date.format(at * 1000));
  return first === last ? first! : `${first} – ${last}`;
}

/** Days count from 0 for Monday. */
export function formatWeekday(day: number, weekday: 'short' | 'long'): string {
  return format({ weekday, timeZone: 'UTC' }).format(MONDAY + day * DAY_MS);
}

/** Hours count from 0 to 23. */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
