import { hasFields, type Reader, type SourceRow } from './source-row.ts';

/** Each value of a link, with the column that holds it. */
type Columns = Readonly<
  Record<'code' | 'longUrl', string> & Partial<Record<keyof SourceRow, string>>
>;

/** Reads rows that have the columns of code and long URL. */
export function readColumns(columns: Columns): Pick<Reader, 'isRow' | 'readRow'> {
  const entries = Object.entries(columns);
  return {
    isRow: (row) => hasFields(row, columns.code, columns.longUrl),
    readRow: (row) =>
      Object.fromEntries(
        entries.map(([name, column]) => [name, row[column]]),
      ) as unknown as SourceRow,
  };
}
