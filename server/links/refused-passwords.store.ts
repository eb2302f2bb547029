import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

const HOUR_SECONDS = 3600;
const HOURS_KEPT = 24;

/** `now` in Unix seconds. */
export async function addRefusedPassword(
  { db }: Engine,
  linkId: number,
  now: number,
): Promise<void> {
  await db
    .insertInto('refused_password')
    .values({ link_id: linkId, hour: hourOf(now), times: 1 })
    .onConflict((conflict) =>
      conflict.columns(['link_id', 'hour']).doUpdateSet({ times: sql`refused_password.times + 1` }),
    )
    .execute();
}

/** Wrong passwords of the last 24 hours, by link id. */
export async function selectRefusedPasswords(
  { db }: Engine,
  ids: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('refused_password')
    .select(['link_id', (eb) => eb.fn.sum<number>('times').as('times')])
    .where('link_id', 'in', ids)
    .where('hour', '>', hourOf(now) - HOURS_KEPT)
    .groupBy('link_id')
    .execute();
  return new Map(rows.map((row) => [row.link_id, row.times]));
}

export async function pruneRefusedPasswords({ db }: Engine, now: number): Promise<void> {
  await db
    .deleteFrom('refused_password')
    .where('hour', '<=', hourOf(now) - HOURS_KEPT)
    .execute();
}

function hourOf(seconds: number): number {
  return Math.floor(seconds / HOUR_SECONDS);
}
