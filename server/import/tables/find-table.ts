import type { ColumnField, SourceOptions } from '../source/row-source.ts';
import { mapColumns, nameColumns, type TableMap } from './map-columns.ts';
import { TableSplitter } from './split-table.ts';

/** How a text is a table. */
export interface FoundTable {
  readonly delimiter: string;
  readonly names: readonly string[];
  readonly map: TableMap;
  /** Rows before the first link: blank ones, the line `sep=` and the header. */
  readonly skipped: number;
  /** The first rows with links. */
  readonly samples: readonly (readonly string[])[];
  /** Whether a column holds the long URL. */
  readonly isKnown: boolean;
}

const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLES_MAX = 20;
const SEP_LINE = /^sep=([^"\r\n])[ \t]*(?:\r|\n|$)/i;

/**
 * Finds the delimiter by which the beginning of a text is a table; null for another text. `isWhole`:
 * the beginning is the whole text. Throws `import.unreadable` when no delimiter gives rows.
 */
export function findTable(
  beginning: string,
  isWhole: boolean,
  options: SourceOptions,
): FoundTable | null {
  const sep = SEP_LINE.exec(beginning)?.[1];
  let best: { readonly table: FoundTable; readonly score: number } | null = null;
  let fault: unknown = null;
  for (const delimiter of sep === undefined ? DELIMITERS : [sep]) {
    try {
      const splitter = new TableSplitter(delimiter);
      const rows = splitter.split(beginning);
      if (isWhole) rows.push(...splitter.end());
      const found = readBeginning(rows, delimiter, sep !== undefined, options);
      if (found !== null && found.score > (best?.score ?? 0)) best = found;
    } catch (error) {
      fault ??= error;
    }
  }
  if (best === null && fault !== null) throw fault;
  return best?.table ?? null;
}

function readBeginning(
  rows: readonly (readonly string[])[],
  delimiter: string,
  hasSepLine: boolean,
  options: SourceOptions,
) {
  const first = rows.findIndex((row, index) => !(hasSepLine && index === 0) && !isBlankRow(row));
  const header = rows[first];
  if (header === undefined) return null;
  const hasHeader = !header.some(isUrl);
  const start = hasHeader ? first + 1 : first;
  const samples = rows
    .slice(start)
    .filter((row) => !isBlankRow(row))
    .slice(0, SAMPLES_MAX);
  const order = hasHeader ? null : guessOrder(header);
  const names = nameColumns(hasHeader ? header : header.map(() => ''));
  const map = mapColumns(names, options, order);
  // One URL a line names no short links.
  const isKnown =
    (hasHeader || names.length > 1) && map.columns.some(({ field }) => field === 'long_url');
  const alike = samples.filter(({ length }) => length === names.length).length;
  const share = samples.length === 0 ? 0 : alike / samples.length;
  const isTable = names.length > 1 && (samples.length === 0 || share >= 0.5);
  if (!isKnown && !isTable) return null;
  const table: FoundTable = { delimiter, names, map, skipped: start, samples, isKnown };
  return { table, score: (isKnown ? 10 : 0) + share + names.length / 10_000 };
}

export function isBlankRow(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '');
}

function isUrl(cell: string): boolean {
  return /^\s*https?:\/\/\S/i.test(cell);
}

/**
 * Without a header: the long URL, the code and the title, as in YOURLS's Bulk-Import, or the code
 * before the long URL. Two URLs in a row leave open which one is the short link.
 */
function guessOrder(row: readonly string[]): readonly ColumnField[] {
  const urls = row.map(isUrl);
  if (urls.filter(Boolean).length > 1) return [];
  const rest: ColumnField[] = ['short_url', 'title'];
  return urls.map((isLong) => (isLong ? 'long_url' : (rest.shift() ?? '')));
}
