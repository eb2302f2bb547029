import { dimensionTables, tableDimensions, type DimensionTable } from '../dimension-tables.ts';

/** Rises with every change of the tables; a file of another version is built anew. */
export const WAREHOUSE_VERSION = 1;

/** The column of `click` that names a row of a dimension table. */
export function keyOf(table: DimensionTable): string {
  return `${table}_id`;
}

/** The columns of `click` that reports group by, in the order of the kinds of cells. */
export const groupKeys: readonly string[] = ['quarter', ...dimensionTables.map(keyOf)];

/** The kind of the cells by quarter. */
export const QUARTER_KIND = 0;

/** The kind of the cells by the rows of a dimension table. */
export function kindOf(table: DimensionTable): number {
  return groupKeys.indexOf(keyOf(table));
}

/**
 * A star schema. `quarter` counts quarters of an hour since 1970-01-01 UTC, `day` days. The clicks
 * of a sealed day are sorted by link.
 */
export const createTables: readonly string[] = [
  'create table warehouse (version integer not null)',
  `insert into warehouse values (${WAREHOUSE_VERSION})`,
  // `load` numbers the transactions that loaded batches: the days of one are sorted by link together.
  `create table loaded_batch (id varchar not null, day integer not null, is_open boolean not null,
    load integer not null)`,
  ...dimensionTables.map((table) => {
    const columns = tableDimensions[table].map((dimension) => `${dimension} varchar not null`);
    return `create table ${table} (id integer not null, ${columns.join(', ')})`;
  }),
  `create table click (day integer not null, quarter integer not null, link_id bigint not null,
    class utinyint not null, ${dimensionTables.map((table) => `${keyOf(table)} integer not null`).join(', ')},
    clicks integer not null, site_visitors integer not null, link_visitors integer not null)`,
  // The clicks of the whole site on a sealed day, by quarter, and by each row of the dimension tables.
  `create table site_cell (day integer not null, kind utinyint not null, key integer not null,
    class utinyint not null, clicks integer not null, visitors integer not null)`,
  'create table cell_day (day integer not null)',
];

/**
 * The visitors of open days that this process has seen, of the site (link 0) and of each link, and in
 * which quarter of the day first. A temporary table is in memory: a hash of a visitor is in no file.
 */
export const createSeenTable =
  'create temp table seen_visitor (day integer, link_id bigint, visitor bigint, quarter integer)';
