import { sql } from 'kysely';
import type { Engine, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { selectOption, upsertOption } from '../../engine/options.store.ts';

const PURGED_AT = 'count_only_forgotten_at';

/** Count-only links, deleted ones included while they can be restored. */
export async function selectCountOnly({ db }: Engine): Promise<number[]> {
  const [links, deleted] = (['link', 'deleted_link'] as const).map((table) =>
    db.selectFrom(table).select('id').where('is_count_only', '=', 1),
  );
  // One query, because a link may be deleted or restored between two.
  const rows = await links!.unionAll(deleted!).execute();
  return rows.map(({ id }) => id);
}

export async function selectLastLinkId({ db }: Engine): Promise<number> {
  const row = await db
    .selectFrom('click_count')
    .select((eb) => eb.fn.max('link_id').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}

export async function selectPurged(engine: Engine, linkIds: readonly number[]): Promise<number[]> {
  // `click_count` has far more rows per page than `link`.
  const { rows } = await sql<{ id: number }>`
    select id from ${engine.sql.idsOf(linkIds)} as wanted
    where not exists (select 1 from click_count where link_id = wanted.id)
    and not exists (select 1 from deleted_link where deleted_link.id = wanted.id)`.execute(
    engine.db,
  );
  return rows.map(({ id }) => id);
}

/** When a count-only link was last purged, in Unix seconds; 0 = never. */
export async function selectPurgedAt({ db }: Engine): Promise<number> {
  return Number((await selectOption(db, PURGED_AT)) ?? 0);
}

/** Call it in each transaction that purges count-only links. */
export async function notePurged(tx: Write): Promise<void> {
  const now = nowSeconds();
  await upsertOption(tx, PURGED_AT, now, now);
}
