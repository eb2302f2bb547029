import { sql } from 'kysely';
import type { Tag } from '../../contracts/links/tags.ts';
import { isWithin, type Reach } from '../access/reach.ts';
import type { Engine } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';

const LINKS_AT_ONCE = 4096;

/** The links within reach and their clicks, by the id of their tags. */
export async function countOwnLinks(
  { db, sql: dialect }: Engine,
  reach: Reach,
): Promise<Map<number, Pick<Tag, 'links' | 'clicks'>>> {
  const counts = new Map<number, { links: number; clicks: number }>();
  for (let after: number | null = 0; after !== null;) {
    const links = await db
      .selectFrom('link')
      .select('id')
      .where(isWithin(reach))
      .where('id', '>', after)
      .orderBy('id')
      .limit(LINKS_AT_ONCE)
      .execute();
    const ids = dialect.idsOf(links.map(({ id }) => id));
    const { rows } = await sql<{ tag_id: number; links: number; clicks: number }>`
      select tag_id, count(*) as links, cast(sum(clicks) as bigint) as clicks
      from ${ids} as own join link_tag on link_tag.link_id = own.id
      join click_count on click_count.link_id = own.id
      group by tag_id`.execute(db);
    for (const row of rows) {
      const sum = counts.getOrInsertComputed(row.tag_id, () => ({ links: 0, clicks: 0 }));
      sum.links += row.links;
      sum.clicks += row.clicks;
    }
    after = links.length < LINKS_AT_ONCE ? null : links.at(-1)!.id;
    await yieldToRequests();
  }
  return counts;
}
