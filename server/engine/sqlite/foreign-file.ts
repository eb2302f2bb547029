import { constants, Database, SQLiteError } from 'bun:sqlite';
import { pathToFileURL } from 'node:url';
import { quoteName, type Cell } from './table-store.ts';

export interface ForeignTable {
  readonly name: string;
  readonly columns: readonly string[];
  rows(columns: readonly string[], valueMax: number, tooLong: string): Generator<Cell[]>;
}

export interface ForeignFile {
  readonly tables: readonly ForeignTable[];
  /** Views and virtual tables. */
  readonly others: readonly string[];
  close(): void;
}

interface Entry {
  readonly name: string;
  readonly type: string;
  readonly sql: string | null;
}

const COLUMNS_MAX = 500;
const TABLES_MAX = 1000;

/** Nothing runs that the database's author wrote: only plain columns are read. Throws `ForeignFileDamaged`. */
export function openForeignFile(path: string): ForeignFile {
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
  return orDamaged(() => {
    const database = new Database(`${pathToFileURL(path).href}?mode=ro&immutable=1`, flags);
    database.run('pragma trusted_schema = off');
    database.run('pragma cell_size_check = on');
    database.run('pragma query_only = on');
    const entries = database
      .query<Entry, [number]>(
        `select name, type, substr(sql, 1, 100) as sql from sqlite_schema
        where type in ('table', 'view') limit ?`,
      )
      .all(TABLES_MAX);
    const isTable = ({ type, sql }: Entry): boolean =>
      type === 'table' && sql !== null && !/^create\s+virtual\b/i.test(sql);
    return {
      tables: entries.filter(isTable).map(({ name }) => describeTable(database, name)),
      others: entries.filter((entry) => !isTable(entry)).map(({ name }) => name),
      close: () => database.close(),
    };
  });
}

export class ForeignFileDamaged extends Error {}

function orDamaged<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SQLiteError) throw new ForeignFileDamaged(error.message);
    throw error;
  }
}

function describeTable(database: Database, name: string): ForeignTable {
  const columns = database
    .query<{ name: string }, [string, number]>(
      'select name from pragma_table_xinfo(?) where hidden = 0 limit ?',
    )
    .all(name, COLUMNS_MAX)
    .map((column) => column.name);
  return {
    name,
    columns,
    *rows(wanted, valueMax, tooLong) {
      const cells = wanted.map((column) => {
        const quoted = quoteName(column);
        return `case when octet_length(${quoted}) <= ?1 or ${quoted} is null then ${quoted} else ?2 end`;
      });
      const sql = `select ${cells.join(', ')} from ${quoteName(name)} not indexed`;
      const rows = orDamaged(() => database.prepare(sql).iterate(valueMax, tooLong));
      for (;;) {
        const next = orDamaged(() => rows.next());
        if (next.done === true) return;
        yield Object.values(next.value as Record<string, unknown>).map(toCell);
      }
    },
  };
}

/** Programs may store texts as bytes. */
function toCell(value: unknown): Cell {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
