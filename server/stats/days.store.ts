import type { Engine, Write } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';

const REVISION = 'settled_revision';

/** The days of which visitors are still told apart. */
export async function selectOpenDays({ db }: Engine): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('click_day')
    .select('day')
    .where('salt', 'is not', null)
    .execute();
  return new Set(rows.map(({ day }) => day));
}

/** The days of which visitors are no longer told apart, in their order. */
export async function selectSettledDays({ db }: Engine): Promise<number[]> {
  const rows = await db
    .selectFrom('click_day')
    .select('day')
    .where('salt', 'is', null)
    .orderBy('day')
    .execute();
  return rows.map(({ day }) => day);
}

/** Another text for each state of all settled days. */
export async function selectSettledRevision({ db }: Engine): Promise<string> {
  const row = await db
    .selectFrom('option')
    .select('value')
    .where('key', '=', REVISION)
    .executeTakeFirst();
  return row?.value ?? '';
}

/**
 * Must be called in each transaction that settles a day, makes sums of a settled one anew, or forgets
 * its clicks.
 */
export async function changeSettledRevision(tx: Write): Promise<void> {
  const value = JSON.stringify(crypto.randomUUID());
  await tx
    .insertInto('option')
    .values({ key: REVISION, value, updated_at: nowSeconds() })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value, updated_at: nowSeconds() }),
    )
    .execute();
}
