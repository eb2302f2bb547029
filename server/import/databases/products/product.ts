import type { Cells } from '../../../engine/sqlite/table-store.ts';
import type { Reader, Fields } from '../../readers/source-row.ts';
import type { SourceOptions, SourceVisit } from '../../source/row-source.ts';
import type { SourceTable, SourceTables } from '../source-tables.ts';

type Pages<Item> = Iterable<readonly Item[]> | AsyncIterable<readonly Item[]>;

export interface ProductVisits {
  /** The kind of table that has them, and its column of times. */
  readonly table: string;
  readonly time: string;
  /** SQL for more columns of a row. */
  readonly extra?: (tables: SourceTables, visits: SourceTable, main: SourceTable) => string;
  /** Whether its times are in UTC, whatever the zone of the file. */
  readonly isInUtc?: true;
  /** Reads a row with a time; null: it names no link. */
  readonly read: (row: Cells, time: number, options: SourceOptions) => SourceVisit | null;
}

export interface Product {
  readonly source: string;
  /** The kind of table that has the links. */
  readonly main: string;
  readonly reader: Reader;
  /** By default, the rows are those of the main table. */
  readonly openRows?: (
    tables: SourceTables,
    main: SourceTable,
    options: SourceOptions,
  ) => Pages<Fields>;
  readonly visits?: ProductVisits;
}
