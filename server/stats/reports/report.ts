import type { Report } from '../../../contracts/stats.ts';
import { CLASSES, PERSON, SCAN, PREVIEW, BOT } from '../classes.ts';
import { collect } from './collect.ts';
import { openSource, type ReportRequest, type ReportSource } from './source.ts';
import { hasBefore, listStarts, spanBefore, stepOf } from './span.ts';
import type { Tally } from './tally.ts';
import { openTimeZone } from './time-zone.ts';

/**
 * Tells who came, from sums alone where nothing is filtered: details are looked at for filters, for
 * days of which only a part is wanted, and of days that are not over for the visitors, and for all
 * clicks of a link.
 * `now` is in Unix seconds.
 */
export async function createReport(
  from: ReportSource,
  request: ReportRequest,
  now: number,
): Promise<Omit<Report, 'knows_places' | 'imported_clicks'>> {
  const { source, span } = await openSource(from, request, now);
  const step = stepOf(span);
  const tally = await collect(source, { span, step, withValues: true });
  const earlier = hasBefore(request) ? spanBefore(span) : null;
  const isKnown = earlier !== null && (!source.isFiltered || earlier.from >= source.filtersFrom);
  const before = isKnown
    ? await collect(source, { span: earlier, step: 'month', withValues: false })
    : null;
  return {
    ...span,
    step,
    clicks: tally.clicks,
    totals: toTotals(tally),
    before: before === null ? null : toTotals(before),
    bars: listStarts(span, step, openTimeZone(request.timeZone)).map((start, bar) =>
      Object.assign({ start }, toClasses(tally.bars.subarray(bar * CLASSES, (bar + 1) * CLASSES))),
    ),
    week: Array.from({ length: 7 }, (_, day) => [
      ...tally.weekHours.subarray(day * 24, (day + 1) * 24),
    ]),
    lists: tally.rank(),
    filters_from: source.filtersFrom,
  };
}

function toTotals(tally: Tally): Report['totals'] {
  return { ...toClasses(tally.byClass), visitors: tally.visitors };
}

function toClasses(clicks: Float64Array) {
  return {
    person: clicks[PERSON]!,
    scan: clicks[SCAN]!,
    preview: clicks[PREVIEW]!,
    bot: clicks[BOT]!,
  };
}
