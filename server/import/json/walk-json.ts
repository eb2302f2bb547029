import { parseJson } from '../../../contracts/text.ts';
import { unreadableFile } from '../refused-file.ts';
import { DEPTH_MAX, incomplete, type JsonText, type Walk } from './json-text.ts';

/** One value of a list, or one named value of an object. */
export interface JsonItem {
  readonly list: number;
  readonly text: string;
  readonly name?: string;
}

export interface JsonList {
  /** Of the table or field; empty when the file itself is the list. */
  readonly name: string;
  /** Of the table; empty when the file does not tell. */
  readonly database: string;
  /** `table`: its place or a comment names it. `part`: it belongs to a row. */
  readonly kind: 'table' | 'bare' | 'part';
}

/** What a walk has found outside the lists. */
export interface JsonShape {
  readonly lists: JsonList[];
  /** Values outside the lists, without long ones. */
  readonly fields: Record<string, unknown>;
  /** Values at the top: `objects` when they are several. */
  kind: 'nothing' | 'list' | 'lists' | 'object' | 'objects';
}

/** The number of the list of all values at the top, of the named values of the only one. */
export const OBJECTS = -1;
export const PAIRS = -2;

/** Fields in which APIs wrap a list: `shortUrls.data`, `data.urls`. */
const wrappers: ReadonlySet<string> = new Set([
  'shortUrls',
  'data',
  'result',
  'results',
  'response',
]);

