import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many chunks are in memory at a time. */
const ROWS_AT_ONCE = 50;

/** The number of user agents among the kinds of facts, and that of persons among their classes. */
const AGENT = 0;
const PERSON = 0;

/**
 * The sums of links without the clicks that are open, which are added when their day is settled: to
 * count a click costs half as much. A chunk says instead how many clicks of each link were people's.
 * Where some of a day is settled already, the others count as settled too; but filters do not find
 * them, and who they are of is not known. No release has had such days.
 */
export const separateOpenClicks: Migration = {
  async up(db: Kysely<unknown>) {
    const settled = sql`(
      select day from settled_detail
      union select day from open_part where settled_to >= 0
      union select day from click_day where top_links is not null
    )`;
    await sql`delete from open_chunk where day in ${settled}`.execute(db);
    await sql`delete from open_part where day in ${settled}`.execute(db);
    await sql`
      delete from click_sum where link_id > 0 and day in (select day from open_part)`.execute(db);
    await countPeople(db);
  },
};

async function countPeople(db: Kysely<unknown>): Promise<void> {
  const { rows: others } = await sql<{ id: number }>`
    select id from click_fact where kind = ${AGENT} and class <> ${PERSON}`.execute(db);
  const bots = new Set(others.map(({ id }) => id));
  let after = { day: -1, part: 0, last_link_id: 0 };
  for (;;) {
    const { rows } = await sql<typeof after & { body: Uint8Array }>`
      select day, part, last_link_id, body from open_chunk
      where (day, part, last_link_id) > (${after.day}, ${after.part}, ${after.last_link_id})
      order by day, part, last_link_id limit ${ROWS_AT_ONCE}`.execute(db);
    for (const { day, part, last_link_id, body } of rows) {
      await sql`update open_chunk set body = ${addPeople(body, bots)}
        where day = ${day} and part = ${part} and last_link_id = ${last_link_id}`.execute(db);
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/**
 * A chunk was: u32 links · 4 bytes 0 · f64 id of each · u32 where the rows of each end · 4 bytes · u32
 * rows · 6 bytes of each · u16 user agent of each · and more. The people stand behind the ends.
 */
function addPeople(body: Uint8Array, bots: ReadonlySet<number>): Uint8Array {
  const former = new DataView(body.buffer, body.byteOffset, body.length);
  const links = former.getUint32(0, true);
  const head = 8 + links * 12;
  const agents = head + 8 + former.getUint32(head + 4, true) * 6;
  const chunk = new Uint8Array(body.length + links * 4);
  chunk.set(body.subarray(0, head));
  chunk.set(body.subarray(head), head + links * 4);
  const view = new DataView(chunk.buffer);
  let row = 0;
  for (let link = 0; link < links; link += 1) {
    const end = former.getUint32(8 + links * 8 + link * 4, true);
    let people = 0;
    for (; row < end; row += 1) {
      if (!bots.has(former.getUint16(agents + row * 2, true))) people += 1;
    }
    view.setUint32(head + link * 4, people, true);
  }
  return chunk;
}
