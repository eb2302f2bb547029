import type { Selectable } from 'kysely';
import { UNDOABLE_MAX, UNDO_SECONDS, type BulkChange } from '../../../contracts/bulk.ts';
import type { ChangedValue, Editor, HistoryField } from '../../../contracts/history.ts';
import type { Engine, Schema, Write } from '../../engine/engine.ts';

export type BulkRow = Selectable<Schema['bulk_edit']>;

/** How many links a bulk edit has come to, and what became of them. */
export interface BulkCounts {
  readonly matched: number;
  readonly changed: number;
  readonly failed: number;
}

/** What a bulk edit changed of a link. */
interface BulkFieldChange {
  readonly field: HistoryField;
  readonly from: ChangedValue;
  readonly to: ChangedValue;
}

/** Notes that a bulk edit begins, and returns its id. */
export async function insertBulk(
  tx: Write,
  change: BulkChange,
  who: Editor,
  now: number,
): Promise<number> {
  const counts = { matched: 0, changed: 0, failed: 0 };
  const { id } = await tx
    .insertInto('bulk_edit')
    .values({ ...counts, began_at: now, who, what: JSON.stringify(change) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes how far a bulk edit is; false when it was undone meanwhile. */
export async function updateCounts(tx: Write, id: number, counts: BulkCounts): Promise<boolean> {
  const row = await tx
    .updateTable('bulk_edit')
    .set(counts)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A bulk edit that can be undone. */
export async function selectBulk(tx: Write, id: number, now: number): Promise<BulkRow | null> {
  const row = await tx
    .selectFrom('bulk_edit')
    .selectAll()
    .where('id', '=', id)
    .where('began_at', '>=', now - UNDO_SECONDS)
    .executeTakeFirst();
  return row ?? null;
}

/** The bulk edits that can be undone, the newest first. */
export function selectBulks(engine: Engine, now: number): Promise<BulkRow[]> {
  return engine.db
    .selectFrom('bulk_edit')
    .selectAll()
    .where('began_at', '>=', now - UNDO_SECONDS)
    .orderBy('id', 'desc')
    .limit(UNDOABLE_MAX)
    .execute();
}

/** The next links of a bulk edit behind one, by id, each with what was changed of it. */
export async function selectBulkChanges(
  tx: Write,
  bulkId: number,
  after: number,
  size: number,
): Promise<Map<number, BulkFieldChange[]>> {
  const ids = await tx
    .selectFrom('link_change')
    .select('link_id')
    .distinct()
    .where('bulk_id', '=', bulkId)
    .where('link_id', '>', after)
    .orderBy('link_id')
    .limit(size)
    .execute();
  const changes = new Map<number, BulkFieldChange[]>(ids.map(({ link_id: id }) => [id, []]));
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

/** Notes up to which link a bulk edit is undone, and how many of these have all as it was. */
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

/** Forgets the bulk edits that can no longer be undone; the histories of links keep their changes. */
export function pruneBulks(engine: Engine, now: number): Promise<void> {
  return engine.write(async (tx) => {
    await tx
      .deleteFrom('bulk_edit')
      .where('began_at', '<', now - UNDO_SECONDS)
      .execute();
  });
}
