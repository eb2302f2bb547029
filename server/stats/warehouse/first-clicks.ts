import { DAY_SECONDS, QUARTER_SECONDS, QUARTERS } from '../quarter.ts';

/** Bits of a place below its quarter-hour: 20 for the file, 32 for the row. */
export const PLACE_BITS = 52;

/** The order of rows in a day: by quarter-hour, then by arrival. */
export const PLACE = `((time // ${QUARTER_SECONDS}) % ${QUARTERS} << ${PLACE_BITS})
  + (file_index << 32) + file_row_number`;

/**
 * SQL for the temporary table `first_click`: first clicks of open days' visitors, on the site (link
 * 0) and on each link. `batch` reads files in order of arrival.
 */
export function firstClicks(batch: string): string[] {
  return [
    `create or replace temp table first_click as
      select day, coalesce(link_id, 0) as link_id, visitor, min(place) as place from (
        select (time // ${DAY_SECONDS})::integer as day, link_id, visitor, ${PLACE} as place
        from ${batch} where visitor is not null
      ) group by grouping sets ((day, visitor), (day, visitor, link_id))`,
  ];
}
