import type { Report } from '../../../contracts/stats.ts';
import { QUARTERS } from '../quarter.ts';
import { SITE_ID } from '../site-id.ts';
import { groupClicks } from '../warehouse/load-clicks.ts';
import { QUARTER_KIND } from '../warehouse/tables.ts';
import type { Tables } from '../warehouse/warehouse.ts';
import { filterConditions } from './click-choice.ts';
import type { Filters } from './filters.ts';
import { sumTotals } from './read-times.ts';
import { toQuarter } from './segments.ts';
import type { Span } from './span.ts';

/** The clicks that a report is about. */
export interface Clicks {
  /** 0: of the whole site. */
  readonly linkId: number;
  readonly span: Span;
  readonly filters: Filters;
  /** From which instant on the filters know clicks. */
  readonly filtersFrom: number;
}

/**
 * Makes the temporary table `cell` of clicks: how many there are by quarter, and by each row of the
 * dimension tables, with class and visitors.
 */
export async function selectCells(tables: Tables, clicks: Clicks): Promise<void> {
  const { linkId, filters, filtersFrom } = clicks;
  const { db } = tables;
  const days = splitDays(tables, clicks);
  const conditions = [
    ...clickConditions(clicks, days.others),
    ...filterConditions(filters, filtersFrom),
  ];
  const visitors = linkId === SITE_ID ? 'site_visitors' : 'link_visitors';
  const grouped = groupClicks(visitors, '', conditions.join(' and '));
  await db.run(
    days.withCells.length === 0
      ? `create or replace temp table cell as ${grouped}`
      : `create or replace temp table cell as
          select kind, key, class, sum(clicks) as clicks, sum(visitors) as visitors from (
            select kind, key, class, clicks, visitors from site_cell
            where ${isOneOf('day', days.withCells)} union all ${grouped}
          ) group by kind, key, class`,
  );
}

/** How many clicks of each class there are, and how many visitors. */
export async function countTotals(tables: Tables, clicks: Clicks): Promise<Report['totals']> {
  const { linkId, filters, filtersFrom } = clicks;
  const { db } = tables;
  const days = splitDays(tables, clicks);
  const conditions = [
    ...clickConditions(clicks, days.others),
    ...filterConditions(filters, filtersFrom),
  ];
  const visitors = linkId === SITE_ID ? 'site_visitors' : 'link_visitors';
  const rows = await db.all<{ class: number; clicks: number; visitors: number }>(
    `select class, sum(clicks)::double as clicks, sum(visitors)::double as visitors from (
      select class, clicks, visitors from site_cell
        where kind = ${QUARTER_KIND} and ${isOneOf('day', days.withCells)}
      union all
      select class, clicks, ${visitors} as visitors from click where ${conditions.join(' and ')}
    ) group by class`,
  );
  return sumTotals(rows);
}

interface DaySplit {
  /** Sealed days, wholly in the span, whose cells say all that is asked for. */
  readonly withCells: readonly number[];
  readonly others: readonly number[];
}

function splitDays({ days, cellDays }: Tables, { linkId, span, filters }: Clicks): DaySplit {
  const [from, to] = [toQuarter(span.from), toQuarter(span.to)];
  const mayUseCells = linkId === SITE_ID && Object.keys(filters).length === 0;
  const isWhole = (day: number): boolean => day * QUARTERS >= from && (day + 1) * QUARTERS <= to;
  const hasCells = (day: number): boolean => mayUseCells && isWhole(day) && cellDays.has(day);
  const some = days.filter((day) => (day + 1) * QUARTERS > from && day * QUARTERS < to);
  return { withCells: some.filter(hasCells), others: some.filter((day) => !hasCells(day)) };
}

function clickConditions({ linkId, span }: Clicks, days: readonly number[]): string[] {
  return [
    isOneOf('day', days),
    `quarter >= ${toQuarter(span.from)} and quarter < ${toQuarter(span.to)}`,
    ...(linkId === SITE_ID ? [] : [`link_id = ${linkId}`]),
  ];
}

/** A condition by ranges, which DuckDB skips whole row groups by. */
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
