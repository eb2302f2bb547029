import { clickClasses, type Audience } from '../../../contracts/stats/stats.constants.ts';
import type { Report } from '../../../contracts/stats/stats.ts';
import { classesOf, isPeople } from '../classify/classes.ts';
import { QUARTERS } from '../quarter.ts';
import type { Connection } from '../warehouse/connection.ts';
import { addCells, clicksOf, rowsOf } from '../warehouse/rollup-tables.ts';
import { listOthers, type Rollup } from '../warehouse/rollups.ts';
import { groupClicks, QUARTER_KIND } from '../warehouse/tables.ts';
import type { Tables } from '../warehouse/warehouse.ts';
import { filterConditions, type Filters } from './filters.ts';
import { selectHour, toQuarter, type Segment } from './segments.ts';
import type { TimeRange } from './time-range.ts';

interface Clicks {
  /** SQL conditions; none: the whole site. */
  readonly ofLinks: readonly string[];
  readonly range: TimeRange;
  readonly filters: Filters;
  readonly filtersFrom: number;
}

/** Creates the temporary table `cell`, by quarter or hour and by dimension row. */
export async function selectCells(
  tables: Tables,
  clicks: Clicks,
  segments: readonly Segment[],
): Promise<void> {
  const { rollups, others, visitors } = splitClicks(tables, clicks);
  const grouped = groupClicks(visitors, others, selectHour(segments, 'quarter'));
  const cells = addCells(rollups, grouped, selectHour(segments, 'key'));
  await tables.db.run(`create or replace temp table cell as ${cells}`);
}

/** The bars and totals alone, without the table `cell`; `starts` are the starts of the buckets. */
export async function countBars(
  tables: Tables,
  clicks: Clicks,
  segments: readonly Segment[],
  starts: readonly number[],
): Promise<Pick<Times, 'bars' | 'totals'>> {
  const { rollups, others, visitors } = splitClicks(tables, clicks);
  const rows = await tables.db.all<BucketRow>(
    `select bucket, class, sum(clicks)::double as clicks, sum(visitors)::double as visitors from (
      select key, class, sum(clicks) as clicks, sum(visitors) as visitors from (
        select key, class, clicks, visitors from ${rowsOf('site_cell', rollups)}
          where kind = ${QUARTER_KIND}
        union all
        select quarter as key, class, clicks, ${visitors} as visitors from ${others}
      ) group by key, class
    ) ${joinSegments(segments)} group by bucket, class`,
  );
  return { bars: toBuckets(rows, starts), totals: sumTotals(rows) };
}

interface ClickSplit {
  readonly rollups: readonly Rollup[];
  readonly others: string;
  readonly visitors: 'site_visitors' | 'link_visitors';
}

function splitClicks({ days }: Tables, clicks: Clicks): ClickSplit {
  const { ofLinks, range, filters, filtersFrom } = clicks;
  const [from, to] = [toQuarter(range.from), toQuarter(range.to)];
  const isOfSite = ofLinks.length === 0;
  const mayUseCells = isOfSite && Object.keys(filters).length === 0;
  const whole = { first: Math.ceil(from / QUARTERS), last: Math.floor(to / QUARTERS) - 1 };
  const rollups = mayUseCells ? days.coverCells(whole).rollups : [];
  const all = { first: Math.floor(from / QUARTERS), last: Math.ceil(to / QUARTERS) - 1 };
  const conditions = [
    `quarter >= ${from} and quarter < ${to}`,
    ...ofLinks,
    ...filterConditions(filters, filtersFrom),
  ];
  return {
    rollups,
    others: clicksOf(listOthers(all, rollups), conditions),
    visitors: isOfSite ? 'site_visitors' : 'link_visitors',
  };
}

/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const FIRST_WEEKDAY = 3;
const WEEK_HOURS = 7 * 24;

interface Times {
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
  await db.run(
    `create or replace temp table timed as
      select bucket, ((key + "offset") // 4 + ${FIRST_WEEKDAY * 24}) % ${WEEK_HOURS} as week_hour,
        class, clicks, visitors
      from (select key, class, clicks, visitors from cell where kind = ${QUARTER_KIND})
      ${joinSegments(segments)}`,
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

function joinSegments(segments: readonly Segment[]): string {
  const values = segments.map(
    ({ quarter, bucket, offset }) => `(${quarter}, ${bucket}, ${offset})`,
  );
  return `asof join (values ${values.join(', ')}) as segment (start, bucket, "offset")
    on key >= start`;
}

function sumTotals(rows: readonly Omit<BucketRow, 'bucket'>[]): Report['totals'] {
  const totals = { person: 0, scan: 0, preview: 0, bot: 0, visitors: 0 };
  for (const { class: clickClass, clicks, visitors } of rows) {
    totals[clickClasses[clickClass]!] += clicks;
    if (isPeople(clickClass)) totals.visitors += visitors;
  }
  return totals;
}

function toBuckets(rows: readonly BucketRow[], starts: readonly number[]): Report['bars'] {
  const bars = starts.map((start) => ({ start, person: 0, scan: 0, preview: 0, bot: 0 }));
  for (const { bucket, class: clickClass, clicks } of rows) {
    bars[bucket]![clickClasses[clickClass]!] += clicks;
  }
  return bars;
}

function toWeek(rows: readonly { hour: number; clicks: number }[]): Report['week'] {
  const hours = Array.from({ length: WEEK_HOURS }, () => 0);
  for (const { hour, clicks } of rows) hours[hour] = clicks;
  return Array.from({ length: 7 }, (_, day) => hours.slice(day * 24, (day + 1) * 24));
}
