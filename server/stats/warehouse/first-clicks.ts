import { DAY_SECONDS, QUARTER_SECONDS, QUARTERS } from '../quarter.ts';

/** The bits of a place below those of its quarter: 20 of the file, 32 of the row. */
export const PLACE_BITS = 52;

/** Where a row stands among those of its day: by quarter of an hour, then in the order of arrival. */
export const PLACE = `((time // ${QUARTER_SECONDS}) % ${QUARTERS} << ${PLACE_BITS})
  + (file_index << 32) + file_row_number`;

/**
 * The SQL that makes the temporary table `first_click`: where visitors of open days came first, to
 * the site (link 0) and to a link. `batch` reads Parquet files in the order of their arrival.
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
