import { isFields, rowsWith } from '../foreign-row.ts';

interface Table {
  readonly name: string;
  readonly rows: readonly unknown[];
}

/**
 * The rows of a dump's tables of this name that have these columns or are empty: one database may
 * hold several sites, and tables of other programs with such a name. Null when there is none.
 */
export function tableRows(
  file: unknown,
  name: RegExp,
  ...columns: string[]
): readonly unknown[] | null {
  const tables = readTables(file).filter(
    (table) =>
      name.test(table.name) && (table.rows.length === 0 || rowsWith(table.rows, ...columns)),
  );
  return tables.length === 0 ? null : tables.flatMap(({ rows }) => rows);
}

/** The tables in a dump of phpMyAdmin (a list of typed objects) or of Adminer (rows by name). */
function readTables(file: unknown): Table[] {
  const entries: readonly (readonly [unknown, unknown])[] = Array.isArray(file)
    ? file
        .filter((entry) => isFields(entry) && entry['type'] === 'table')
        .map((entry) => [entry['name'], entry['data']])
    : Object.entries(isFields(file) ? file : {});
  return entries.flatMap(([name, rows]) =>
    typeof name === 'string' && Array.isArray(rows) ? [{ name, rows }] : [],
  );
}
