import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { HEAD_MAX, readSum } from './day-sum.ts';
import { NOBODY, type LinkPeople } from './link-people.ts';
import { TOP_LINKS_MAX, TopLinks, type TopLink } from './top-links.ts';

/** How many sums are in memory at a time. */
const ROWS_AT_ONCE = 1000;

/** The links that most people visited on a day, from the sums of all of them and from who is in none. */
export async function rankLinks(
  { db }: Engine,
  day: number,
  { linkIds, people }: LinkPeople = NOBODY,
): Promise<readonly TopLink[]> {
  const top = new TopLinks(TOP_LINKS_MAX);
  let at = 0;
  const addUnsettled = (before: number): void => {
    for (; linkIds[at]! < before; at += 1) top.add(linkIds[at]!, people[at]!);
  };
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
      addUnsettled(linkId);
      const isBoth = linkIds[at] === linkId;
      top.add(linkId, readSum(head).people + (isBoth ? people[at]! : 0));
      if (isBoth) at += 1;
    }
    if (rows.length < ROWS_AT_ONCE) break;
    last = rows.at(-1)!.link_id;
  }
  addUnsettled(Number.POSITIVE_INFINITY);
  return top.list();
}
