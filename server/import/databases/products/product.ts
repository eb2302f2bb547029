import type { Reader, Fields } from '../../readers/source-row.ts';
import type { SourceOptions, SourceVisit } from '../../source/row-source.ts';
import type { SourceTable, SourceTables } from '../source-tables.ts';

type Pages<Item> = Iterable<readonly Item[]> | AsyncIterable<readonly Item[]>;

export interface Product {
  readonly source: string;
  /** The kind of table that has the links. */
  readonly main: string;
  readonly reader: Reader;
  readonly openRows: (
    tables: SourceTables,
    main: SourceTable,
    options: SourceOptions,
  ) => Pages<Fields>;
  /** undefined: the file has no visits. */
  readonly openVisits?: (
    tables: SourceTables,
    main: SourceTable,
    options: SourceOptions,
  ) => Pages<SourceVisit> | undefined;
}
