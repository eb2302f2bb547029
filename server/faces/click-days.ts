import type { Link } from '../../contracts/links/links.ts';
import { getReport } from '../../contracts/stats/stats.ts';
import type { Call } from '../http/endpoint.ts';
import type { Ask } from './ask.ts';

/** A report of more than 100 days has months instead of days. */
const REPORT_DAYS = 90;

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

/** Clicks of people by date, as `2026-12-31` in the time zone of the site. Days without clicks are left out. */
export async function countByDay(
  ask: Ask,
  link: Link,
  { from, to }: Period,
  call: Call,
): Promise<Map<string, number>> {
  const days = new Map<string, number>();
  const inZone = (seconds: number) =>
    Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(call.timeZone);
  for (let start = from; start < to;) {
    const next = inZone(start).startOfDay().add({ days: REPORT_DAYS }).epochMilliseconds / 1000;
    const end = Math.min(next, to);
    const { bars } = await readReport(ask, link, { from: start, to: end }, call);
    for (const { start: begin, person, scan } of bars) {
      const day = inZone(Math.max(begin, start)).toPlainDate().toString();
      if (person + scan > 0) days.set(day, (days.get(day) ?? 0) + person + scan);
    }
    start = end;
  }
  return days;
}
