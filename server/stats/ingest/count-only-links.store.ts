import { sql } from 'kysely';
import type { Engine, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';

const FORGOTTEN_AT = 'count_only_forgotten_at';

/** The ids of links that only count, deleted ones among them as long as they can be brought back. */
export async function selectCountOnly({ db }: Engine): Promise<number[]> {
  const [links, deleted] = (['link', 'deleted_link'] as const).map((table) =>
    db.selectFrom(table).select('id').where('is_count_only', '=', 1),
  );
  // In one query: a link may be deleted, or brought back, between two.
  const rows = await links!.unionAll(deleted!).execute();
  return rows.map(({ id }) => id);
}

/** The highest id of a link that is there; 0 = there is none. */
export async function selectLastLink({ db }: Engine): Promise<number> {
  const row = await db
    .selectFrom('click_count')
    .select((eb) => eb.fn.max('link_id').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** Those of some links that are gone for good. */
export async function selectGone(engine: Engine, linkIds: readonly number[]): Promise<number[]> {
  // By `click_count`, of which far more rows lie on a page than of `link`.
  const { rows } = await sql<{ id: number }>`
    select id from ${engine.sql.idsOf(linkIds)} as wanted
    where not exists (select 1 from click_count where link_id = wanted.id)
    and not exists (select 1 from deleted_link where deleted_link.id = wanted.id)`.execute(
    engine.db,
  );
  return rows.map(({ id }) => id);
}

/** When links that only count were last forgotten for good, in Unix seconds; 0 = never. */
export async function selectForgottenAt({ db }: Engine): Promise<number> {
  const row = await db
    .selectFrom('option')
    .select('value')
    .where('key', '=', FORGOTTEN_AT)
    .executeTakeFirst();
  return row === undefined ? 0 : Number(row.value);
}

/** Must be called in each transaction that forgets links for good which only count. */
export async function noteForgotten(tx: Write): Promise<void> {
  const now = nowSeconds();
  const row = { value: JSON.stringify(now), updated_at: now };
  await tx
    .insertInto('option')
    .values({ key: FORGOTTEN_AT, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}
