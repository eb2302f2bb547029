import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Undefined = never set. */
export type OptionValue = Json | undefined;

/** `stored`: the column `value`, or null without a row. */
export function parseOption(stored: string | null): OptionValue {
  return stored === null ? undefined : (JSON.parse(stored) as Json);
}

export async function selectOption(db: Kysely<Schema>, key: string): Promise<OptionValue> {
  const row = await db
    .selectFrom('option')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return parseOption(row?.value ?? null);
}

export async function selectOptionKeys(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('option').select('key').execute();
  return rows.map(({ key }) => key);
}

/** Does not add to the change feed: other processes that cache the option need `changed`, too. */
export async function upsertOption(
  tx: Kysely<Schema>,
  key: string,
  value: unknown,
  now: number,
): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: now };
  await tx
    .insertInto('option')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}
