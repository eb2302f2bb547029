import type { Link } from '../../contracts/links/links.ts';
import { getReport } from '../../contracts/stats/stats.ts';
import type { Call } from '../http/endpoint.ts';
import type { Ask } from './ask.ts';

/** A report of at most 2 days has hours; one of more than 100 days has months instead of days. */
const reportDays = { hour: 2, day: 90 } as const;
const DAY_SECONDS = 86_400;

/** Unix seconds; the end is exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** A report on the clicks of people on one link. The period must be one of at most 20 years. */
export function readReport(ask: Ask, link: Link, { from, to }: Period, call: Call) {
  const wanted = { short_url: link.short_link, from, to, time_zone: call.timeZone };
  return ask(getReport, getReport.request.parse(wanted), call);
}

export function inZone(seconds: number, { timeZone }: Pick<Call, 'timeZone'>) {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(timeZone);
}

/** Clicks of people by hour, or by parts of days in the time zone of the site. Those without clicks are left out. */
export async function* readClicks(
  ask: Ask,
  link: Link,
  { from, to, step }: Period & { readonly step: 'hour' | 'day' },
  call: Call,
): AsyncGenerator<{ readonly start: number; readonly clicks: number }> {
  const days = reportDays[step];
  for (let start = from; start < to;) {
    const next =
      step === 'hour'
        ? start + days * DAY_SECONDS
        : inZone(start, call).startOfDay().add({ days }).epochMilliseconds / 1000;
    const end = Math.min(next, to);
    const { bars } = await readReport(ask, link, { from: start, to: end }, call);
    for (const { start: begin, person, scan } of bars) {
      if (person + scan > 0) yield { start: Math.max(begin, start), clicks: person + scan };
    }
    start = end;
  }
}

/** Clicks of people by date, as `2026-12-31` in the time zone of the site. Days without clicks are left out. */
export async function countByDay(
  ask: Ask,
  link: Link,
  period: Period,
  call: Call,
): Promise<Map<string, number>> {
  const days = new Map<string, number>();
  for await (const { start, clicks } of readClicks(ask, link, { ...period, step: 'day' }, call)) {
    const day = inZone(start, call).toPlainDate().toString();
    days.set(day, (days.get(day) ?? 0) + clicks);
  }
  return days;
}
