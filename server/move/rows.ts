import { sql, type Kysely } from 'kysely';
import type { Schema } from '../engine/engine.ts';
import type { Cell, MovedRow } from '../engine/move/target.ts';
import { columnsOf, type Table } from './tables.ts';

const PAGE_ROWS = 2000; // at most a few megabytes of text
/** Byte columns have no maximum: a larger row gets a page of its own. */
const PAGE_BYTES = 4 * 1024 * 1024;

export type Key = readonly Cell[];

export interface Page {
  readonly rows: readonly MovedRow[];
  readonly isLast: boolean;
}

/** Reads as many rows after a key as memory allows; `null` is before the first row. */
export async function readPage(
  source: Kysely<Schema>,
  table: Table,
  after: Key | null,
): Promise<Page> {
  // SQLite knows the length of a value without reading it.
  const lengths = columnsOf(table, 'bytes').map(
    (column) => sql`coalesce(length(${sql.ref(column)}), 0)`,
  );
  const { rows: weights } = await sql<{ bytes: number }>`
    select ${sql.join([sql`0`, ...lengths], sql` + `)} as bytes
    ${fromRowsAfter(table, after)} limit ${sql.lit(PAGE_ROWS)}`.execute(source);
  let bytes = 0;
  const end = weights.findIndex((row) => (bytes += row.bytes) > PAGE_BYTES);
  const count = end === -1 ? weights.length : Math.max(1, end);
  const rows = await readRows(source, table, after, count);
  return { rows, isLast: weights.length < PAGE_ROWS && count === weights.length };
}

/** Reads the copy of a page; after the last page one row more, to find a surplus. */
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
    select ${names} ${fromRowsAfter(table, after)} limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

function fromRowsAfter({ name, key }: Table, after: Key | null) {
  const names = sql.join(key.map((column) => sql.ref(column)));
  const where = after === null ? sql`` : sql`where (${names}) > (${sql.join(after)})`;
  return sql`from ${sql.table(name)} ${where} order by ${names}`;
}

export function readKey({ key }: Table, row: MovedRow): Key {
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
