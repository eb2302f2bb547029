import type { Report } from '../../../contracts/stats/stats.ts';
import { QUARTER_SECONDS } from '../quarter.ts';
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

export function listSegments(
  range: TimeRange,
  granularity: Report['step'],
  zone: TimeZone,
): Segment[] {
  const starts = listStarts(range, granularity, zone).map(toQuarter);
  const first = toQuarter(range.from);
  const changes = zone.listOffsetChanges(range.from, range.to).map(toQuarter);
  const quarters = [...new Set([first, ...starts, ...changes])]
    .filter((quarter) => quarter >= first)
    .toSorted((a, b) => a - b);
  let bucket = 0;
  return quarters.map((quarter) => {
    while (bucket + 1 < starts.length && starts[bucket + 1]! <= quarter) bucket += 1;
    return { quarter, bucket, offset: toQuarter(zone.offsetAt(quarter * QUARTER_SECONDS)) };
  });
}

/** SQL for the start of a quarter-hour's local hour, or itself if segments split hours. */
export function selectHour(segments: readonly Segment[], quarter: string): string {
  const { quarter: first, offset } = segments[0]!;
  const shift = ((offset % HOUR_QUARTERS) + HOUR_QUARTERS) % HOUR_QUARTERS;
  const areHours = segments.every(
    (segment) =>
      (segment.offset - offset) % HOUR_QUARTERS === 0 &&
      (segment.quarter === first || (segment.quarter + shift) % HOUR_QUARTERS === 0),
  );
  if (!areHours) return quarter;
  return `greatest(${quarter} - (${quarter} + ${shift}) % ${HOUR_QUARTERS}, ${first})`;
}

export function toQuarter(seconds: number): number {
  return Math.floor(seconds / QUARTER_SECONDS);
}
