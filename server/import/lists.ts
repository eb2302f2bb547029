import { isFields } from './source-row.ts';

/** A list in a file, which may be the rows of a table or of an answer. */
export interface List {
  /** The name of the table, or of the field that holds it; empty for a file that is a list. */
  readonly name: string;
  readonly rows: readonly unknown[];
}

/** The fields in which answers of APIs wrap a list: `shortUrls.data`, `data.urls`. */
const wrappers: ReadonlySet<string> = new Set([
  'shortUrls',
  'data',
  'result',
  'results',
  'response',
]);

/**
 * The lists of a file, in its order: of a list itself, of the tables in a dump of phpMyAdmin (a list of
 * typed objects), or of the fields of an object, as Adminer, HeidiSQL, Navicat, DBeaver and most APIs
 * write them.
 */
export function findLists(file: unknown): List[] {
  if (Array.isArray(file)) {
    const tables = file.flatMap(readTable);
    return tables.length === 0 ? [{ name: '', rows: file }] : tables;
  }
  return listsIn(file);
}

function readTable(entry: unknown): List[] {
  if (!isFields(entry) || entry['type'] !== 'table') return [];
  const { name, data } = entry;
  return typeof name === 'string' && Array.isArray(data) ? [{ name, rows: data }] : [];
}

function listsIn(value: unknown): List[] {
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (Array.isArray(inner)) return [{ name, rows: inner }];
    return wrappers.has(name) ? listsIn(inner) : [];
  });
}
