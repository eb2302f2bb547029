import type { Actor } from '../../audit/actor.ts';
import { CHANGES_MAX } from '../../../contracts/links/history.constants.ts';
import type { HistoryField } from '../../../contracts/links/link-fields.constants.ts';
import type { Change, ChangedValue } from '../../../contracts/links/history.ts';
import { sql } from 'kysely';
import type { Engine, Write } from '../../engine/engine.ts';
import type { Dialect } from '../../engine/sql.ts';

export interface FieldChange {
  readonly field: HistoryField;
  readonly from: ChangedValue;
  readonly to: ChangedValue;
}

export interface EditOrigin {
  readonly actor: Actor;
  /** Unix seconds. */
  readonly now: number;
  readonly bulkId: number | null;
}

/**
 * Adds changes, and removes the oldest above `CHANGES_MAX`, except those of a bulk edit that can be
 * undone. An edit is identified by its second, so further edits in one second get later seconds.
 */
export async function insertChanges(
  tx: Write,
  dialect: Dialect,
  edits: ReadonlyMap<number, readonly FieldChange[]>,
  { actor, now, bulkId }: EditOrigin,
): Promise<void> {
  if (edits.size === 0) return;
  const edited = sql`select id from ${dialect.idsOf([...edits.keys()])} as edited`;
  const { rows: last } = await sql<{ link_id: number; at: number }>`
    select link_id, max(changed_at) as at from link_change
    where link_id in (${edited}) group by link_id`.execute(tx);
  const lastAt = new Map(last.map(({ link_id: id, at }) => [id, at]));
  const rows = [...edits].flatMap(([id, changes]) => {
    const at = Math.max(now, (lastAt.get(id) ?? 0) + 1);
    return changes.map(({ field, from, to }) => [
      id,
      at,
      field,
      JSON.stringify(from),
      JSON.stringify(to),
    ]);
  });
  const columns = ['link_id', 'changed_at', 'field', 'former', 'present'];
  await sql`
    insert into link_change (link_id, changed_at, field, former, present, who, account_id, token_id, bulk_id)
    select link_id, changed_at, field, former, present, ${actor.way},
      cast(${actor.account} as bigint), cast(${actor.token} as bigint), cast(${bulkId} as bigint)
    from ${dialect.rowsOf(columns, rows)} as changes`.execute(tx);
  await sql`
    delete from link_change where id in (
      select id from (
        select id, row_number() over (partition by link_id order by id desc) as place
        from link_change where link_id in (${edited})) as placed
      where place > ${CHANGES_MAX})
    and (bulk_id is null or bulk_id not in (select id from bulk_edit))`.execute(tx);
}

export interface StoredChange extends Change {
  /** 0 = unknown. */
  readonly account: number;
  /** 0 = by no API token. */
  readonly tokenId: number;
}

/** Newest first; with `at`, the changes of that edit. */
export async function selectChanges(
  db: Engine['db'] | Write,
  linkId: number,
  at?: number,
): Promise<StoredChange[]> {
  let query = db.selectFrom('link_change').selectAll().where('link_id', '=', linkId);
  if (at !== undefined) query = query.where('changed_at', '=', at);
  const rows = await query.orderBy('id', 'desc').limit(CHANGES_MAX).execute();
  return rows.map(({ changed_at: at, who, field, former, present, ...by }) => ({
    at,
    who,
    account: by.account_id,
    tokenId: by.token_id,
    field,
    from: JSON.parse(former) as ChangedValue,
    to: JSON.parse(present) as ChangedValue,
  }));
}

/** The ids of the newest changes, by link; links without a history are left out. */
export async function selectLastChanges(
  db: Engine['db'] | Write,
  dialect: Dialect,
  linkIds: readonly number[],
): Promise<Map<number, number>> {
  if (linkIds.length === 0) return new Map();
  const { rows } = await sql<{ link_id: number; id: number }>`
    select link_id, max(id) as id from link_change
    where link_id in (select id from ${dialect.idsOf(linkIds)} as wanted)
    group by link_id`.execute(db);
  return new Map(rows.map(({ link_id: linkId, id }) => [linkId, id]));
}
