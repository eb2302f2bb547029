import type { Selectable } from 'kysely';
import { UNDOABLE_MAX, UNDO_SECONDS } from '../../../contracts/links/bulk.constants.ts';
import type { BulkChange } from '../../../contracts/links/bulk.ts';
import { isWithin, type Reach } from '../../access/reach.ts';
import type { Actor } from '../../audit/actor.ts';
import type { ChangedValue } from '../../../contracts/links/history.ts';
import type { Engine, Schema, Write } from '../../engine/engine.ts';
import type { FieldChange } from '../history/history.store.ts';

export type BulkRow = Selectable<Schema['bulk_edit']>;

export async function insertBulk(
  tx: Write,
  change: BulkChange,
  actor: Actor,
  now: number,
): Promise<number> {
  const counts = { matched: 0, changed: 0, failed: 0 };
  const { id } = await tx
    .insertInto('bulk_edit')
    .values({
      ...counts,
      began_at: now,
      who: actor.way,
      account_id: actor.account,
      token_id: actor.token,
      what: JSON.stringify(change),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores the progress; false when the bulk edit was undone meanwhile. */
export async function updateCounts(
  tx: Write,
  id: number,
  counts: Pick<BulkRow, 'matched' | 'changed' | 'failed'>,
): Promise<boolean> {
  const row = await tx
    .updateTable('bulk_edit')
    .set(counts)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Null when it is too old to undo, or another account made it. */
export async function selectBulk(
  tx: Write,
  reach: Reach,
  id: number,
  now: number,
): Promise<BulkRow | null> {
  const row = await tx
    .selectFrom('bulk_edit')
    .selectAll()
    .where('id', '=', id)
    .where(isWithin(reach, 'account_id'))
    .where('began_at', '>=', now - UNDO_SECONDS)
    .executeTakeFirst();
  return row ?? null;
}

/** Bulk edits that can be undone, newest first. */
export function selectBulks(engine: Engine, reach: Reach, now: number): Promise<BulkRow[]> {
  return engine.db
    .selectFrom('bulk_edit')
    .selectAll()
    .where(isWithin(reach, 'account_id'))
    .where('began_at', '>=', now - UNDO_SECONDS)
    .orderBy('id', 'desc')
    .limit(UNDOABLE_MAX)
    .execute();
}

/** The changes of the next `size` links behind `after`, by link id. */
export async function selectBulkChanges(
  tx: Write,
  bulkId: number,
  after: number,
  size: number,
): Promise<Map<number, FieldChange[]>> {
  const ids = await tx
    .selectFrom('link_change')
    .select('link_id')
    .distinct()
    .where('bulk_id', '=', bulkId)
    .where('link_id', '>', after)
    .orderBy('link_id')
    .limit(size)
    .execute();
  const changes = new Map<number, FieldChange[]>(ids.map(({ link_id: id }) => [id, []]));
  const last = ids.at(-1);
  if (last === undefined) return changes;
  const rows = await tx
    .selectFrom('link_change')
    .select(['link_id', 'field', 'former', 'present'])
    .where('bulk_id', '=', bulkId)
    .where('link_id', '>', after)
    .where('link_id', '<=', last.link_id)
    .execute();
  for (const { link_id: id, field, former, present } of rows) {
    const [from, to] = [JSON.parse(former) as ChangedValue, JSON.parse(present) as ChangedValue];
    changes.get(id)!.push({ field, from, to });
  }
  return changes;
}

/** Stores the undone part: links up to `undoneTo`, of which `restored` are fully restored. */
export async function updateUndone(
  tx: Write,
  id: number,
  undoneTo: number,
  restored: number,
): Promise<void> {
  await tx
    .updateTable('bulk_edit')
    .set({ undone_to: undoneTo, restored })
    .where('id', '=', id)
    .execute();
}

export async function deleteBulk(tx: Write, id: number): Promise<void> {
  await tx.deleteFrom('bulk_edit').where('id', '=', id).execute();
}

/** Deletes bulk edits that are too old to undo; links keep their histories. */
export function pruneBulks(engine: Engine, now: number): Promise<void> {
  return engine.write(async (tx) => {
    await tx
      .deleteFrom('bulk_edit')
      .where('began_at', '<', now - UNDO_SECONDS)
      .execute();
  });
}
