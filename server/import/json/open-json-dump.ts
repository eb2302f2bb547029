import type { Cell } from '../../engine/sqlite/table-store.ts';
import { findVisited, openCopies } from '../databases/open-tables.ts';
import type { SourceTables } from '../databases/source-tables.ts';
import { isFields } from '../readers/source-row.ts';
import type { RowSource, SourceFile, SourceOptions } from '../source/row-source.ts';
import { parseItem, type FoundLinks, type ListedTable } from './find-links.ts';
import { unreadableFile } from '../refused-file.ts';
import { readItems } from './read-items.ts';
import { startShape, type JsonShape } from './walk-json.ts';

/** MySQL and PostgreSQL have no longer names. */
const COLUMN = /^\P{C}{1,64}$/u;
const NAME_SHOWN = 64; // characters

/** Adminer does not name the databases of tables with the same name. */
export function areToldApart({ lists }: JsonShape): boolean {
  const tables = lists.filter(({ kind }) => kind === 'table');
  const names = new Set(tables.map(({ database, name }) => `${database}\0${name}`));
  return names.size === tables.length;
}

/**
 * Reads a dump of a database with visits as if it were SQL. Null: it has no visits, or its links
 * stand elsewhere. The tables of the file must be told apart.
 */
export async function openJsonDump(
  file: SourceFile,
  { reader, lists }: FoundLinks,
  found: ReadonlyMap<number, ListedTable>,
  options: SourceOptions,
): Promise<RowSource | null> {
  const kinds = new Set([...found.values()].map(({ kind }) => kind.name));
  const product = findVisited(reader, kinds);
  if (product === undefined) return null;
  if ([...lists].some((list) => found.get(list)?.kind.name !== product.main)) return null;
  const tables = [...found].filter(([, { kind }]) => kind.name.startsWith(`${product.source}.`));
  return openCopies(file, options, async (copies) => {
    const adders = new Map<number, RowAdder>();
    for (const [list, table] of tables) adders.set(list, openTable(table, copies));
    for await (const items of readItems(file, startShape())) {
      for (const { list, text } of items) adders.get(list)?.(text);
    }
  });
}

type RowAdder = (text: string) => void;

/** A row that is no object has no values. */
function openTable({ database, name, kind, columns }: ListedTable, copies: SourceTables): RowAdder {
  const shown = name.slice(0, NAME_SHOWN);
  const folded = new Set(columns.map((column) => column.toLowerCase()));
  if (folded.size < columns.length || !columns.every((column) => COLUMN.test(column))) {
    throw unreadableFile(`The table ${shown} has columns that no database has`);
  }
  const intake = copies.open({ qualifier: database, name }, columns)!;
  const known = new Set(columns);
  return (text) => {
    const value = parseItem(text);
    const row = isFields(value) ? value : {};
    // A column that is passed over may limit its link.
    if (kind.keeps === undefined && Object.keys(row).some((column) => !known.has(column))) {
      throw unreadableFile(`The rows of the table ${shown} have different columns`);
    }
    intake.add(columns.map((column) => (Object.hasOwn(row, column) ? toCell(row[column]) : null)));
  };
}

function toCell(value: unknown): Cell {
  const isCell = typeof value === 'string' || typeof value === 'number' || value === null;
  return isCell ? value : JSON.stringify(value);
}
