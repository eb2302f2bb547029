import { sql, type Kysely } from 'kysely';
import type { ColumnType, TableShape } from './target.ts';
import type { Schema } from '../schema.ts';

/** The largest id that SQLite has ever given in each table that numbers its rows; 0 = none. */
export async function readLastIds(source: Kysely<Schema>): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; last: number }>`
    select entry.name, coalesce(seq, 0) as last from sqlite_schema as entry
    left join sqlite_sequence as given on given.name = entry.name
    where type = 'table' and sql like '%autoincrement%'`.execute(source);
  return new Map(rows.map(({ name, last }) => [name, last]));
}

/** The keys of at most `limit` rows with U+0000 in a text, which PostgreSQL cannot hold. */
export async function findUnstorable(
  source: Kysely<Schema>,
  { name: table, key }: { readonly name: string; readonly key: readonly string[] },
  column: string,
  limit: number,
): Promise<(string | number)[][]> {
  const names = sql.join(key.map((name) => sql.ref(name)));
  const { rows } = await sql<Record<string, string | number>>`
    select ${names} from ${sql.table(table)}
    where instr(${sql.ref(column)}, char(0)) > 0
    order by ${names} limit ${limit}`.execute(source);
  return rows.map((row) => key.map((name) => row[name]!));
}

/** Triggers keep these, also in the target. */
const counted: ReadonlySet<string> = new Set(['tag.links']);

export async function describeTable(source: Kysely<Schema>, table: string): Promise<TableShape> {
  const { rows: all } = await sql<{ name: string; type: string; place: number }>`
    select name, lower(type) as type, pk as place from pragma_table_info(${table})`.execute(source);
  const rows = all.filter(({ name }) => !counted.has(`${table}.${name}`));
  const key = rows.filter(({ place }) => place > 0).toSorted((a, b) => a.place - b.place);
  return {
    key: key.map(({ name }) => name),
    columns: new Map(rows.map(({ name, type }) => [name, toColumnType(type)])),
  };
}

function toColumnType(type: string): ColumnType {
  if (type.includes('int')) return 'number';
  if (type === 'blob') return 'bytes';
  if (type === 'text') return 'text';
  if (type === 'real' || type === 'double precision') return 'real';
  throw new Error(`A column of the type ${type} cannot be moved`);
}
