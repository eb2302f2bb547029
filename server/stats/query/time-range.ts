import type { Period } from '../../../contracts/stats/stats.constants.ts';
import type { Report } from '../../../contracts/stats/stats.ts';
import type { Engine } from '../../engine/engine.ts';
import { type KnownDays, selectKnownDays } from '../ingest/click-batches.store.ts';
import { dayOf, DAY_SECONDS, QUARTER_SECONDS } from '../quarter.ts';
import { TimeZone } from './time-zone.ts';

/** Unix seconds, both at the start of a quarter-hour; `to` is exclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

type Granularity = Report['step'];

export interface RangeRequest {
  readonly period: Period;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly timeZone: string;
}

const HOURLY_DAYS_MAX = 2;
const DAILY_DAYS_MAX = 100;
/** A range ends at most this far ahead, because each of its months is a bucket. */
const AHEAD_SECONDS = 366 * DAY_SECONDS;
const HOUR_SECONDS = 3600;

const daysBack: Readonly<Record<Exclude<Period, '24h' | 'all'>, number>> = {
  '7d': 6,
  '30d': 29,
  '90d': 89,
  year: 364,
};

/** `all` includes clicks from a clock that was ahead. */
export function readRange(
  request: Omit<RangeRequest, 'timeZone'>,
  zone: TimeZone,
  now: number,
  knownDays: Pick<KnownDays, 'first' | 'last'>,
): TimeRange {
  const requestedEnd = request.to ?? (hasBefore(request) ? now + 1 : endOf(knownDays, now + 1));
  const end = Math.min(roundUp(requestedEnd), roundUp(now + AHEAD_SECONDS));
  if (request.from !== undefined) {
    const from = Math.min(roundDown(request.from), end - QUARTER_SECONDS);
    return { from, to: end };
  }
  const { period } = request;
  if (period === '24h') return { from: startOfHour(end - DAY_SECONDS, zone), to: end };
  const last = end - QUARTER_SECONDS;
  if (period === 'all') {
    const first = knownDays.first === null ? last : Math.min(knownDays.first * DAY_SECONDS, last);
    return { from: zone.startOfDay(first), to: end };
  }
  return { from: zone.addDays(last, -daysBack[period]), to: end };
}

export function hasBefore({ period, from }: Pick<RangeRequest, 'period' | 'from'>): boolean {
  return period !== 'all' || from !== undefined;
}

/**
 * The range to compare with: as many months before whole months, otherwise as many days, up to the
 * same time of day. A range that is not over is compared as far as it has passed; one of hours has
 * the same length right before it.
 */
export function rangeBefore(
  range: TimeRange,
  { period, from: requestedFrom }: Pick<RangeRequest, 'period' | 'from'>,
  zone: TimeZone,
  now: number,
): TimeRange {
  const { from, to } = range;
  const end = passedEnd(range, now);
  const isHours = requestedFrom === undefined && period === '24h';
  if (isHours || zone.startOfDay(from) !== from) {
    const length = to - from;
    return { from: from - length, to: end - length };
  }
  const months = requestedFrom === undefined ? 0 : zone.countMonths(from, to);
  if (months > 0) {
    return {
      from: zone.addMonths(from, -months),
      to: Math.min(zone.subtract(end, { months }), from),
    };
  }
  const days = zone.countDays(from, to);
  return { from: zone.addDays(from, -days), to: Math.min(zone.subtract(end, { days }), from) };
}

/** The same dates a year earlier, as far as the range has passed. February 29 becomes 28. */
export function rangeYearBefore(range: TimeRange, zone: TimeZone, now: number): TimeRange {
  const last = passedEnd(range, now) - QUARTER_SECONDS;
  return {
    from: zone.subtract(range.from, { years: 1 }),
    to: zone.subtract(last, { years: 1 }) + QUARTER_SECONDS,
  };
}

/** The end of what has passed of a range; of a range in the future, its end. */
function passedEnd({ from, to }: TimeRange, now: number): number {
  return now < from ? to : Math.min(to, roundUp(now + 1));
}

export function granularityOf({ from, to }: TimeRange): Granularity {
  const days = (to - from) / DAY_SECONDS;
  if (days <= HOURLY_DAYS_MAX) return 'hour';
  return days <= DAILY_DAYS_MAX ? 'day' : 'month';
}

/** The starts of all buckets; the first one may begin before the range. */
export function listStarts(range: TimeRange, granularity: Granularity, zone: TimeZone): number[] {
  const starts: number[] = [];
  let start = startOf(range.from, granularity, zone);
  while (start < range.to) {
    starts.push(start);
    if (granularity === 'hour') start += HOUR_SECONDS;
    else start = granularity === 'day' ? zone.addDays(start, 1) : zone.addMonths(start, 1);
  }
  return starts;
}

function startOf(seconds: number, granularity: Granularity, zone: TimeZone): number {
  if (granularity === 'hour') return startOfHour(seconds, zone);
  return granularity === 'day' ? zone.startOfDay(seconds) : zone.addMonths(seconds, 0);
}

function startOfHour(seconds: number, zone: TimeZone): number {
  const offset = zone.offsetAt(seconds);
  return Math.floor((seconds + offset) / HOUR_SECONDS) * HOUR_SECONDS - offset;
}

function endOf({ last }: Pick<KnownDays, 'last'>, atLeast: number): number {
  return last === null || last <= dayOf(atLeast) ? atLeast : (last + 1) * DAY_SECONDS;
}

function roundDown(seconds: number): number {
  return Math.floor(seconds / QUARTER_SECONDS) * QUARTER_SECONDS;
}

function roundUp(seconds: number): number {
  return Math.ceil(seconds / QUARTER_SECONDS) * QUARTER_SECONDS;
}

export async function findRange(
  engine: Engine,
  request: RangeRequest,
  now: number,
): Promise<TimeRange> {
  return readRange(request, new TimeZone(request.timeZone), now, await selectKnownDays(engine.db));
}