const LISTS_MAX = 1000;
const FIELDS_MAX = 1000;
const FIELD_MAX = 65_536; // characters
const NAME_MAX = 200; // characters at the end of a comment
/** Enough of an object to know a table of phpMyAdmin, also with sorted names. */
const LOOK = 100;
const TABLE = /\{\s*"(?:type"\s*:\s*"table"|data"\s*:\s*\[)/y;

const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;

export function startShape(): JsonShape {
  return { lists: [], fields: {}, kind: 'nothing' };
}

/**
 * Walks through a file once and yields the values of its lists: a list, an object of lists, a dump of
 * phpMyAdmin, several lists after comments that name them, or one object a line. Throws
 * `import.unreadable`.
 */
export function* walkJson(text: JsonText, shape: JsonShape): Walk<JsonItem, void> {
  for (let count = 0; ; count += 1) {
    const comment = yield* readComments(text);
    const sign = yield* text.peek();
    if (sign === -1) break;
    const isObject = sign === OPEN_OBJECT;
    const { name, database } = nameTable(comment);
    if (!isObject && sign !== OPEN_LIST) throw incomplete();
    if (count > 0) shape.kind = joinKinds(shape.kind, isObject, comment);
    else shape.kind = isObject ? 'object' : 'list';
    if (isObject && count === 0) {
      yield* walkObject(text, shape);
    } else if (isObject) {
      yield { list: OBJECTS, text: yield* text.take(0) };
    } else if (count === 0) {
      const list = addList(shape, name, comment === '' ? 'bare' : 'table', database);
      yield* walkList(text, shape, list, 1, true);
    } else {
      yield* walkList(text, shape, addList(shape, name, 'table', database), 1, false);
    }
  }
  if (shape.kind === 'nothing') throw incomplete();
  const isUnnamed = shape.kind === 'lists' && shape.lists[0]?.kind !== 'table';
  if (isUnnamed) throw severalLists();
  if (shape.kind === 'list') shape.lists[0] = { name: '', database: '', kind: 'bare' };
}

function joinKinds(
  kind: JsonShape['kind'],
  isObject: boolean,
  comment: string,
): 'objects' | 'lists' {
  if (isObject && (kind === 'object' || kind === 'objects')) return 'objects';
  if (isObject || kind === 'object' || kind === 'objects' || comment === '') throw severalLists();
  return 'lists';
}

function severalLists() {
  return unreadableFile('The file contains several lists without a comment that names them');
}

/** Returns the last comment before the next value. */
function* readComments(text: JsonText): Walk<never, string> {
  let comment = '';
  while ((yield* text.peek()) === 0x2f /* / */) {
    yield* text.look(2);
    const end = text.text.startsWith('//', text.at) ? '\n' : '*/';
    if (end !== '\n' && !text.text.startsWith('/*', text.at)) throw incomplete();
    text.at += 2;
    comment = yield* readUntil(text, end);
  }
  return comment;
}

/** Returns the end of what stands before `end`. A line may also end with the file. */
function* readUntil(text: JsonText, end: string): Walk<never, string> {
  let last = '';
  for (;;) {
    const index = text.text.indexOf(end, text.at);
    const isFound = index !== -1;
    // Half of `*/` may be the last sign of this piece.
    const until = isFound || text.isWhole ? index : text.text.length - 1;
    const to = until === -1 ? text.text.length : Math.max(until, text.at);
    last = (last + text.text.slice(text.at, to)).slice(-NAME_MAX);
    text.at = isFound ? to + end.length : to;
    if (isFound) return last === '' ? ' ' : last;
    if (text.isWhole && end === '\n') return last;
    if (text.isWhole) throw incomplete();
    yield* text.look(text.text.length - text.at + 1);
  }
}

/** The last name in a comment and its database: `// yourls.yourls_url` is yourls_url of yourls. */
function nameTable(comment: string): Pick<JsonList, 'name' | 'database'> {
  const [, database = '', name = ''] =
    /(?:([^\s./*'"`]+)\.)?([^\s./*'"`]+)[\s./*'"`]*$/.exec(comment) ?? [];
  return { name, database };
}

function addList(shape: JsonShape, name: string, kind: JsonList['kind'], database = ''): number {
  if (shape.lists.length === LISTS_MAX) throw unreadableFile(`More than ${LISTS_MAX} lists`);
  return shape.lists.push({ name, database, kind }) - 1;
}

/** Yields the values of the list that begins here. `hasTables`: a value may be a table itself. */
function* walkList(
  text: JsonText,
  shape: JsonShape,
  list: number,
  depth: number,
  hasTables: boolean,
): Walk<JsonItem, void> {
  text.at += 1;
  if ((yield* text.peek()) === 0x5d /* ] */) {
    text.at += 1;
    return;
  }
  for (;;) {
    const sign = yield* text.peek();
    if (hasTables && sign === OPEN_OBJECT) {
      yield* text.look(LOOK);
      TABLE.lastIndex = text.at;
      if (TABLE.test(text.text)) yield* walkTable(text, shape, list);
      else yield { list, text: yield* text.take(depth) };
    } else {
      yield { list, text: yield* takeValue(text, depth) };
    }
    if (yield* isEnd(text, 0x5d)) return;
  }
}

/** A table of phpMyAdmin; an object that is none may be a row of the list. */
function* walkTable(text: JsonText, shape: JsonShape, list: number): Walk<JsonItem, void> {
  text.keepObject();
  const found: Record<string, unknown> = {};
  let rows: number | null = null;
  let kept = 0;
  for (let next = yield* enterObject(text); next !== null; next = yield* nextName(text)) {
    if (next === 'data' && rows === null && (yield* text.peek()) === OPEN_LIST) {
      rows = addList(shape, '', 'part');
      yield* walkList(text, shape, rows, 3, false);
    } else {
      kept += keepField(found, next, yield* takeValue(text, 2), kept);
    }
  }
  const whole = text.takeObject();
  const { type, name, database } = found;
  if (rows !== null && type === 'table' && typeof name === 'string') {
    const known = typeof database === 'string' ? database : '';
    shape.lists[rows] = { name, kind: 'table', database: known };
  } else if (whole !== null) yield { list, text: whole };
}

/** The only object, which holds lists, or the first of several, which are rows. */
function* walkObject(text: JsonText, shape: JsonShape): Walk<JsonItem, void> {
  text.keepObject();
  yield* walkFields(text, shape, shape.fields, 1);
  const whole = text.takeObject();
  if (whole !== null) yield { list: OBJECTS, text: whole };
}

function* walkFields(
  text: JsonText,
  shape: JsonShape,
  fields: Record<string, unknown>,
  depth: number,
): Walk<JsonItem, void> {
  if (depth > DEPTH_MAX) throw unreadableFile('The file is nested too deeply');
  let kept = 0;
  for (let name = yield* enterObject(text); name !== null; name = yield* nextName(text)) {
    const sign = yield* text.peek();
    if (sign === OPEN_LIST) {
      yield* walkList(text, shape, addList(shape, name, 'table'), depth + 1, false);
    } else if (sign === OPEN_OBJECT && wrappers.has(name)) {
      const inner = {};
      fields[name] = inner;
      yield* walkFields(text, shape, inner, depth + 1);
    } else if (sign === OPEN_OBJECT && name === 'links' && depth === 1) {
      yield* walkNumbered(text, addList(shape, name, 'table'));
    } else {
      const value = yield* takeValue(text, depth);
      kept += keepField(fields, name, value, kept);
      if (depth === 1) yield { list: PAIRS, name, text: value };
    }
  }
}

/** The API of YOURLS numbers its links: `links.link_1`, `links.link_2` and so on. */
function* walkNumbered(text: JsonText, list: number): Walk<JsonItem, void> {
  for (let name = yield* enterObject(text); name !== null; name = yield* nextName(text)) {
    yield { list, text: yield* takeValue(text, 2) };
  }
}

/** Returns how many fields it has kept. */
function keepField(
  fields: Record<string, unknown>,
  name: string,
  text: string,
  kept: number,
): number {
  if (text.length > FIELD_MAX || kept >= FIELDS_MAX || name === '__proto__') return 0;
  const value = parseJson(text);
  if (value === undefined) throw incomplete();
  fields[name] = value;
  return 1;
}

/** Returns the first name of the object that begins here; null when it is empty. */
function* enterObject(text: JsonText): Walk<never, string | null> {
  text.at += 1;
  if ((yield* text.peek()) !== 0x7d /* } */) return yield* readName(text);
  text.at += 1;
  return null;
}

function* nextName(text: JsonText): Walk<never, string | null> {
  return (yield* isEnd(text, 0x7d)) ? null : yield* readName(text);
}

function* readName(text: JsonText): Walk<never, string> {
  if ((yield* text.peek()) !== QUOTE) throw incomplete();
  const name = parseJson(yield* text.take(0));
  if (typeof name !== 'string' || (yield* text.peek()) !== COLON) throw incomplete();
  text.at += 1;
  return name;
}

function* takeValue(text: JsonText, depth: number): Walk<never, string> {
  yield* text.peek();
  const value = yield* text.take(depth);
  if (value === '') throw incomplete();
  return value;
}

/** Passes a comma or the closing bracket. */
function* isEnd(text: JsonText, bracket: number): Walk<never, boolean> {
  const sign = yield* text.peek();
  if (sign !== COMMA && sign !== bracket) throw incomplete();
  text.at += 1;
  return sign === bracket;
}
