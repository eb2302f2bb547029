import { sql, type Kysely } from 'kysely';
import type { Schema } from '../engine/engine.ts';
import type { Cell, MovedRow } from '../engine/move-target.ts';
import { columnsOf, type Table } from './tables.ts';

/** How many rows are read and written at a time: some megabytes of the longest. */
const PAGE_ROWS = 2000;
/** The same of columns of bytes, which know no bound: a row of more comes alone. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** What a row is known by, in the order of the columns of the key. */
export type Key = readonly Cell[];

/** Some rows of a table that follow each other. */
export interface Page {
  readonly rows: readonly MovedRow[];
  /** Whether no row comes behind them. */
  readonly isLast: boolean;
}

/** As many of the next rows behind a key as may be in memory; `null` is before the first. */
export async function readPage(
  source: Kysely<Schema>,
  table: Table,
  after: Key | null,
): Promise<Page> {
  // SQLite knows the length of a value without having read it.
  const lengths = columnsOf(table, 'bytes').map(
    (column) => sql`coalesce(length(${sql.ref(column)}), 0)`,
  );
  const { rows: weights } = await sql<{ bytes: number }>`
    select ${sql.join([sql`0`, ...lengths], sql` + `)} as bytes
    ${behind(table, after)} limit ${sql.lit(PAGE_ROWS)}`.execute(source);
  let bytes = 0;
  const end = weights.findIndex((row) => (bytes += row.bytes) > PAGE_BYTES);
  const count = end === -1 ? weights.length : Math.max(1, end);
  const rows = await readRows(source, table, after, count);
  return { rows, isLast: weights.length < PAGE_ROWS && count === weights.length };
}

/** The rows of a copy that stand where a page stands in the source, and one that is too many. */
export function readCopied(
  target: Kysely<Schema>,
  table: Table,
  after: Key | null,
  page: Page,
): Promise<readonly MovedRow[]> {
  return readRows(target, table, after, page.rows.length + (page.isLast ? 1 : 0));
}

async function readRows(
  db: Kysely<Schema>,
  table: Table,
  after: Key | null,
  limit: number,
): Promise<readonly MovedRow[]> {
  const names = sql.join([...table.columns.keys()].map((column) => sql.ref(column)));
  const { rows } = await sql<MovedRow>`
    select ${names} ${behind(table, after)} limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

function behind({ name, key }: Table, after: Key | null) {
  const names = sql.join(key.map((column) => sql.ref(column)));
  const where = after === null ? sql`` : sql`where (${names}) > (${sql.join(after)})`;
  return sql`from ${sql.table(name)} ${where} order by ${names}`;
}

export function keyOf({ key }: Table, row: MovedRow): Key {
  return key.map((column) => row[column]!);
}

export function isSameRow(
  { columns }: Table,
  a: MovedRow | undefined,
  b: MovedRow | undefined,
): boolean {
  if (a === undefined || b === undefined) return false;
  for (const name of columns.keys()) if (!isSame(a[name]!, b[name]!)) return false;
  return true;
}

function isSame(a: Cell, b: Cell): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b;
}

export async function countRows(db: Kysely<Schema>, { name }: Table): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(name)}`.execute(db);
  return rows[0]!.count;
}
