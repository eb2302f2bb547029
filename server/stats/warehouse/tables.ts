import { dimensionTables, tableDimensions, type DimensionTable } from '../dimension-tables.ts';

/** Raise it with every change of the tables: a file of another version is rebuilt. */
export const WAREHOUSE_VERSION = 6;

export function keyOf(table: DimensionTable): string {
  return `${table}_id`;
}

/** Columns that reports group by, in the order of cell kinds. */
const groupKeys: readonly string[] = ['quarter', ...dimensionTables.map(keyOf)];

export const QUARTER_KIND = 0;

export function kindOf(table: DimensionTable): number {
  return groupKeys.indexOf(keyOf(table));
}

/** A star schema. `quarter` and `day` count from 1970-01-01 UTC. Sealed days are sorted by link. */
export const createTables: readonly string[] = [
  'create table warehouse (version integer not null)',
  `insert into warehouse values (${WAREHOUSE_VERSION})`,
  // `load` numbers loading transactions: the days of one are sorted by link together.
  `create table loaded_batch (id varchar not null, day integer not null, is_open boolean not null,
    bytes integer not null, load integer not null)`,
  ...dimensionTables.map((table) => {
    const columns = tableDimensions[table].map((dimension) => `${dimension} varchar not null`);
    return `create table ${table} (id integer not null, ${columns.join(', ')})`;
  }),
  `create table click (day integer not null, quarter integer not null, link_id bigint not null,
    class utinyint not null, ${dimensionTables.map((table) => `${keyOf(table)} integer not null`).join(', ')},
    clicks integer not null, site_visitors integer not null, link_visitors integer not null)`,
  // Sums of `size` sealed days from day `size * number` on: of the site by quarter-hour and by
  // dimension row, and of each link.
  'create table rollup (size integer not null, number integer not null)',
  `create table site_cell (size integer not null, number integer not null, kind utinyint not null,
    key integer not null, class utinyint not null, clicks bigint not null, visitors bigint not null)`,
  `create table link_sum (size integer not null, number integer not null, link_id bigint not null,
    class utinyint not null, clicks bigint not null)`,
];

/**
 * The visitors of open days that this process has loaded, on the site (link 0) and on each link,
 * with their first quarter-hour. A temporary table stays in memory: hashes never reach a file.
 */
export const createSeenTable =
  'create temp table seen_visitor (day integer, link_id bigint, visitor bigint, quarter integer)';

/** SQL that groups clicks, a query, into cells. `time` is the SQL for the key of cells by time. */
export function groupClicks(
  visitors: 'site_visitors' | 'link_visitors',
  clicks: string,
  time = 'quarter',
): string {
  const kinds = groupKeys.map((key, kind) => `when grouping(${key}) = 0 then ${kind}`);
  return `select case ${kinds.join(' ')} end as kind, coalesce(${groupKeys.join(', ')}) as key,
      class, sum(clicks) as clicks, sum(${visitors}) as visitors
    from (select * replace (${time} as quarter) from ${clicks})
    group by grouping sets (${groupKeys.map((key) => `(class, ${key})`).join(', ')})`;
}
