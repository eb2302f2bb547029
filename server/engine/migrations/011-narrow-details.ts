import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many details are in memory at a time. */
const ROWS_AT_ONCE = 50;

/** Settled clicks with a byte, and no longer four, for the number of clicks and of visitors. */
export const narrowDetails: Migration = {
  async up(db: Kysely<unknown>) {
    let after = { day: -1, link_id: -1 };
    for (;;) {
      const { rows } = await sql<typeof after & { body: Uint8Array }>`
        select day, link_id, body from settled_detail
        where (day, link_id) > (${after.day}, ${after.link_id})
        order by day, link_id limit ${ROWS_AT_ONCE}`.execute(db);
      for (const { day, link_id, body } of rows) {
        await sql`update settled_detail set body = ${Buffer.from(narrow(body))}
          where day = ${day} and link_id = ${link_id}`.execute(db);
      }
      const last = rows.at(-1);
      if (last === undefined) return;
      after = { day: last.day, link_id: last.link_id };
    }
  },
};

/** The columns that stay as they were, by the bytes of each row. */
const COLUMNS = [2, 2, 2, 2, 1, 1, 1];
const BYTE_MAX = 255;

/**
 * Details were: u8 2 · 3 bytes 0 · u32 rows · u32 clicks of each row · u32 visitors of each · the
 * columns. They are: u8 3 · 1 byte 0 · the columns · u8 clicks of each row · u8 visitors of each. A row
 * with more of either becomes several.
 */
function narrow(body: Uint8Array): Uint8Array {
  const former = new DataView(body.buffer, body.byteOffset, body.length);
  const rows = former.getUint32(4, true);
  const source: number[] = [];
  const clicks: number[] = [];
  const visitors: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    let visitorsLeft = former.getUint32(8 + rows * 4 + row * 4, true);
    for (let left = former.getUint32(8 + row * 4, true); left > 0; left -= BYTE_MAX) {
      source.push(row);
      clicks.push(Math.min(left, BYTE_MAX));
      visitors.push(Math.min(visitorsLeft, BYTE_MAX));
      visitorsLeft -= visitors.at(-1)!;
    }
  }
  const parts = [Uint8Array.of(3, 0)];
  let at = 8 + rows * 8;
  for (const bytes of COLUMNS) {
    const column = new Uint8Array(source.length * bytes);
    for (const [row, from] of source.entries()) {
      for (let byte = 0; byte < bytes; byte += 1) {
        column[row * bytes + byte] = body[at + from * bytes + byte]!;
      }
    }
    parts.push(column);
    at += rows * bytes;
  }
  return Buffer.concat([...parts, Uint8Array.from(clicks), Uint8Array.from(visitors)]);
}
