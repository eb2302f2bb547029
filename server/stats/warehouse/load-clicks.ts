import {
  dimensionTables,
  isFolded,
  loggedTables,
  tableDimensions,
  type DimensionTable,
} from '../dimension-tables.ts';
import { DAY_SECONDS, QUARTER_SECONDS } from '../quarter.ts';
import { JOIN_FIRST_CLICKS, ROW_ORDER, ROW_ORDER_BITS, VISITOR_COUNTS } from './read-batches.ts';
import { withOrigin } from './origins.ts';

export function loadClicks(batch: string): string[] {
  const rows = withOrigin(batch);
  return [
    ...loggedTables.map((table) => addRows(table, batch)),
    addRows('origin', rows),
    ...keepUnseen,
    addClicks(rows),
  ];
}

/** Days in which these batches have a visitor's click before the loaded first one. */
export const selectEarlierDays = `select distinct day from first_click
  join seen_visitor using (day, link_id, visitor)
  where first_click.row_order >> ${ROW_ORDER_BITS} < seen_visitor.quarter`;

/** Of spellings that reports fold, the first gets the lowest id. */
function addRows(table: DimensionTable, batch: string): string {
  const columns = tableDimensions[table].join(', ');
  const first = 'min(row(time, file_index, file_row_number))';
  const hasSpellings = tableDimensions[table].some(isFolded);
  return `insert into ${table}
    select (select coalesce(max(id), 0) from ${table}) + row_number() over (
        ${hasSpellings ? 'order by first_row' : ''}), ${columns}
    from (select ${columns}${hasSpellings ? `, ${first} as first_row` : ''}
      from ${batch} group by ${columns}) anti join ${table} using (${columns})`;
}

const keepUnseen = [
  `delete from first_click where exists (
    select 1 from seen_visitor where seen_visitor.day = first_click.day
      and seen_visitor.link_id = first_click.link_id
      and seen_visitor.visitor = first_click.visitor)`,
  `insert into seen_visitor select day, link_id, visitor, row_order >> ${ROW_ORDER_BITS} from first_click`,
];

function addClicks(batch: string): string {
  const joins = dimensionTables.map(
    (table) => `join ${table} using (${tableDimensions[table].join(', ')})`,
  );
  return `insert into click
    select time // ${DAY_SECONDS}, time // ${QUARTER_SECONDS}, batch.link_id, class,
      ${dimensionTables.map((table) => `${table}.id`).join(', ')}, clicks, ${VISITOR_COUNTS}
    from (select *, ${ROW_ORDER} as row_order from ${batch}) as batch
    ${joins.join(' ')} ${JOIN_FIRST_CLICKS}
    order by batch.link_id`;
}
