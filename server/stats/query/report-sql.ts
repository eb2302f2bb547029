import { LIST_MAX, OTHER, type Dimension } from '../../../contracts/stats.ts';
import { dimensionTables, tableDimensions } from '../dimension-tables.ts';
import { groupClicks } from '../warehouse/load-clicks.ts';
import { kindOf } from '../warehouse/tables.ts';

export interface ClickChoice {
  readonly linkId: number;
  readonly fromQuarter: number;
  readonly toQuarter: number;
  readonly where: string;
  readonly cellDays: readonly [number, number] | null;
}

export function clickCells(choice: ClickChoice): string {
  const { linkId, fromQuarter, toQuarter, where, cellDays } = choice;
  const isSite = linkId === 0;
  const conditions = [
    `day between ${Math.floor(fromQuarter / 96)} and ${Math.floor((toQuarter - 1) / 96)}`,
    `quarter >= ${fromQuarter} and quarter < ${toQuarter}`,
    ...(isSite ? [] : [`link_id = ${linkId}`]),
    ...(cellDays === null ? [] : [`day in (${[...Array(Math.ceil(toQuarter/96)-Math.floor(fromQuarter/96)).keys()].map(i=>Math.floor(fromQuarter/96)+i).filter(d=>d<cellDays[0]||d>cellDays[1]).join(', ')})`]),
    ...(where === '' ? [] : [where]),
  ];
  const clicks = groupClicks(isSite ? 'site_visitors' : 'link_visitors', '', conditions.join(' and '));
  if (cellDays === null) return clicks;
  return `select kind, key, class, sum(clicks) as clicks, sum(visitors) as visitors from (
    select kind, key, class, clicks, visitors from site_cell where day between ${cellDays[0]} and ${cellDays[1]} union all ${clicks}) group by kind, key, class`;
}

export function namedSql(): string {
  return dimensionTables
    .flatMap((table) =>
      tableDimensions[table].map(
        (dimension: Dimension) =>
          `select '${dimension}' as dimension, ${dimension} as value, sum(clicks) as clicks
           from cell join ${table} on id = key where kind = ${kindOf(table)} and class in (0, 1) group by value`,
      ),
    )
    .join(' union all ');
}

export function listsSql(): string {
  return `select dimension, value, clicks::double as clicks, rank from (
    select *, row_number() over (partition by dimension, value in ('', '${OTHER}') order by clicks desc, value) as rank
    from (${namedSql()})) where rank <= ${LIST_MAX}`;
}
