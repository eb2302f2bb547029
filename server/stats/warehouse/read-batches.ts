import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../engine/engine.ts';
import { loggedTables, tableDimensions } from '../dimension-tables.ts';
import { selectBodies, type Batch } from '../ingest/click-batches.store.ts';
import { DAY_SECONDS, QUARTER_SECONDS, QUARTERS } from '../quarter.ts';
import { quote } from './connection.ts';

/** DuckDB reads files by name order. Names are unique, because it may cache a file by its name. */
export function nameFile(place: number, batchId: string): string {
  return `${String(place).padStart(6, '0')}-${batchId}.parquet`;
}

/** Writes each batch to a file of the folder. Null, without files: a batch is gone. */
export async function writeBodies(
  engine: Engine,
  batches: readonly Pick<Batch, 'id'>[],
  folder: string,
): Promise<string[] | null> {
  const files: string[] = [];
  for (const [at, { id }] of batches.entries()) {
    const body = (await selectBodies(engine, [id])).get(id);
    if (body === undefined) {
      for (const file of files) rmSync(file);
      return null;
    }
    const file = join(folder, nameFile(at, id));
    writeFileSync(file, body);
    files.push(file);
  }
  return files;
}

const texts = loggedTables.flatMap((table): readonly string[] => tableDimensions[table]);
const replaced = [
  ...texts.map((name) => `coalesce(${name}, '') as ${name}`),
  'coalesce(is_paid, false) as is_paid',
].join(', ');
const unknown = [...texts.map((name) => `'' as ${name}`), 'false as is_paid'].join(', ');

/**
 * SQL for the rows of batches, with the place of each: `file_index` and `file_row_number`. `files`
 * are in order of arrival. A batch from before a dimension lacks its column: the value is unknown.
 */
export function readBatches(files: readonly string[]): string {
  const paths = files.map(quote).join(', ');
  return `(select * replace (${replaced}) from (
    select *, file_index, file_row_number from read_parquet([${paths}], union_by_name = true)
    union all by name select ${unknown} where false))`;
}

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

/** Joins rows with a `row_order`, named `batch`, to the visitors whose first clicks they are. */
export const JOIN_FIRST_CLICKS = `
  left join first_click as of_site on of_site.row_order = batch.row_order and of_site.link_id = 0
  left join first_click as of_link on of_link.row_order = batch.row_order and of_link.link_id > 0`;

export const VISITOR_COUNTS = `
  coalesce(site_visitors, 0) + (of_site.row_order is not null)::integer as site_visitors,
  coalesce(link_visitors, 0) + (of_link.row_order is not null)::integer as link_visitors`;
