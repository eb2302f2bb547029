import type { Audience, Report } from '../../../contracts/stats.ts';
import type { Engine } from '../../engine/engine.ts';
import { giveWay } from '../../engine/give-way.ts';
import { Calendar, type DayQuarters } from './calendar.ts';
import { CLASSES, PERSON, SCAN, PREVIEW, BOT } from '../classes.ts';
import { readSum } from '../day-sum.ts';
import { readDetail } from '../detail.ts';
import type { Facts } from '../facts.ts';
import { DAY_SECONDS, dayOf, QUARTER_SECONDS } from '../quarter.ts';
import { compileAudience, compileFilters, listClasses, type Filters } from './report-query.ts';
import { selectDetails, selectFirstDays, selectOpenDays, selectSumsOf } from './reports.store.ts';
import { countOpenVisitors, scanDetails, type Scan } from './scan-details.ts';
import { readSpan, spanBefore, stepOf, type Span, type SpanRequest } from './span.ts';
import { Tally } from './tally.ts';
import { openTimeZone } from './time-zone.ts';

/** What a report is asked for. */
export interface ReportRequest extends SpanRequest {
  /** 0 = the whole site. */
  readonly linkId: number;
  readonly audience: Audience;
  readonly filters: Filters;
}

/** How many days' sums are in memory at a time. */
const DAYS_AT_ONCE = 32;

/**
 * Tells who came, from sums alone where nothing is filtered: details are looked at for filters, for
 * days of which only a part is wanted, and for the visitors of days that are not over.
 * `now` is in Unix seconds.
 */
export async function createReport(
  engine: Engine,
  facts: Facts,
  request: ReportRequest,
  now: number,
): Promise<Omit<Report, 'knows_places'>> {
  await facts.refresh();
  const { linkId, audience, filters, period } = request;
  const zone = openTimeZone(request.timeZone);
  const first = await selectFirstDays(engine);
  const filtersFrom = findFirstDetail(first, now);
  const isFiltered = audience !== 'people' || Object.keys(filters).length > 0;
  const asked = readSpan(request, zone, now, (first.sums ?? dayOf(now)) * DAY_SECONDS);
  const source: Source = {
    engine,
    facts,
    linkId,
    isFiltered,
    firstDay: first.sums ?? dayOf(now),
    filtersFrom,
    openDays: await selectOpenDays(engine),
    scan: {
      passing: compileFilters(facts, filters),
      audience: compileAudience(audience),
      classes: listClasses(facts),
    },
  };
  const span = fitSpan(asked, source);
  const step = stepOf(span);
  const calendar = new Calendar(span, step, zone);
  const tally = await collect(source, span, calendar, true);
  const earlier = period === 'all' && request.from === undefined ? null : spanBefore(span);
  const isKnown = earlier !== null && (!isFiltered || earlier.from >= filtersFrom);
  const before = isKnown
    ? await collect(source, earlier, new Calendar(earlier, 'month', zone), false)
    : null;
  return {
    ...span,
    step,
    clicks: tally.clicks,
    totals: toTotals(tally),
    before: before === null ? null : toTotals(before),
    bars: calendar.starts.map((start, bar) =>
      Object.assign({ start }, toClasses(tally.bars.subarray(bar * CLASSES, (bar + 1) * CLASSES))),
    ),
    week: Array.from({ length: 7 }, (_, day) => [
      ...tally.weekHours.subarray(day * 24, (day + 1) * 24),
    ]),
    lists: tally.rank(facts),
    filters_from: filtersFrom,
  };
}

/** From which instant on all clicks are known one by one; 0 when none was ever forgotten. */
function findFirstDetail(first: Awaited<ReturnType<typeof selectFirstDays>>, now: number): number {
  if (first.sums === null || first.sums === first.details) return 0;
  return (first.details ?? dayOf(now)) * DAY_SECONDS;
}

/** Where a tally comes from. */
interface Source {
  readonly engine: Engine;
  readonly facts: Facts;
  readonly linkId: number;
  readonly isFiltered: boolean;
  /** The first day that has sums. */
  readonly firstDay: number;
  /** From which instant on there are details. */
  readonly filtersFrom: number;
  readonly openDays: ReadonlySet<number>;
  readonly scan: Scan;
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

async function collect(
  source: Source,
  span: Span,
  calendar: Calendar,
  withValues: boolean,
): Promise<Tally> {
  const { engine, facts, linkId, isFiltered, filtersFrom, firstDay, openDays, scan } = source;
  const tally = new Tally(facts, calendar.starts.length);
  const days: number[] = [];
  for (let day = Math.max(dayOf(span.from), firstDay); day * DAY_SECONDS < span.to; day += 1) {
    days.push(day);
  }
  for (let from = 0; from < days.length; from += DAYS_AT_ONCE) {
    const some = days.slice(from, from + DAYS_AT_ONCE);
    // Who has no sum of a day has no details of it either.
    for (const { day, body } of await selectSumsOf(engine, linkId, some)) {
      giveWay();
      const quarters = calendar.quartersOf(day);
      const isForgotten = day * DAY_SECONDS < filtersFrom;
      const isSummed = !isFiltered && (isForgotten || liesWithin(body, quarters));
      if (isSummed) addSum(tally, body, quarters, scan, withValues);
      if (isSummed && !openDays.has(day)) continue;
      // All parts from the same rows: more clicks may have come since the sum was read.
      const details = (await selectDetails(engine, linkId, day)).map(readDetail);
      if (isSummed) tally.visitors += countOpenVisitors(details, scan);
      else scanDetails(details, quarters, scan, withValues, tally);
    }
  }
  return tally;
}

/** Tells whether all clicks of a sum are of quarters that are wanted. */
function liesWithin(body: Uint8Array, { bars }: DayQuarters): boolean {
  let isWithin = true;
  readSum(body, {
    time: (key) => {
      if (bars[key >>> 2] === -1) isWithin = false;
    },
  });
  return isWithin;
}

/** Adds all that the sum of a day knows; its visitors are those of settled clicks. */
function addSum(
  tally: Tally,
  body: Uint8Array,
  { bars, weekHours }: DayQuarters,
  { audience }: Scan,
  withValues: boolean,
): void {
  const { visitors } = readSum(body, {
    time: (key, clicks) => {
      const bar = bars[key >>> 2]!;
      const clickClass = key & 3;
      if (bar === -1) return;
      const isAudience = audience[clickClass] === 1;
      tally.addTime(clickClass, bar, weekHours[key >>> 2]!, isAudience, clicks);
    },
    ...(withValues
      ? { value: (key: number, clicks: number) => tally.addValue(key & 15, key >>> 4, clicks) }
      : {}),
  });
  tally.visitors += visitors;
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
