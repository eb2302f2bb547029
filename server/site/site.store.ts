import type { Engine } from '../engine/engine.ts';

/** The stored JSON; null for an option that was never set. */
export async function selectOption(engine: Engine, key: string): Promise<string | null> {
  const row = await engine.db
    .selectFrom('option')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value ?? null;
}

export function upsertOption(
  engine: Engine,
  key: string,
  value: string,
  now: number,
): Promise<void> {
  return engine.write(async (tx, changed) => {
    await tx
      .insertInto('option')
      .values({ key, value, updated_at: now })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: now }))
      .execute();
    changed('option', key);
  });
}
