import { DAY_SECONDS, QUARTER_SECONDS, QUARTERS } from '../quarter.ts';

/** Bits of a row order below its quarter-hour: 20 for the file, 32 for the row. */
export const ROW_ORDER_BITS = 52;

/** The order of rows in a day: by quarter-hour, then by arrival. */
export const ROW_ORDER = `((time // ${QUARTER_SECONDS}) % ${QUARTERS} << ${ROW_ORDER_BITS})
  + (file_index << 32) + file_row_number`;

/**
 * SQL for the temporary table `first_click`: first clicks of open days' visitors, on the site (link
 * 0) and on each link. `batch` reads files in order of arrival.
 */
export function firstClicks(batch: string): string[] {
  return [
    `create or replace temp table first_click as
      select day, coalesce(link_id, 0) as link_id, visitor, min(row_order) as row_order from (
        select (time // ${DAY_SECONDS})::integer as day, link_id, visitor, ${ROW_ORDER} as row_order
        from ${batch} where visitor is not null
      ) group by grouping sets ((day, visitor), (day, visitor, link_id))`,
  ];
}
