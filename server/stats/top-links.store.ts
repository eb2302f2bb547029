import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { HEAD_MAX, readSum } from './day-sum.ts';
import { TOP_LINKS_MAX, TopLinks, type TopLink } from './top-links.ts';

/** How many sums are in memory at a time. */
const ROWS_AT_ONCE = 1000;

/**
 * The links that most people visited on a day, from the sums of all of them; `unsettled` has the
 * people of each who are in none, and is used up.
 */
export async function rankLinks(
  { db }: Engine,
  day: number,
  unsettled = new Map<number, number>(),
): Promise<readonly TopLink[]> {
  const top = new TopLinks(TOP_LINKS_MAX);
  let last = 0;
  for (;;) {
    const rows = await db
      .selectFrom('click_sum')
      // The head alone: what follows may lie on other pages.
      .select(['link_id', sql<Uint8Array>`substr(body, 1, ${sql.lit(HEAD_MAX)})`.as('head')])
      .where('day', '=', day)
      .where('link_id', '>', last)
      .orderBy('link_id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { link_id: linkId, head } of rows) {
      top.add(linkId, readSum(head).people + (unsettled.get(linkId) ?? 0));
      unsettled.delete(linkId);
    }
    if (rows.length < ROWS_AT_ONCE) break;
    last = rows.at(-1)!.link_id;
  }
  for (const [linkId, people] of unsettled) top.add(linkId, people);
  return top.list();
}
