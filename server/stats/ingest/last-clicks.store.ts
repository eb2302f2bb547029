import { sql } from 'kysely';
import type { Engine, Write } from '../../engine/engine.ts';
import { DAY_SECONDS } from '../quarter.ts';

const ID = 1;

/** The fill still has to read this day and all days before it; null: no fill is due. */
export async function selectFillDay(db: Engine['db']): Promise<number | null> {
  const row = await db.selectFrom('last_click_fill').select('day').executeTakeFirst();
  return row?.day ?? null;
}

export async function updateFillDay(tx: Write, from: number, next: number | null): Promise<void> {
  if (next === null) {
    await tx.deleteFrom('last_click_fill').where('day', '=', from).execute();
  } else {
    const day = next - 1;
    await tx.updateTable('last_click_fill').set({ day }).where('day', '=', from).execute();
  }
}

/** Clears the last clicks of links that lost clicks of people on `day`; the fill reads them again. */
export async function forgetLastClicks(
  { sql: dialect }: Engine,
  tx: Write,
  losing: readonly number[],
  day: number,
): Promise<void> {
  const from = day * DAY_SECONDS;
  for (const [table, id] of [
    ['click_count', 'link_id'],
    ['deleted_link', 'id'],
  ] as const) {
    await sql`
      update ${sql.table(table)} set last_clicked_at = 0
      where ${sql.ref(id)} in (select id from ${dialect.idsOf(losing)} as losing)
        and last_clicked_at >= ${from} and last_clicked_at < ${from + DAY_SECONDS}`.execute(tx);
  }
  await sql`
    insert into last_click_fill (id, day) values (${ID}, ${day})
    on conflict (id) do update set day = excluded.day
    where excluded.day > last_click_fill.day`.execute(tx);
}
