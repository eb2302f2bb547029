import { sql } from 'kysely';
import type { Engine, Write } from '../engine/engine.ts';
import { insertRows } from '../engine/change-rows.ts';

/** The stored sums of these links on a day, by link; those without clicks have none. */
export async function selectSums(
  engine: Engine,
  tx: Write,
  day: number,
  linkIds: readonly number[],
): Promise<Map<number, Uint8Array>> {
  const { rows } = await sql<{ link_id: number; body: Uint8Array }>`
    select link_id, body from click_sum
    where day = ${day} and link_id in (select id from ${engine.sql.idsOf(linkIds)} as wanted)
  `.execute(tx);
  return new Map(rows.map((row) => [row.link_id, row.body]));
}

/** Stores the sums of links on a day, in the place of those that are there. */
export async function upsertSums(
  tx: Write,
  day: number,
  bodies: ReadonlyMap<number, Uint8Array>,
): Promise<void> {
  const rows = [...bodies].map(([linkId, body]) => [day, linkId, body]);
  await insertRows(tx, 'click_sum (day, link_id, body)', rows, {
    onConflict: 'on conflict (day, link_id) do update set body = excluded.body',
  });
}
