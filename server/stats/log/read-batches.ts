import { loggedTables, tableDimensions } from '../dimension-tables.ts';
import { quote } from '../warehouse/connection.ts';

const texts = loggedTables.flatMap((table): readonly string[] => tableDimensions[table]);
const known = [
  ...texts.map((name) => `coalesce(${name}, '') as ${name}`),
  'coalesce(is_paid, false) as is_paid',
].join(', ');
const unknown = [...texts.map((name) => `'' as ${name}`), 'false as is_paid'].join(', ');

/**
 * SQL for the rows of batches, with the place of each: `file_index` and `file_row_number`. `files`
 * are in order of arrival. A batch from before a dimension lacks its column: the value is unknown.
 */
export function readBatches(files: readonly string[]): string {
  const some = files.map(quote).join(', ');
  return `(select * replace (${known}) from (
    select *, file_index, file_row_number from read_parquet([${some}], union_by_name = true)
    union all by name select ${unknown} where false))`;
}
