import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** How many details are in memory at a time. */
const ROWS_AT_ONCE = 200;

/**
 * The clicks of a day that is not settled in the order in which they came, many links together: to
 * write them costs as little as to add lines to a file, where a row for each link touched a page
 * for each.
 */
export function createOpenParts(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('open_part')
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('part', 'bigint', (column) => column.notNull())
        .addColumn('clicks', 'bigint', (column) => column.notNull())
        .addColumn('settled_to', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('open_part_key', ['day', 'part'])
        .execute();
      // Not in the order of their keys: then SQLite would read whole bodies to compare keys.
      await db.schema
        .createTable('open_chunk')
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('part', 'bigint', (column) => column.notNull())
        .addColumn('last_link_id', 'bigint', (column) => column.notNull())
        .addColumn('body', dialect.bytes, (column) => column.notNull())
        .addPrimaryKeyConstraint('open_chunk_key', ['day', 'part', 'last_link_id'])
        .execute();
      await db.schema
        .createTable('settled_detail')
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('link_id', 'bigint', (column) => column.notNull())
        .addColumn('body', dialect.bytes, (column) => column.notNull())
        .addPrimaryKeyConstraint('settled_detail_key', ['day', 'link_id'])
        .execute();
      await sql`
        insert into settled_detail (day, link_id, body)
        select day, link_id, body from click_detail where part = 0 order by day, link_id
      `.execute(db);
      await keepOpenDetails(db);
      await db.schema.dropTable('click_detail').execute();
    },
  };
}

/** Makes a chunk of each detail that is not settled; the site's are all of them together. */
async function keepOpenDetails(db: Kysely<unknown>): Promise<void> {
  let after = { day: -1, link_id: 0, part: 0 };
  for (;;) {
    const { rows } = await sql<{ day: number; link_id: number; part: number; body: Uint8Array }>`
      select day, link_id, part, body from click_detail
      where part > 0 and link_id > 0
        and (day, link_id, part) > (${after.day}, ${after.link_id}, ${after.part})
      order by day, link_id, part limit ${ROWS_AT_ONCE}`.execute(db);
    for (const { day, link_id, part, body } of rows) {
      const clicks = new DataView(body.buffer, body.byteOffset).getUint32(4, true);
      await sql`
        insert into open_chunk (day, part, last_link_id, body)
        values (${day}, ${part}, ${link_id}, ${toChunk(link_id, clicks, body)})`.execute(db);
      await sql`
        insert into open_part (day, part, clicks, settled_to)
        values (${day}, ${part}, ${clicks}, -1)
        on conflict (day, part) do update set clicks = open_part.clicks + excluded.clicks
      `.execute(db);
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last;
  }
  // Where settling was ended halfway: it begins with the site.
  await sql`
    update open_part set settled_to = 0
    where exists (
      select 1 from click_detail as site
      where site.day = open_part.day and site.link_id = 0 and site.part = 0
    ) and not exists (
      select 1 from click_detail as site
      where site.day = open_part.day and site.link_id = 0 and site.part > 0
    )`.execute(db);
}

/** One link, its id, the end of its rows, and these. */
function toChunk(linkId: number, clicks: number, body: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(20 + body.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, 1, true);
  view.setFloat64(8, linkId, true);
  view.setUint32(16, clicks, true);
  chunk.set(body, 20);
  return chunk;
}
