import { brisk, readers, yourls } from './readers.ts';
import { isFields, type Reader } from './source-row.ts';

export interface ReadableFile {
  readonly rows: readonly unknown[];
  readonly reader: Reader;
}

interface List {
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

export function detectFormat(file: unknown): ReadableFile | null {
  // A file with one object a line and a single link parses to that object.
  return detectLists(file) ?? (isFields(file) ? detectLists([file]) : null);
}

function detectLists(file: unknown): ReadableFile | null {
  if (isFields(file) && file['format'] === 'brisk') {
    const { version, links } = file;
    return version === 1 && Array.isArray(links) ? { rows: links, reader: brisk } : null;
  }
  const lists = [...findLists(file), ...findNumberedLinks(file)];
  for (const reader of readers) {
    const rows = findRows(lists, reader);
    if (rows !== null) return { rows, reader };
  }
  const isEmpty = lists.some(({ name, rows }) => rows.length === 0 && /(?:^|_)urls?$/i.test(name));
  return isEmpty ? { rows: [], reader: yourls } : null;
}

/** A database may hold several sites, so all tables with the format's name count. */
function findRows(lists: readonly List[], { table, isRow }: Reader): readonly unknown[] | null {
  const matching = lists.filter(({ rows }) => rows.some((row) => isFields(row) && isRow(row)));
  const named = matching.filter(({ name }) => table?.test(name) === true);
  if (named.length > 0) return named.flatMap(({ rows }) => rows);
  return matching.length === 1 ? matching[0]!.rows : null;
}

/** The API of YOURLS numbers its links: `links.link_1`, `links.link_2` and so on. */
function findNumberedLinks(file: unknown): List[] {
  const links = isFields(file) ? file['links'] : undefined;
  return isFields(links) ? [{ name: 'links', rows: Object.values(links) }] : [];
}

/**
 * A file is a list, a dump of phpMyAdmin (a list of typed objects), or an object whose fields hold
 * lists (Adminer, HeidiSQL, Navicat, DBeaver, most APIs).
 */
function findLists(file: unknown): List[] {
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
