import { findLists, type List } from '../file/lists.ts';
import { isFields, type Reader } from './source-row.ts';
import { brisk, briskApi } from './brisk.ts';
import { kutt } from './kutt.ts';
import { polr } from './polr.ts';
import { shlink } from './shlink.ts';
import { sink } from './sink.ts';
import { yourlsApi } from './yourls-api.ts';
import { yourls } from './yourls.ts';
import { zurl } from './zurl.ts';

/** Polr and Brisk stand before Zurl, because they have the columns of Zurl and more. */
const readers: readonly Reader[] = [yourls, yourlsApi, polr, briskApi, zurl, shlink, kutt, sink];

export interface ReadableFile {
  readonly rows: readonly unknown[];
  readonly reader: Reader;
}

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
