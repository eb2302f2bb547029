import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { HEAD_MAX, readSum } from '../day-sum.ts';

/** How many sums are read at a time. */
const ROWS_AT_ONCE = 1000;

/** The links that most people visited on a day, at most `TOP_LINKS_MAX`. */
export interface DayTop {
  readonly day: number;
  /** As they are stored. */
  readonly links: Uint8Array;
  /** False: clicks have come since; who is named may have had more. */
  readonly isExact: boolean;
}

/** The stored ones of settled days, of those between two, both included. */
export async function selectDayTops(
  { db }: Engine,
  firstDay: number,
  lastDay: number,
): Promise<DayTop[]> {
  const rows = await db
    .selectFrom('click_day')
    .select(['day', 'top_links'])
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .where('salt', 'is', null)
    .orderBy('day')
    .execute();
  return rows.flatMap(({ day, top_links: links }) =>
    links === null ? [] : [{ day, links, isExact: true }],
  );
}

/** How many people came to each of these links on the day beside it, where any did. */
export async function selectPeopleOn(
  engine: Engine,
  visits: readonly (readonly [day: number, linkId: number])[],
): Promise<readonly { readonly linkId: number; readonly people: number }[]> {
  const found: { linkId: number; people: number }[] = [];
  for (let from = 0; from < visits.length; from += ROWS_AT_ONCE) {
    const wanted = engine.sql.rowsOf(['day', 'link_id'], visits.slice(from, from + ROWS_AT_ONCE));
    // The head alone: what follows may lie on other pages.
    const { rows } = await sql<{ link_id: number; head: Uint8Array }>`
      select click_sum.link_id, substr(body, 1, ${sql.lit(HEAD_MAX)}) as head
      from ${wanted} as wanted join click_sum
        on click_sum.day = wanted.day and click_sum.link_id = wanted.link_id`.execute(engine.db);
    for (const { link_id: linkId, head } of rows) {
      found.push({ linkId, people: readSum(head).people });
    }
  }
  return found;
}

/** How many people came to links on days, by link, then by day from the first on. */
export async function selectPeople(
  engine: Engine,
  linkIds: readonly number[],
  firstDay: number,
  lastDay: number,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const days = lastDay - firstDay + 1;
  const people = new Map(linkIds.map((id) => [id, Array.from({ length: days }, () => 0)]));
  const daysAtOnce = Math.ceil(ROWS_AT_ONCE / (linkIds.length + 1));
  for (let from = 0; from < days; from += daysAtOnce) {
    const some = Array.from(
      { length: Math.min(daysAtOnce, days - from) },
      (_, index) => firstDay + from + index,
    );
    // The head alone: what follows may lie on other pages.
    const { rows } = await sql<{ day: number; link_id: number; head: Uint8Array }>`
      select day, link_id, substr(body, 1, ${sql.lit(HEAD_MAX)}) as head from click_sum
      where day in (select id from ${engine.sql.idsOf(some)} as days)
        and link_id in (select id from ${engine.sql.idsOf(linkIds)} as links)`.execute(engine.db);
    for (const { day, link_id: linkId, head } of rows) {
      people.get(linkId)![day - firstDay] = readSum(head).people;
    }
  }
  return people;
}
