import { sql, type Kysely } from 'kysely';
import type { SerialTable } from './target.ts';
import type { Schema } from '../schema.ts';

/** The largest id that SQLite has ever given in a table; 0 = none. */
export async function readLastId(source: Kysely<Schema>, table: SerialTable): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select seq from sqlite_sequence where name = ${table}`.execute(source);
  return rows[0]?.seq ?? 0;
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
