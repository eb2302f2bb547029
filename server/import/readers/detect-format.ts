import {
  mergeLimits,
  readOption,
  readPluginRow,
  type PluginLimit,
} from '../databases/products/yourls-limits.ts';
import { findKind } from '../databases/table-kinds.ts';
import { unreadable } from '../file/parse-file.ts';
import { readText } from '../values/texts.ts';
import { brisk, readers, yourls } from './readers.ts';
import { isFields, type Fields, type Reader } from './source-row.ts';

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
    if (rows !== null) return { rows: reader === yourls ? limitRows(rows, lists) : rows, reader };
  }
  const isEmpty = lists.some(({ name, rows }) => rows.length === 0 && /(?:^|_)urls?$/i.test(name));
  return isEmpty ? { rows: [], reader: yourls } : null;
}

/** Adds what plugins of YOURLS keep in options and tables of their own, where `limits.ts` finds it. */
function limitRows(rows: readonly unknown[], lists: readonly List[]): readonly unknown[] {
  const limits = new Map<unknown, Fields[]>();
  for (const { name, rows: others } of lists) {
    const [first] = others;
    const kind = isFields(first) ? findKind(name, Object.keys(first))?.kind.name : undefined;
    for (const row of kind === undefined ? [] : others) {
      for (const found of isFields(row) ? readPlugin(kind, name, row) : []) {
        limits.getOrInsert(found.keyword, []).push(found.limits);
      }
    }
  }
  if (limits.size === 0) return rows;
  return rows.map((row) => {
    const found = isFields(row) ? limits.get(row['keyword']) : undefined;
    return found === undefined ? row : Object.assign({}, row, { meta: mergeLimits(found) });
  });
}

/** Throws `import.unreadable` for an option that may hold passwords, and cannot be read. */
function readPlugin(kind: string | undefined, table: string, row: Fields): PluginLimit[] {
  if (kind === 'yourls.plugin') return [readPluginRow(table, row)].filter((one) => one !== null);
  if (kind !== 'yourls.options') return [];
  const name = readText(row['option_name']);
  const found = readOption(name, readText(row['option_value']));
  if (found === null) throw unreadable(`The option ${name} may hold passwords, and cannot be read`);
  return found;
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
