import type { Report } from '../../../contracts/stats.ts';
import { dayOf, DAY_SECONDS, QUARTER_SECONDS, QUARTERS } from '../quarter.ts';
import { listStarts, type TimeRange } from './time-range.ts';
import type { TimeZone } from './time-zone.ts';

const HOUR_QUARTERS = 4;

/** Until the next segment, clicks belong to one bucket and one UTC offset. */
export interface Segment {
  /** Quarter-hours since 1970-01-01 UTC. */
  readonly quarter: number;
  readonly bucket: number;
  /** The UTC offset of the time zone, in quarter-hours. */
  readonly offset: number;
}

/** In order of time. */
export function listSegments(
  range: TimeRange,
  granularity: Report['step'],
  zone: TimeZone,
): Segment[] {
  const starts = listStarts(range, granularity, zone).map(toQuarter);
  const first = toQuarter(range.from);
  const changes = listOffsetChanges(range, zone);
  const quarters = [...new Set([first, ...starts, ...changes.keys()])]
    .filter((quarter) => quarter >= first)
    .toSorted((a, b) => a - b);
  let bucket = 0;
  let offset = toQuarter(zone.offsetAt(range.from));
  return quarters.map((quarter) => {
    while (bucket + 1 < starts.length && starts[bucket + 1]! <= quarter) bucket += 1;
    offset = changes.get(quarter) ?? offset;
    return { quarter, bucket, offset };
  });
}

/** Quarter-hour → the offset from it on. */
function listOffsetChanges({ from, to }: TimeRange, zone: TimeZone): Map<number, number> {
  const changes = new Map<number, number>();
  let last = toQuarter(zone.offsetAt(from));
  for (let day = dayOf(from); day * DAY_SECONDS < to; day += 1) {
    const offsets = zone.offsetsOf(day);
    const ofDay = typeof offsets === 'number' ? [offsets] : offsets;
    for (const [at, seconds] of ofDay.entries()) {
      const offset = toQuarter(seconds);
      const quarter = day * QUARTERS + at;
      if (offset !== last && quarter >= toQuarter(from)) changes.set(quarter, offset);
      if (quarter >= toQuarter(from)) last = offset;
    }
  }
  return changes;
}

/** SQL for the start of a click's local hour, or its quarter-hour if segments split hours. */
export function selectHour(segments: readonly Segment[]): string {
  const { quarter: first, offset } = segments[0]!;
  const shift = ((offset % HOUR_QUARTERS) + HOUR_QUARTERS) % HOUR_QUARTERS;
  const areHours = segments.every(
    (segment) =>
      (segment.offset - offset) % HOUR_QUARTERS === 0 &&
      (segment.quarter === first || (segment.quarter + shift) % HOUR_QUARTERS === 0),
  );
  if (!areHours) return 'quarter';
  return `greatest(quarter - (quarter + ${shift}) % ${HOUR_QUARTERS}, ${first})`;
}

export function toQuarter(seconds: number): number {
  return Math.floor(seconds / QUARTER_SECONDS);
}
