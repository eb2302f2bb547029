import { dimensionTables, tableDimensions, type DimensionTable } from '../dimension-tables.ts';
import { DAY_SECONDS, QUARTER_SECONDS } from '../quarter.ts';
import { quote } from './connection.ts';
import { groupKeys, keyOf } from './tables.ts';

/** A day with fewer rows has no cells: to read its clicks takes no longer. */
const CELLS_MIN_ROWS = 20_000;

/** Where a row stands among those of all files: who came first is a visitor. */
const PLACE = 'file_index * 4294967296 + file_row_number';

/** The SQL that adds the rows of batches, given as Parquet files in the order of their arrival. */
export function loadClicks(files: readonly string[]): string[] {
  const batch = `read_parquet([${files.map(quote).join(', ')}])`;
  return [
    ...dimensionTables.map((table) => addRows(table, batch)),
    ...findFirstClicks(batch),
    addClicks(batch),
  ];
}

function addRows(table: DimensionTable, batch: string): string {
  const columns = tableDimensions[table].join(', ');
  return `insert into ${table}
    select (select coalesce(max(id), 0) from ${table}) + row_number() over (), ${columns}
    from (select distinct ${columns} from ${batch}) anti join ${table} using (${columns})`;
}

/** `first_click`: where visitors of open days came first, to the site (link 0) and to a link. */
function findFirstClicks(batch: string): string[] {
  return [
    `create or replace temp table first_click as
      select day, coalesce(link_id, 0) as link_id, visitor, min(place) as place from (
        select time // ${DAY_SECONDS} as day, link_id, visitor, ${PLACE} as place
        from ${batch} where visitor is not null
      ) group by grouping sets ((day, visitor), (day, visitor, link_id))`,
    `delete from first_click where exists (
      select 1 from seen_visitor where seen_visitor.day = first_click.day
        and seen_visitor.link_id = first_click.link_id
        and seen_visitor.visitor = first_click.visitor)`,
    'insert into seen_visitor select day, link_id, visitor from first_click',
  ];
}

function addClicks(batch: string): string {
  const joins = dimensionTables.map(
    (table) => `join ${table} using (${tableDimensions[table].join(', ')})`,
  );
  return `insert into click
    select time // ${DAY_SECONDS}, time // ${QUARTER_SECONDS}, batch.link_id, class,
      ${dimensionTables.map((table) => `${table}.id`).join(', ')}, clicks,
      coalesce(site_visitors, 0) + (of_site.place is not null)::integer,
      coalesce(link_visitors, 0) + (of_link.place is not null)::integer
    from (select *, ${PLACE} as place from ${batch}) as batch
    ${joins.join(' ')}
    left join first_click as of_site on of_site.place = batch.place and of_site.link_id = 0
    left join first_click as of_link on of_link.place = batch.place and of_link.link_id > 0 ${process.env['SORT'] ? 'order by batch.link_id' : ''}`;
}

/** The SQL that gives the sealed ones of some days their cells. */
export function fillCells(days: readonly number[]): string[] {
  const some = days.join(', ');
  return [
    `delete from site_cell where day in (${some})`,
    `insert into site_cell ${groupClicks('site_visitors', 'day, ', `day in (
      select day from click where day in (${some})
      group by day having count(*) >= ${CELLS_MIN_ROWS}
    ) and day not in (select day from loaded_batch where is_open)`)}`,
  ];
}

/** The SQL that makes cells of clicks: `kind`, `key`, `class`, `clicks` and `visitors`. */
export function groupClicks(
  visitors: 'site_visitors' | 'link_visitors',
  by: 'day, ' | '',
  where: string,
): string {
  const kinds = groupKeys.map((key, kind) => `when grouping(${key}) = 0 then ${kind}`);
  return `select ${by}case ${kinds.join(' ')} end as kind, coalesce(${groupKeys.join(', ')}) as key,
      class, sum(clicks) as clicks, sum(${visitors}) as visitors
    from click where ${where}
    group by grouping sets (${groupKeys.map((key) => `(${by}class, ${key})`).join(', ')})`;
}
