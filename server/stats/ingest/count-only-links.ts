import { sql } from 'kysely';
import type { Engine, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { selectOption, upsertOption } from '../../engine/options.store.ts';

/** Another node may still redirect a purged link for this long, with another clock. */
const STALE_CACHE_MS = 60_000;
/** The option with the instant at which one was last purged, in Unix seconds. */
const PURGED_AT = 'count_only_forgotten_at';

export interface CountOnlyLinks {
  /** Links that may be purged must be resolved before. */
  has(linkId: number): boolean;
  mayBePurged(linkId: number, time: number): boolean;
  resolvePurged(linkIds: readonly number[]): Promise<void>;
}

/** Count-only links, deleted ones too, and purged links that may have been count-only. */
export async function openCountOnlyLinks(engine: Engine): Promise<CountOnlyLinks> {
  const ids = new Set(await selectCountOnly(engine));
  const purgedAt = Number((await selectOption(engine.db, PURGED_AT)) ?? 0);
  // Clicks after this instant are of links that exist, up to the last one.
  const purgedUntil = purgedAt === 0 ? 0 : purgedAt * 1000 + STALE_CACHE_MS;
  const lastLinkId = await selectLastLinkId(engine);
  return {
    has: (linkId) => ids.has(linkId),
    mayBePurged: (linkId, time) => time < purgedUntil || linkId > lastLinkId,
    async resolvePurged(linkIds) {
      for (const id of await selectPurged(engine, linkIds)) ids.add(id);
    },
  };
}

async function selectCountOnly({ db }: Engine): Promise<number[]> {
  const [links, deleted] = (['link', 'deleted_link'] as const).map((table) =>
    db.selectFrom(table).select('id').where('is_count_only', '=', 1),
  );
  // One query, because a link may be deleted or restored between two.
  const rows = await links!.unionAll(deleted!).execute();
  return rows.map(({ id }) => id);
}

async function selectLastLinkId({ db }: Engine): Promise<number> {
  const row = await db
    .selectFrom('click_count')
    .select((eb) => eb.fn.max('link_id').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}

async function selectPurged(engine: Engine, linkIds: readonly number[]): Promise<number[]> {
  // `click_count` has far more rows per page than `link`.
  const { rows } = await sql<{ id: number }>`
    select id from ${engine.sql.idsOf(linkIds)} as wanted
    where not exists (select 1 from click_count where link_id = wanted.id)
    and not exists (select 1 from deleted_link where deleted_link.id = wanted.id)`.execute(
    engine.db,
  );
  return rows.map(({ id }) => id);
}

/** Call it in each transaction that purges count-only links. */
export async function notePurged(tx: Write): Promise<void> {
  const now = nowSeconds();
  await upsertOption(tx, PURGED_AT, now, now);
}
