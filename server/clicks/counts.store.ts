import { sql } from 'kysely';
import type { Engine, Write } from '../engine/engine.ts';
import { giveWay } from '../engine/give-way.ts';

/** How many links' counts one statement changes. */
const LINKS_PER_STATEMENT = 128;

/** Adds clicks, and those of them that are no people's, to the counts of links and deleted links. */
export async function addCounts(
  { sql: dialect }: Engine,
  tx: Write,
  counts: ReadonlyMap<number, { readonly clicks: number; readonly bots: number }>,
): Promise<void> {
  // In the order of the rows: neighbours lie on one page.
  const rows = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([id, { clicks, bots }]) => [id, clicks, bots]);
  for (let from = 0; from < rows.length; from += LINKS_PER_STATEMENT) {
    const some = rows.slice(from, from + LINKS_PER_STATEMENT);
    const drained = dialect.rowsOf(['id', 'clicks', 'bots'], some);
    // A deleted link may come back, and its clicks with it.
    for (const table of [sql`link`, sql`deleted_link`]) {
      await sql`update ${table} set
          clicks = ${table}.clicks + drained.clicks, bots = ${table}.bots + drained.bots
        from ${drained} as drained where ${table}.id = drained.id`.execute(tx);
    }
    giveWay();
  }
}
