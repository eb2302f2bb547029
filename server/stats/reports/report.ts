import type { Audience, Report } from '../../../contracts/stats.ts';
import { CLASSES, PERSON, SCAN, PREVIEW, BOT } from '../classes.ts';
import { DAY_SECONDS, dayOf, QUARTER_SECONDS } from '../quarter.ts';
import { selectOpenDays, selectSettledRevision } from '../days.store.ts';
import { selectRulesVersion } from '../facts.store.ts';
import { collect, type Source } from './collect.ts';
import { keysOfFilters } from './frequent-values.ts';
import { findFilterIds, type Filters } from './report-query.ts';
import { selectFirstDays } from './reports.store.ts';
import { compileScan } from './compile-scan.ts';
import { listStarts, readSpan, spanBefore, stepOf, type Span, type SpanRequest } from './span.ts';
import type { Tally } from './tally.ts';
import { openTimeZone } from './time-zone.ts';

/** What a report is asked for. */
export interface ReportRequest extends SpanRequest {
  /** 0 = the whole site. */
  readonly linkId: number;
  readonly audience: Audience;
  readonly filters: Filters;
}

/** What reports are made of. */
export type ReportSource = Pick<Source, 'engine' | 'facts' | 'memory'>;

/**
 * Tells who came, from sums alone where nothing is filtered: details are looked at for filters, for
 * days of which only a part is wanted, and of days that are not over for the visitors, and for all
 * clicks of a link.
 * `now` is in Unix seconds.
 */
export async function createReport(
  { engine, facts, memory }: ReportSource,
  request: ReportRequest,
  now: number,
): Promise<Omit<Report, 'knows_places'>> {
  // Before the revision: a day that is settled meanwhile is read as one that is open, as which it can
  // be read, and not looked for where only those stand that were settled before.
  const openDays = await selectOpenDays(engine);
  const haveSumsOwnRules = (await selectRulesVersion(engine.db)) === facts.rules.version;
  // Before anything that it says something of.
  const settledRevision = await selectSettledRevision(engine);
  // After that: of settled clicks none has a fact then that is not known.
  await facts.refresh();
  const { linkId, audience, filters, period, timeZone } = request;
  const first = await selectFirstDays(engine);
  const firstDay = first.sums ?? dayOf(now);
  const filtersFrom = findFirstDetail(first, now);
  const asked = readSpan(request, openTimeZone(timeZone), now, firstDay * DAY_SECONDS);
  const source: Source = {
    engine,
    facts,
    memory,
    linkId,
    audience,
    filters,
    timeZone,
    isFiltered: audience !== 'people' || Object.keys(filters).length > 0,
    firstDay,
    filtersFrom,
    openDays,
    settledRevision,
    haveSumsOwnRules,
    keys: keysOfFilters(findFilterIds(facts, filters)),
    scan: compileScan(facts, filters, audience),
  };
  const span = fitSpan(asked, source);
  const step = stepOf(span);
  const tally = await collect(source, { span, step, withValues: true });
  const earlier = period === 'all' && request.from === undefined ? null : spanBefore(span);
  const isKnown = earlier !== null && (!source.isFiltered || earlier.from >= filtersFrom);
  const before = isKnown
    ? await collect(source, { span: earlier, step: 'month', withValues: false })
    : null;
  return {
    ...span,
    step,
    clicks: tally.clicks,
    totals: toTotals(tally),
    before: before === null ? null : toTotals(before),
    bars: listStarts(span, step, openTimeZone(timeZone)).map((start, bar) =>
      Object.assign({ start }, toClasses(tally.bars.subarray(bar * CLASSES, (bar + 1) * CLASSES))),
    ),
    week: Array.from({ length: 7 }, (_, day) => [
      ...tally.weekHours.subarray(day * 24, (day + 1) * 24),
    ]),
    lists: tally.rank(),
    filters_from: filtersFrom,
  };
}

/** From which instant on all clicks are known one by one; 0 when none was ever forgotten. */
function findFirstDetail(first: Awaited<ReturnType<typeof selectFirstDays>>, now: number): number {
  if (first.sums === null || first.sums === first.details) return 0;
  return (first.details ?? dayOf(now)) * DAY_SECONDS;
}

/**
 * Of days without details the sums know no parts: where a span begins or ends within one, it takes
 * the whole day in; and filters know nothing of them at all.
 */
function fitSpan({ from, to }: Span, { isFiltered, filtersFrom }: Source): Span {
  if (isFiltered) {
    const first = Math.max(from, filtersFrom);
    return { from: first, to: Math.max(to, first + QUARTER_SECONDS) };
  }
  return {
    from: from < filtersFrom ? dayOf(from) * DAY_SECONDS : from,
    to: to < filtersFrom ? dayOf(to + DAY_SECONDS - 1) * DAY_SECONDS : to,
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
