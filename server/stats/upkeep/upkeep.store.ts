import { sql } from 'kysely';
import type { Engine, Write } from '../../engine/engine.ts';
import { changeSettledRevision } from '../days.store.ts';
import { selectParts } from '../open-parts.store.ts';
import { rankLinks } from '../top-links.store.ts';
import { encodeTopLinks } from '../top-links.ts';

/** The days before one and behind another that are not settled, the first first. */
export async function selectUnsettledDays(
  { db }: Engine,
  before: number,
  behind: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('click_day')
    .select('day')
    .where((is) => is.or([is('day', '<', before), is('day', '>', behind)]))
    .where((is) => is.or([is('salt', 'is not', null), is('top_links', 'is', null)]))
    .orderBy('day')
    .execute();
  return rows.map(({ day }) => day);
}

/** The first day behind another that has details; null: none has. */
export async function selectNextDay({ db }: Engine, after: number): Promise<number | null> {
  const { rows } = await sql<{ day: number | null }>`
    select min(day) as day from (
      select min(day) as day from open_part where day > ${after}
      union all select min(day) from settled_detail where day > ${after}
    ) as firsts`.execute(db);
  return rows[0]!.day;
}

/** Tells whether no clicks have come since the day was settled. */
export async function isSettled(db: Engine['db'] | Write, day: number): Promise<boolean> {
  const row = await db
    .selectFrom('click_day')
    .select('day')
    .where('day', '=', day)
    .where('salt', 'is', null)
    .where('top_links', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a day, unless it has clicks that are not settled. */
export async function closeDay(engine: Engine, day: number): Promise<void> {
  const topLinks = encodeTopLinks(await rankLinks(engine, day));
  await engine.write(async (tx) => {
    if ((await selectParts(tx, day)).length > 0) return;
    await tx
      .updateTable('click_day')
      .set({ salt: null, top_links: topLinks })
      .where('day', '=', day)
      .execute();
    await changeSettledRevision(tx);
  });
}

/** Corrects how many clicks are no people's; a deleted link may come back. */
export async function addBots(
  engine: Engine,
  tx: Write,
  differences: ReadonlyMap<number, number>,
): Promise<void> {
  const rows = [...differences].filter(([, bots]) => bots !== 0);
  if (rows.length === 0) return;
  const changed = engine.sql.rowsOf(['id', 'bots'], rows);
  await sql`update click_count set bots = click_count.bots + changed.bots
    from ${changed} as changed where click_count.link_id = changed.id`.execute(tx);
  await sql`update deleted_link set bots = deleted_link.bots + changed.bots
    from ${changed} as changed where deleted_link.id = changed.id`.execute(tx);
}
