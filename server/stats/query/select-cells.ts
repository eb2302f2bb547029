import type { Report } from '../../../contracts/stats.ts';
import { QUARTERS } from '../quarter.ts';
import { SITE_ID } from '../site-id.ts';
import { groupClicks } from '../warehouse/load-clicks.ts';
import { QUARTER_KIND } from '../warehouse/tables.ts';
import type { Tables } from '../warehouse/warehouse.ts';
import { filterConditions } from './click-choice.ts';
import type { Filters } from './filters.ts';
import { sumTotals } from './read-times.ts';
import { selectHour, toQuarter, type Segment } from './segments.ts';
import type { TimeRange } from './time-range.ts';

export interface Clicks {
  /** 0: the whole site. */
  readonly linkId: number;
  readonly range: TimeRange;
  readonly filters: Filters;
  /** The instant from which filters have data. */
  readonly filtersFrom: number;
}

/** Creates the temporary table `cell`, by quarter or hour and by dimension row. */
export async function selectCells(
  tables: Tables,
  clicks: Clicks,
  segments: readonly Segment[],
): Promise<void> {
  const { withCells, where, visitors } = splitClicks(tables, clicks);
  const grouped = groupClicks(visitors, '', where, selectHour(segments));
  await tables.db.run(
    withCells.length === 0
      ? `create or replace temp table cell as ${grouped}`
      : `create or replace temp table cell as
          select kind, key, class, sum(clicks) as clicks, sum(visitors) as visitors from (
            select kind, key, class, clicks, visitors from site_cell
            where ${isOneOf('day', withCells)} union all ${grouped}
          ) group by kind, key, class`,
  );
}

export async function countTotals(tables: Tables, clicks: Clicks): Promise<Report['totals']> {
  const { withCells, where, visitors } = splitClicks(tables, clicks);
  const rows = await tables.db.all<{ class: number; clicks: number; visitors: number }>(
    `select class, sum(clicks)::double as clicks, sum(visitors)::double as visitors from (
      select class, clicks, visitors from site_cell
        where kind = ${QUARTER_KIND} and ${isOneOf('day', withCells)}
      union all
      select class, clicks, ${visitors} as visitors from click where ${where}
    ) group by class`,
  );
  return sumTotals(rows);
}

/** Which days are counted from cells, and which from clicks. */
interface ClickSplit {
  /** Sealed days within the range whose cells answer the request. */
  readonly withCells: readonly number[];
  /** The SQL condition for clicks of the other days. */
  readonly where: string;
  readonly visitors: 'site_visitors' | 'link_visitors';
}

function splitClicks({ days, cellDays }: Tables, clicks: Clicks): ClickSplit {
  const { linkId, range, filters, filtersFrom } = clicks;
  const [from, to] = [toQuarter(range.from), toQuarter(range.to)];
  const isOfSite = linkId === SITE_ID;
  const mayUseCells = isOfSite && Object.keys(filters).length === 0;
  const isWhole = (day: number): boolean => day * QUARTERS >= from && (day + 1) * QUARTERS <= to;
  const hasCells = (day: number): boolean => mayUseCells && isWhole(day) && cellDays.has(day);
  const some = days.filter((day) => (day + 1) * QUARTERS > from && day * QUARTERS < to);
  const others = some.filter((day) => !hasCells(day));
  const conditions = [
    isOneOf('day', others),
    `quarter >= ${from} and quarter < ${to}`,
    ...(isOfSite ? [] : [`link_id = ${linkId}`]),
    ...filterConditions(filters, filtersFrom),
  ];
  return {
    withCells: some.filter(hasCells),
    where: conditions.join(' and '),
    visitors: isOfSite ? 'site_visitors' : 'link_visitors',
  };
}

/** Ranges let DuckDB skip whole row groups. */
export function isOneOf(column: string, sorted: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of sorted) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  if (ranges.length === 0) return 'false';
  return `(${ranges.map(([first, last]) => `${column} between ${first} and ${last}`).join(' or ')})`;
}
