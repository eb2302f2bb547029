import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import { HEAD_MAX, readSum } from '../day-sum.ts';
import { rankLinks } from '../top-links.store.ts';
import { decodeTopLinks, type TopLink } from '../top-links.ts';

/** How many sums are read before requests get their turn. */
const ROWS_AT_ONCE = 1000;

/** The links that most people visited on each of some days, at most 1,000 a day. */
export async function selectTopLinks(
  engine: Engine,
  firstDay: number,
  lastDay: number,
): Promise<readonly TopLink[]> {
  const days = await engine.db
    .selectFrom('click_day')
    .select(['day', 'top_links'])
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .orderBy('day')
    .execute();
  const found: TopLink[] = [];
  for (const { day, top_links: stored } of days) {
    found.push(...(stored === null ? await rankLinks(engine, day) : decodeTopLinks(stored)));
    await yieldToRequests();
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
      readSum(head, {
        head: (_, count) => {
          people.get(linkId)![day - firstDay] = count;
        },
      });
    }
    await yieldToRequests();
  }
  return people;
}
