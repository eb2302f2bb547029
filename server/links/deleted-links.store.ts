import { sql } from 'kysely';
import type { Engine, NoteChange, Write } from '../engine/engine.ts';
import { linkColumns, linkTableColumns } from '../engine/schema.ts';
import { forgetIndex } from '../search/search.store.ts';
import { markStale } from '../search/stale.ts';
import { noteForgotten } from '../stats/count-only-links.store.ts';

/** How long a deleted link can be brought back, in seconds. */
const RESTORE_SECONDS = 600;

const columns = sql.join(linkColumns.map((column) => sql.ref(column)));
const ownColumns = sql.join(linkTableColumns.map((column) => sql.ref(column)));

/** Deletes the link with exactly this code; false when there is none. */
export function deleteByCode(engine: Engine, code: string, now: number): Promise<boolean> {
  return engine.write(async (tx, changed) => {
    const link = await tx
      .selectFrom('link')
      .select('id')
      .where('short_url', '=', code)
      .executeTakeFirst();
    return link !== undefined && (await moveAway(tx, changed, [link.id], now)) === 1;
  });
}

/** Deletes links by id and returns how many there were. */
export function deleteByIds(engine: Engine, ids: readonly number[], now: number): Promise<number> {
  return engine.write((tx, changed) => moveAway(tx, changed, ids, now));
}

async function moveAway(
  tx: Write,
  changed: NoteChange,
  ids: readonly number[],
  now: number,
): Promise<number> {
  await sql`
    insert into deleted_link (${columns}, deleted_at)
    select ${columns}, cast(${now} as bigint) from link join click_count on link_id = id
    where id in (${sql.join(ids)})`.execute(tx);
  await tx.deleteFrom('click_count').where('link_id', 'in', ids).execute();
  const rows = await tx.deleteFrom('link').where('id', 'in', ids).returning('short_url').execute();
  await markStale(tx, ids);
  for (const row of rows) changed('link', row.short_url);
  return rows.length;
}

/**
 * Brings back links deleted a short while ago, with their ids and counts. Returns how many: not
 * those whose code another link has got meanwhile.
 */
export function restoreByIds(engine: Engine, ids: readonly number[], now: number): Promise<number> {
  return engine.write(async (tx, changed) => {
    const { rows } = await sql<{ id: number; short_url: string }>`
      insert into link (${ownColumns})
      select ${ownColumns} from deleted_link
      where id in (${sql.join(ids)}) and deleted_at >= ${now - RESTORE_SECONDS}
      order by id
      on conflict (short_url) do nothing
      returning id, short_url`.execute(tx);
    if (rows.length === 0) return 0;
    const restored = rows.map(({ id }) => id);
    await sql`
      insert into click_count (link_id, clicks, bots, imported_clicks, sorted_clicks)
      select id, clicks, bots, imported_clicks, clicks from deleted_link where id in (${sql.join(restored)})`.execute(
      tx,
    );
    await tx.deleteFrom('deleted_link').where('id', 'in', restored).execute();
    await markStale(tx, restored);
    for (const row of rows) changed('link', row.short_url);
    return rows.length;
  });
}

/** Forgets for good what can no longer be brought back. */
export function pruneDeleted(engine: Engine, now: number): Promise<void> {
  return engine.write(async (tx) => {
    const firstKept = now - RESTORE_SECONDS;
    const countOnly = await tx
      .selectFrom('deleted_link')
      .select('id')
      .where('deleted_at', '<', firstKept)
      .where('is_count_only', '=', 1)
      .limit(1)
      .executeTakeFirst();
    const pruned = tx.selectFrom('deleted_link').select('id').where('deleted_at', '<', firstKept);
    await tx.deleteFrom('link_tag').where('link_id', 'in', pruned).execute();
    await tx.deleteFrom('link_change').where('link_id', 'in', pruned).execute();
    await tx.deleteFrom('deleted_link').where('deleted_at', '<', firstKept).execute();
    if (countOnly !== undefined) await noteForgotten(tx);
  });
}

/** Deletes every link, for good, and returns how many there were. */
export function deleteAll(engine: Engine): Promise<number> {
  return engine.write(async (tx, changed) => {
    const { total } = await tx
      .selectFrom('link')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('link').execute();
    await tx.deleteFrom('click_count').execute();
    await tx.deleteFrom('unsorted_block').execute();
    await tx.deleteFrom('deleted_link').execute();
    await tx.deleteFrom('link_tag').execute();
    await tx.deleteFrom('link_change').execute();
    await tx.deleteFrom('bulk_edit').execute();
    await tx.deleteFrom('tag').execute();
    await noteForgotten(tx);
    await forgetIndex(tx);
    changed('all-links', '');
    return total;
  });
}
