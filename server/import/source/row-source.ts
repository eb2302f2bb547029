import type { columnFields } from '../../../contracts/import.constants.ts';
import type { PartialFile } from '../../../contracts/import.ts';
import type { JobFindings } from '../../../contracts/import-jobs.ts';
import type { Reader } from '../readers/source-row.ts';

/** A file on disk, gzipped or not. */
export interface SourceFile {
  /** As uploaded; its ending is only a hint. */
  readonly name: string;
  readonly path: string;
  /** Bytes on disk. */
  readonly size: number;
  /** The content from its start, gunzipped. Throws `import.unreadable` for a damaged or exploding gzip. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** A field of a link to which a column leads; '' = the column is passed over. */
export type ColumnField = (typeof columnFields)[number];

export type SourceColumn = JobFindings['columns'][number];

export interface SourceOptions {
  /** By the name of the column; absent names are mapped by their alias. */
  readonly columns?: Readonly<Record<string, ColumnField>>;
  /** Where readers may keep files of their own; the file's folder without it. */
  readonly folder?: string;
  /** The zone of times without an offset; UTC without it. */
  readonly timeZone?: string;
  /** The country of an address of a visitor, which the reader forgets. */
  readonly findCountry?: (address: string) => string;
  /** For passwords that the source keeps as plain text. Without it such links fail. */
  readonly hashPassword?: (password: string) => Promise<string>;
}

/** One visit, or several alike, of a link of the source. */
export interface SourceVisit {
  readonly code: string;
  /** As `RowSource.siteOf` numbers it. */
  readonly site?: number;
  readonly domain?: string;
  /** Unix seconds. */
  readonly time: number;
  readonly count: number;
  readonly referrer?: string;
  readonly userAgent?: string;
  /** ISO 3166 */
  readonly country?: string;
  readonly city?: string;
  readonly language?: string;
  /** These three only when the source has no user agent. */
  readonly isBot?: boolean;
  readonly browser?: string;
  readonly system?: string;
}

export interface SourceVisits {
  /** Rows of the source. */
  readonly count: number;
  /**
   * The visits in the order of their times, as far as the source can be sorted. The same each time.
   */
  read(): AsyncIterable<readonly SourceVisit[]>;
}

export interface RowSource {
  /** The product or kind of file, as `GET /api/imports` names it: `yourls`, `shlink`, `csv`, … */
  readonly source: string;
  /** Empty for files that are no tables. */
  readonly columns: SourceColumn[];
  readonly reader: Reader;
  readonly partial: PartialFile | null;
  /** The rows from the file's start, at most 1,000 at a time. A row is what `reader.readRow` takes. */
  rows(): AsyncIterable<readonly unknown[]>;
  /** For files with several sites, which may have the same codes: which one a row is of, from 0 on. */
  readonly siteOf?: (row: object) => number;
  /** For sources that have visits; null for those that do not. */
  readonly visits: SourceVisits | null;
}

/** The rows behind the first ones, at least `size` at a time. */
export async function* readRows(
  source: Pick<RowSource, 'rows'>,
  size: number,
  passed = 0,
): AsyncGenerator<readonly unknown[]> {
  let left = passed;
  let waiting: unknown[] = [];
  for await (const batch of source.rows()) {
    const rest = batch.slice(left);
    left -= batch.length - rest.length;
    waiting.push(...rest);
    if (waiting.length < size) continue;
    yield waiting;
    waiting = [];
  }
  if (waiting.length > 0) yield waiting;
}

/** Returns null when the file is of another kind. Throws `import.unknown` when it is of this kind but not understood. */
export type OpenSource = (file: SourceFile, options: SourceOptions) => Promise<RowSource | null>;
