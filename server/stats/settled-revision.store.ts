import type { Engine, Write } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';

const KEY = 'settled_revision';

/** Another text for each state of all settled days. */
export async function selectSettledRevision({ db }: Engine): Promise<string> {
  const row = await db
    .selectFrom('option')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst();
  return row?.value ?? '';
}

/** Must be called in each transaction that settles a day, or makes sums of a settled one anew. */
export async function changeSettledRevision(tx: Write): Promise<void> {
  const value = JSON.stringify(crypto.randomUUID());
  await tx
    .insertInto('option')
    .values({ key: KEY, value, updated_at: nowSeconds() })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value, updated_at: nowSeconds() }),
    )
    .execute();
}
