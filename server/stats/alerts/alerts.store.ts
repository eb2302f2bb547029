import type { Insertable } from 'kysely';
import type { Alert } from '../../../contracts/stats/stats.ts';
import { isWithin, type Reach } from '../../access/reach.ts';
import type { Engine, LinkRow, NoteChange, Schema, Write } from '../../engine/engine.ts';
import { selectOption, upsertOption } from '../../engine/options.store.ts';

/** The option with the last checked day, in days since 1970-01-01 UTC. */
const CHECKED_DAY = 'alerts_checked_day';
const LISTED_MAX = 100;

export type NewAlert = Omit<Insertable<Schema['alert']>, 'id' | 'created_at' | 'dismissed_at'>;

export interface DueAlert extends Alert {
  readonly attempts: number;
}

/** NaN: no day was checked yet. */
export async function selectCheckedDay(db: Engine['db'] | Write): Promise<number> {
  return Number((await selectOption(db, CHECKED_DAY)) ?? Number.NaN);
}

export async function upsertCheckedDay(
  tx: Write,
  changed: NoteChange,
  day: number,
  now: number,
): Promise<void> {
  await upsertOption(tx, CHECKED_DAY, day, now);
  changed('option', CHECKED_DAY);
}

export async function selectFirstDay(engine: Engine): Promise<number | null> {
  const { first } = await engine.db
    .selectFrom('click_batch')
    .select((eb) => eb.fn.min('day').as('first'))
    .executeTakeFirstOrThrow();
  return first;
}

export type WatchedLink = Pick<LinkRow, 'id' | 'created_at' | 'expires_at' | 'is_active'>;

/** Leaves out links that only count clicks: their visitors are unknown. */
export async function selectWatched(
  engine: Engine,
  ids: readonly number[],
): Promise<WatchedLink[]> {
  if (ids.length === 0) return [];
  return engine.db
    .selectFrom('link')
    .select(['id', 'created_at', 'expires_at', 'is_active'])
    .where('id', 'in', ids)
    .where('is_count_only', '=', 0)
    .execute();
}

export function selectSince(
  tx: Write,
  since: number,
): Promise<Pick<NewAlert, 'link_id' | 'kind'>[]> {
  return tx
    .selectFrom('alert')
    .select(['link_id', 'kind'])
    .where('created_at', '>=', since)
    .execute();
}

/** `isDelivered`: also queues each alert for the webhook. */
export async function insertAlerts(
  tx: Write,
  alerts: readonly NewAlert[],
  now: number,
  isDelivered: boolean,
): Promise<void> {
  if (alerts.length === 0) return;
  const rows = await tx
    .insertInto('alert')
    .values(alerts.map((alert) => ({ ...alert, created_at: now, dismissed_at: null })))
    .returning('id')
    .execute();
  if (!isDelivered) return;
  await tx
    .insertInto('alert_delivery')
    .values(rows.map(({ id }) => ({ alert_id: id, attempts: 0, next_at: now })))
    .execute();
}

export async function deleteAlertsBefore(tx: Write, time: number): Promise<void> {
  const old = tx.selectFrom('alert').select('id').where('created_at', '<', time);
  await tx.deleteFrom('alert_delivery').where('alert_id', 'in', old).execute();
  await tx.deleteFrom('alert').where('created_at', '<', time).execute();
}

function alertsOf(engine: Engine) {
  return engine.db
    .selectFrom('alert')
    .innerJoin('link', 'link.id', 'alert.link_id')
    .select([
      'alert.id',
      'alert.kind',
      'link.short_url',
      'link.title',
      'alert.people',
      'alert.usual',
      'alert.created_at',
    ]);
}

/** Those that are not dismissed, newest first, at most 100. */
export function selectListed(engine: Engine, reach: Reach): Promise<Alert[]> {
  return alertsOf(engine)
    .where(isWithin(reach))
    .where('alert.dismissed_at', 'is', null)
    .orderBy('alert.created_at', 'desc')
    .orderBy('alert.id', 'desc')
    .limit(LISTED_MAX)
    .execute();
}

/** Returns how many of them, on links within reach, were not dismissed before. */
export async function dismissByIds(
  engine: Engine,
  reach: Reach,
  ids: readonly number[],
  now: number,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await engine.write((tx) =>
    tx
      .updateTable('alert')
      .set({ dismissed_at: now })
      .where('id', 'in', ids)
      .where('dismissed_at', 'is', null)
      .$if(reach !== 'all', (update) =>
        update.where('link_id', 'in', tx.selectFrom('link').select('id').where(isWithin(reach))),
      )
      .executeTakeFirstOrThrow(),
  );
  return Number(numUpdatedRows);
}

export function selectDue(engine: Engine, now: number): Promise<DueAlert[]> {
  return alertsOf(engine)
    .innerJoin('alert_delivery', 'alert_delivery.alert_id', 'alert.id')
    .select('alert_delivery.attempts')
    .where('alert_delivery.next_at', '<=', now)
    .orderBy('alert.id')
    .limit(LISTED_MAX)
    .execute();
}

export async function postponeDelivery(
  engine: Engine,
  { id, attempts }: DueAlert,
  nextAt: number,
): Promise<void> {
  await engine.db
    .updateTable('alert_delivery')
    .set({ attempts: attempts + 1, next_at: nextAt })
    .where('alert_id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

export async function deleteDelivery(engine: Engine, id: number): Promise<void> {
  await engine.db.deleteFrom('alert_delivery').where('alert_id', '=', id).execute();
}

export async function deleteAllDeliveries(engine: Engine): Promise<void> {
  await engine.db.deleteFrom('alert_delivery').execute();
}
