import { parseJson } from '../../../contracts/text.ts';
import { findKind, type TableKind } from '../databases/known-tables.ts';
import { brisk, neutral, readers, yourls } from '../readers/readers.ts';
import { isFields, type Fields, type Reader } from '../readers/source-row.ts';
import { incomplete } from './json-text.ts';
import { OBJECTS, PAIRS, type JsonItem, type JsonShape } from './walk-json.ts';

/** Rows by which a list is known. */
const PROBED_ROWS = 1000;
/** Named values by which an object is known as codes with their long URLs. */
const PROBED_PAIRS = 20;
const PAIRS_SHARE = 0.8;
/** As many as a table of a database may have. */
const KEYS_MAX = 500;
const KEYS_CHARACTERS_MAX = KEYS_MAX * 64;
/**
 * Characters of rows that are parsed to see that they are valid before any of them is given out.
 * Larger files are read as a whole by the check of their job.
 */
const PARSED_MAX = 16 * 1024 * 1024;

/** What is known of the rows of one list. */
export interface Probe {
  rows: number;
  readonly readers: Set<Reader>;
  /** Of the first row. */
  keys: readonly string[];
}

/** A list that is a table of a known program. */
export interface ListedTable {
  readonly database: string;
  readonly name: string;
  readonly kind: TableKind;
  readonly columns: readonly string[];
}

/** Which lists of a file hold links, and how their rows are read. */
export interface FoundLinks {
  readonly reader: Reader;
  /** Numbers of lists, as in `JsonItem`. */
  readonly lists: ReadonlySet<number>;
  readonly rows: number;
}

/** Looks at each value of a file once. */
export class LinkProbes {
  readonly #lists = new Map<number, Probe>();
  #parsed = 0;
  #pairs = 0;
  #urls = 0;

  add(item: JsonItem): void {
    if (item.list === PAIRS) this.#addPair(item);
    else this.#addRow(this.probe(item.list), item);
  }

  probe(list: number): Probe {
    return this.#lists.getOrInsertComputed(list, () => ({ rows: 0, readers: new Set(), keys: [] }));
  }

  /** By the number of their list. */
  findTables({ lists }: JsonShape): Map<number, ListedTable> {
    const tables = new Map<number, ListedTable>();
    for (const [number, { name, database, kind: listKind }] of lists.entries()) {
      const { keys: columns } = this.probe(number);
      const kind = listKind === 'table' ? findKind(name, columns)?.kind : undefined;
      if (kind !== undefined) tables.set(number, { database, name, kind, columns });
    }
    return tables;
  }

  /** Null: the file has another structure. */
  find(shape: JsonShape): FoundLinks | null {
    const { kind, lists, fields } = shape;
    const named = lists.flatMap((list, number) =>
      list.kind === 'part' ? [] : [{ ...list, number }],
    );
    if (kind === 'object' && fields['format'] === 'brisk') {
      const links = named.find(({ name }) => name === 'links');
      const isKnown = fields['version'] === 1 && links !== undefined;
      return isKnown ? this.#found(brisk, [links.number]) : null;
    }
    const tables = named.filter((list) => list.kind === 'table');
    const candidates = kind === 'list' && tables.length > 0 ? tables : named;
    const inLists = kind === 'objects' ? null : this.#findIn(candidates);
    if (inLists !== null) return inLists;
    // A file with one object a line and a single link is that object.
    const isObject = kind === 'object' || kind === 'objects';
    return isObject
      ? (this.#findIn([{ name: '', number: OBJECTS }]) ?? this.#findPairs(kind))
      : null;
  }

  #addRow(probe: Probe, { text }: JsonItem): void {
    probe.rows += 1;
    const isProbed = probe.rows <= PROBED_ROWS;
    if (!isProbed && (probe.readers.size === 0 || this.#parsed > PARSED_MAX)) return;
    this.#parsed += text.length;
    const row = parseItem(text);
    if (!isProbed || !isFields(row)) return;
    if (probe.keys.length === 0) probe.keys = listKeys(row);
    for (const reader of readers) {
      if (!probe.readers.has(reader) && reader.isRow(row)) probe.readers.add(reader);
    }
  }

  #addPair({ text }: JsonItem): void {
    this.#pairs += 1;
    if (this.#pairs > PROBED_PAIRS && !this.#arePairs()) return;
    const value = parseItem(text);
    if (this.#pairs <= PROBED_PAIRS && typeof value === 'string' && /^https?:\/\//i.test(value)) {
      this.#urls += 1;
    }
  }

  #arePairs(): boolean {
    return this.#urls > 0 && this.#urls >= Math.min(this.#pairs, PROBED_PAIRS) * PAIRS_SHARE;
  }

  #findPairs(kind: JsonShape['kind']): FoundLinks | null {
    if (kind !== 'object' || !this.#arePairs()) return null;
    return { reader: neutral, lists: new Set([PAIRS]), rows: this.#pairs };
  }

  /** A database may hold several sites, so all tables with the format's name count. */
  #findIn(lists: readonly { readonly name: string; readonly number: number }[]): FoundLinks | null {
    for (const reader of readers) {
      const matching = lists.filter(({ number }) => this.probe(number).readers.has(reader));
      const named = matching.filter(({ name }) => reader.table?.test(name) === true);
      const chosen = named.length > 0 ? named : matching;
      if (named.length > 0 || matching.length === 1) {
        return this.#found(
          reader,
          chosen.map(({ number }) => number),
        );
      }
    }
    const isEmpty = lists.some(
      ({ name, number }) => this.probe(number).rows === 0 && /(?:^|_)urls?$/i.test(name),
    );
    return isEmpty ? this.#found(yourls, []) : null;
  }

  #found(reader: Reader, lists: readonly number[]): FoundLinks {
    const rows = lists.reduce((sum, list) => sum + this.probe(list).rows, 0);
    return { reader, lists: new Set(lists), rows };
  }
}

/** The keys of a hostile file are long, and it has many lists. */
function listKeys(row: Fields): string[] {
  let characters = 0;
  return Object.keys(row)
    .slice(0, KEYS_MAX)
    .filter((key) => (characters += key.length) <= KEYS_CHARACTERS_MAX);
}

export function parseItem(text: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw incomplete();
  return value;
}

/** The row of one value: its object, or a code and its long URL. */
export function toRow({ name, text }: JsonItem): unknown {
  const value = parseItem(text);
  return name === undefined ? value : ({ code: name, url: value } satisfies Fields);
}
