import {
  CHANGES_MAX,
  type Change,
  type ChangedValue,
  type Editor,
  type HistoryField,
} from '../../contracts/history.ts';
import type { Engine, Write } from '../engine/engine.ts';

/** A field with its value before and after an edit. */
export interface FieldChange {
  readonly field: HistoryField;
  readonly from: ChangedValue;
  readonly to: ChangedValue;
}

/**
 * Notes the changes of an edit, and forgets the oldest of a link that has too many. Each edit of a
 * link has a second of its own, by which it is named: of several in one, the later ones count on.
 */
export async function insertChanges(
  tx: Write,
  linkId: number,
  changes: readonly FieldChange[],
  who: Editor,
  now: number,
): Promise<void> {
  if (changes.length === 0) return;
  const last = await tx
    .selectFrom('link_change')
    .select('changed_at')
    .where('link_id', '=', linkId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const at = Math.max(now, (last?.changed_at ?? 0) + 1);
  const rows = changes.map(({ field, from, to }) => ({
    link_id: linkId,
    changed_at: at,
    who,
    field,
    former: JSON.stringify(from),
    present: JSON.stringify(to),
  }));
  await tx.insertInto('link_change').values(rows).execute();
  const oldest = await tx
    .selectFrom('link_change')
    .select('id')
    .where('link_id', '=', linkId)
    .orderBy('id', 'desc')
    .offset(CHANGES_MAX)
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await tx
    .deleteFrom('link_change')
    .where('link_id', '=', linkId)
    .where('id', '<=', oldest.id)
    .execute();
}

/** The changes of a link, the newest first; with an instant, those of its edit. */
export async function selectChanges(
  db: Engine['db'] | Write,
  linkId: number,
  at?: number,
): Promise<Change[]> {
  let query = db.selectFrom('link_change').selectAll().where('link_id', '=', linkId);
  if (at !== undefined) query = query.where('changed_at', '=', at);
  const rows = await query.orderBy('id', 'desc').execute();
  return rows.map(({ changed_at: at, who, field, former, present }) => ({
    at,
    who,
    field,
    from: JSON.parse(former) as ChangedValue,
    to: JSON.parse(present) as ChangedValue,
  }));
}
