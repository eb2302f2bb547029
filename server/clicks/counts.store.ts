import { sql } from 'kysely';
import type { Engine, Write } from '../engine/engine.ts';
import { rowsAt, type LinkRows } from '../stats/open-chunk.ts';

/** How many links' counts one statement changes. */
const LINKS_PER_STATEMENT = 256;

/** Adds clicks, and those of them that are no people's, to the counts of links and deleted links. */
export async function addCounts(
  { sql: dialect }: Engine,
  tx: Write,
  links: LinkRows,
): Promise<void> {
  const { linkIds, people } = links;
  // In the order of the rows: neighbours lie on one page.
  for (let first = 0; first < linkIds.length; first += LINKS_PER_STATEMENT) {
    const end = Math.min(first + LINKS_PER_STATEMENT, linkIds.length);
    const some = Array.from({ length: end - first }, (_, i) => {
      const { from, to } = rowsAt(links, first + i);
      return [linkIds[first + i]!, to - from, to - from - people[first + i]!];
    });
    const drained = dialect.rowsOf(['id', 'clicks', 'bots'], some);
    const { numAffectedRows = 0n } = await sql`
      update click_count set
        clicks = click_count.clicks + drained.clicks, bots = click_count.bots + drained.bots
      from ${drained} as drained where click_count.link_id = drained.id`.execute(tx);
    // A link that is not there may have been deleted: it may come back, and its clicks with it.
    if (numAffectedRows < some.length) {
      await sql`
        update deleted_link set
          clicks = deleted_link.clicks + drained.clicks, bots = deleted_link.bots + drained.bots
        from ${drained} as drained where deleted_link.id = drained.id`.execute(tx);
    }
  }
}
