import { isFields } from '../readers/source-row.ts';

export interface List {
  /** Name of the table or field; empty when the file itself is the list. */
  readonly name: string;
  readonly rows: readonly unknown[];
}

/** Fields in which APIs wrap a list: `shortUrls.data`, `data.urls`. */
const wrappers: ReadonlySet<string> = new Set([
  'shortUrls',
  'data',
  'result',
  'results',
  'response',
]);

/**
 * A file is a list, a dump of phpMyAdmin (a list of typed objects), or an object whose fields hold
 * lists (Adminer, HeidiSQL, Navicat, DBeaver, most APIs).
 */
export function findLists(file: unknown): List[] {
  if (Array.isArray(file)) {
    const tables = file.flatMap(readTable);
    return tables.length === 0 ? [{ name: '', rows: file }] : tables;
  }
  return findListsIn(file);
}

function readTable(entry: unknown): List[] {
  if (!isFields(entry) || entry['type'] !== 'table') return [];
  const { name, data } = entry;
  return typeof name === 'string' && Array.isArray(data) ? [{ name, rows: data }] : [];
}

function findListsIn(value: unknown): List[] {
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (Array.isArray(inner)) return [{ name, rows: inner }];
    return wrappers.has(name) ? findListsIn(inner) : [];
  });
}
