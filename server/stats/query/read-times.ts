import { clickClasses, type Audience } from '../../../contracts/stats.constants.ts';
import type { Report } from '../../../contracts/stats.ts';
import { classesOf, isPeople } from '../classify/classes.ts';
import type { Connection } from '../warehouse/connection.ts';
import { QUARTER_KIND } from '../warehouse/tables.ts';
import type { Segment } from './segments.ts';

/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const FIRST_WEEKDAY = 3;
const WEEK_HOURS = 7 * 24;

export interface Times {
  readonly bars: Report['bars'];
  readonly week: Report['week'];
  readonly totals: Report['totals'];
}

interface BucketRow {
  readonly bucket: number;
  readonly class: number;
  readonly clicks: number;
  readonly visitors: number;
}

/** Reads the table `cell`; `starts` are the starts of the buckets. */
export async function readTimes(
  db: Connection,
  segments: readonly Segment[],
  starts: readonly number[],
  audience: Audience,
): Promise<Times> {
  const values = segments.map(
    ({ quarter, bucket, offset }) => `(${quarter}, ${bucket}, ${offset})`,
  );
  await db.run(
    `create or replace temp table timed as
      select bucket, ((key + "offset") // 4 + ${FIRST_WEEKDAY * 24}) % ${WEEK_HOURS} as week_hour,
        class, clicks, visitors
      from (select key, class, clicks, visitors from cell where kind = ${QUARTER_KIND})
      asof join (values ${values.join(', ')}) as segment (start, bucket, "offset") on key >= start`,
  );
  const bucketRows = await db.all<BucketRow>(
    `select bucket, class, sum(clicks)::double as clicks, sum(visitors)::double as visitors
      from timed group by bucket, class`,
  );
  const hourRows = await db.all<{ hour: number; clicks: number }>(
    `select week_hour::integer as hour, sum(clicks)::double as clicks from timed
      where class in (${classesOf[audience].join(', ')}) group by week_hour`,
  );
  return {
    bars: toBuckets(bucketRows, starts),
    week: toWeek(hourRows),
    totals: sumTotals(bucketRows),
  };
}

export function sumTotals(rows: readonly Omit<BucketRow, 'bucket'>[]): Report['totals'] {
  const totals = { person: 0, scan: 0, preview: 0, bot: 0, visitors: 0 };
  for (const { class: own, clicks, visitors } of rows) {
    totals[clickClasses[own]!] += clicks;
    if (isPeople(own)) totals.visitors += visitors;
  }
  return totals;
}

function toBuckets(rows: readonly BucketRow[], starts: readonly number[]): Report['bars'] {
  const bars = starts.map((start) => ({ start, person: 0, scan: 0, preview: 0, bot: 0 }));
  for (const { bucket, class: own, clicks } of rows) bars[bucket]![clickClasses[own]!] += clicks;
  return bars;
}

function toWeek(rows: readonly { hour: number; clicks: number }[]): Report['week'] {
  const hours = Array.from({ length: WEEK_HOURS }, () => 0);
  for (const { hour, clicks } of rows) hours[hour] = clicks;
  return Array.from({ length: 7 }, (_, day) => hours.slice(day * 24, (day + 1) * 24));
}
