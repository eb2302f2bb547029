import type { Problem } from '../../http/problem.ts';
import { unknownFile } from '../refused-file.ts';
import { yourls } from '../readers/readers.ts';
import { isFields, type Fields, type Reader } from '../readers/source-row.ts';
import type { RowSource, SourceFile, SourceOptions } from '../source/row-source.ts';
import { LinkProbes, toRow, type FoundLinks } from './find-links.ts';
import { areToldApart, openJsonDump } from './open-json-dump.ts';
import { findPartial } from './partial-file.ts';
import { findPluginLimits } from './plugin-limits.ts';
import { readItems } from './read-items.ts';
import { OBJECTS, startShape, type JsonShape } from './walk-json.ts';

const ROWS_MAX = 1000;
const LISTS_SHOWN = 5;
const KEYS_SHOWN = 20;
const NAME_MAX = 60; // characters

export const JSON_FORMATS =
  'Brisk reads JSON of YOURLS, Polr, Zurl, Shlink, Kutt, Sink, Bitly, Dub, Rebrandly, Short.io, ' +
  'TinyURL, Chhoto, golink and Brisk: an export, an answer of their API, or their table of links ' +
  'from phpMyAdmin, Adminer, HeidiSQL, Navicat or DBeaver; also with one object a line. Any other ' +
  'list can be written as [{"code": "…", "url": "https://…", "title": "…", "tags": ["…"]}] or ' +
  '{"code": "https://…"}';

interface JsonLinks {
  readonly found: FoundLinks;
  readonly shape: JsonShape;
  readonly probes: LinkProbes;
}

/**
 * Reads JSON of any size: once to find the links and to see that the file is whole, and once for each
 * reading of its rows. Throws `import.unreadable`, and `import.unknown` for JSON without known links.
 */
export async function openJson(
  file: SourceFile,
  options: SourceOptions = {},
): Promise<RowSource | null> {
  const links = await findLinks(file);
  if (links === null) return null;
  const { found, shape, probes } = links;
  const dump = areToldApart(shape)
    ? await openJsonDump(file, found, probes.findTables(shape), options)
    : null;
  return dump ?? openLinks(file, links, options);
}

/** As `openJson`, but without visits, and without a file of our own. */
export async function openJsonLinks(file: SourceFile): Promise<RowSource | null> {
  const links = await findLinks(file);
  return links === null ? null : openLinks(file, links, {});
}

async function findLinks(file: SourceFile): Promise<JsonLinks | null> {
  const start = await readStart(file);
  if (!/^(?:[[{]|\/[/*])/.test(start)) return null;
  const shape = startShape();
  const probes = new LinkProbes();
  try {
    for await (const items of readItems(file, shape)) {
      for (const item of items) probes.add(item);
    }
  } catch (error) {
    // Other languages have such comments, too.
    if (start.startsWith('/') && shape.kind === 'nothing') return null;
    throw error;
  }
  const found = probes.find(shape);
  if (found === null) throw refuseStructure(shape, probes);
  return { found, shape, probes };
}

async function openLinks(
  file: SourceFile,
  { found, shape, probes }: JsonLinks,
  options: SourceOptions,
): Promise<RowSource> {
  const addLimits =
    found.reader === yourls ? await findPluginLimits(file, shape, probes, options) : null;
  // Navicat writes the day first by default.
  const isNavicat = shape.lists.some(({ name }) => name === 'RECORDS');
  const reader: Reader = isNavicat ? { ...found.reader, usualDayOrder: 'day-first' } : found.reader;
  return {
    source: reader.source ?? 'json',
    columns: [],
    reader,
    partial: shape.kind === 'object' ? findPartial(shape.fields, found.rows) : null,
    rows: () => readRows(file, found, addLimits),
    visits: null,
  };
}

/** The first two characters behind a byte order mark and white space. */
async function readStart(file: SourceFile): Promise<string> {
  const decoder = new TextDecoder();
  let start = '';
  for await (const bytes of file.bytes()) {
    start = (start + decoder.decode(bytes, { stream: true })).trimStart().slice(0, 2);
    if (start.length === 2) break;
  }
  return start;
}

async function* readRows(
  file: SourceFile,
  { lists, reader }: FoundLinks,
  addLimits: ((row: Fields) => Promise<Fields> | Fields) | null,
): AsyncGenerator<readonly unknown[]> {
  if (lists.size === 0) return;
  let batch: unknown[] = [];
  for await (const items of readItems(file, startShape())) {
    for (const item of items) {
      if (!lists.has(item.list)) continue;
      const value = toRow(item);
      const row = addLimits !== null && isFields(value) ? await addLimits(value) : value;
      const rows = isFields(row) ? (reader.splitRow?.(row) ?? [row]) : [row];
      for (const one of rows) {
        batch.push(one);
        if (batch.length < ROWS_MAX) continue;
        yield batch;
        batch = [];
      }
    }
    // A piece of the file may have few long rows.
    if (batch.length > 0) yield batch;
    batch = [];
  }
}

function refuseStructure({ kind, lists, fields }: JsonShape, probes: LinkProbes): Problem {
  const all =
    kind === 'objects'
      ? [{ name: '', number: OBJECTS }]
      : lists.map(({ name }, number) => ({ name, number }));
  const seen = all.slice(0, LISTS_SHOWN).map(({ name, number }) => {
    const { rows, keys } = probes.probe(number);
    const list = name === '' ? 'a list' : `the list ${quote(name)}`;
    const first = keys.slice(0, KEYS_SHOWN).map(quote).join(', ');
    const shown = first === '' ? '' : ` with the keys ${first}`;
    return `${list} of ${rows} ${rows === 1 ? 'row' : 'rows'}${shown}`;
  });
  const names = (kind === 'objects' ? [] : Object.keys(fields))
    .slice(0, LISTS_SHOWN * 2)
    .map(quote);
  if (names.length > 0) seen.push(`an object with the keys ${names.join(', ')}`);
  const what = seen.length === 0 ? 'nothing in it' : seen.join('; ');
  return unknownFile(
    `Brisk does not know the structure of this file and found no links: it has ${what}. ${JSON_FORMATS}`,
  );
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, NAME_MAX).toWellFormed());
}
