import { DAY_SECONDS } from '../quarter.ts';

/** Where a row stands among those of all files, in the order of arrival. */
export const PLACE = 'file_index * 4294967296 + file_row_number';

/**
 * The SQL that makes the temporary table `first_click`: where visitors of open days came first, to
 * the site (link 0) and to a link. `batch` reads Parquet files in the order of their arrival.
 */
export function firstClicks(batch: string): string[] {
  return [
    `create or replace temp table first_click as
      select day, coalesce(link_id, 0) as link_id, visitor, min(place) as place from (
        select time // ${DAY_SECONDS} as day, link_id, visitor, ${PLACE} as place
        from ${batch} where visitor is not null
      ) group by grouping sets ((day, visitor), (day, visitor, link_id))`,
  ];
}
