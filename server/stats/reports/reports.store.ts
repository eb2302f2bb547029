import { CompiledQuery, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { SITE_ID } from '../record-visits.ts';

/** The sum of a day, or its settled clicks, as they are stored. */
export interface StoredDay {
  readonly day: number;
  readonly body: Uint8Array;
}

/** The sums of a link on some days, in their order. */
export async function selectSumsOf(
  engine: Engine,
  linkId: number,
  days: readonly number[],
): Promise<readonly StoredDay[]> {
  const { rows } = await sql<StoredDay>`
    select day, body from click_sum
    where link_id = ${linkId} and day in (select id from ${engine.sql.idsOf(days)} as wanted)
    order by day`.execute(engine.db);
  return rows;
}

/** What stands in the place of the number of a part, which is above 0. */
export const SUM = -1;
export const SETTLED = 0;

/** What is stored of a link on a day: its sum, its settled clicks, or what a part has of it. */
export interface StoredRows {
  readonly part: number;
  /** Of a part a chunk, which may hold other links; null: the part has none of this link. */
  readonly body: Uint8Array | null;
}

const SELECT_SUM = `select ${SUM} as part, body from click_sum where day = $1 and link_id = $2`;
const SELECT_SETTLED = `select ${SETTLED} as part, body from settled_detail where day = $1 and link_id = $2`;
const SELECT_PARTS = 'select part, null from open_part where day = $1 and settled_to < $2';

/** The sum and the settled clicks of a link on a day, and the numbers of the parts that hold others. */
export async function selectPartNumbers(
  { db }: Engine,
  linkId: number,
  day: number,
): Promise<readonly StoredRows[]> {
  const { rows } = await db.executeQuery<StoredRows>(
    CompiledQuery.raw([SELECT_SUM, SELECT_SETTLED, SELECT_PARTS].join(' union all '), [
      day,
      linkId,
    ]),
  );
  return rows;
}

/** How many bytes of settled clicks are read at a time, about. */
const SETTLED_BYTES = 4 * 1024 * 1024;

/** How many bytes the settled clicks of a day take. */
export interface SettledSize {
  readonly day: number;
  readonly bytes: number;
}

/** Of which of some days a link has settled clicks, in their order. */
export async function selectSettledSizes(
  engine: Engine,
  linkId: number,
  days: readonly number[],
): Promise<readonly SettledSize[]> {
  const { rows } = await sql<SettledSize>`
    select day, length(body) as bytes from settled_detail
    where link_id = ${linkId} and day in (select id from ${engine.sql.idsOf(days)} as wanted)
    order by day`.execute(engine.db);
  return rows;
}

/** The settled clicks of a link on some days, in their order. */
export async function* readSettledOf(
  engine: Engine,
  linkId: number,
  days: readonly number[],
): AsyncGenerator<StoredDay> {
  const sizes = await selectSettledSizes(engine, linkId, days);
  for (let at = 0; at < sizes.length;) {
    const some: number[] = [];
    for (let bytes = 0; at < sizes.length && bytes < SETTLED_BYTES; at += 1) {
      some.push(sizes[at]!.day);
      bytes += sizes[at]!.bytes;
    }
    const { rows } = await sql<StoredDay>`
      select day, body from settled_detail
      where link_id = ${linkId} and day in (select id from ${engine.sql.idsOf(some)} as wanted)
      order by day`.execute(engine.db);
    yield* rows;
  }
}

/** The chunks in which clicks of a link on a day may be, by some of the parts. */
export async function selectChunks(
  engine: Engine,
  linkId: number,
  day: number,
  parts: readonly number[],
): Promise<readonly StoredRows[]> {
  const wanted = sql`select id from ${engine.sql.idsOf(parts)} as wanted`;
  const { rows } = await sql<StoredRows>`
    ${chunksOf(linkId, day)} and open_part.part in (${wanted})`.execute(engine.db);
  return rows;
}

/** All that is stored of a link on a day, at one instant. */
export async function selectAllRows(
  { db }: Engine,
  linkId: number,
  day: number,
): Promise<readonly StoredRows[]> {
  const { rows } = await sql<StoredRows>`
    select ${sql.lit(SUM)} as part, body from click_sum
    where day = ${day} and link_id = ${linkId}
    union all
    select ${sql.lit(SETTLED)}, body from settled_detail
    where day = ${day} and link_id = ${linkId}
    union all ${chunksOf(linkId, day)}`.execute(db);
  return rows;
}

function chunksOf(linkId: number, day: number) {
  const open = sql`open_part.day = ${day} and open_part.settled_to < ${linkId}`;
  return linkId === SITE_ID
    ? sql`
        select open_part.part, open_chunk.body from open_part
        join open_chunk on open_chunk.day = open_part.day and open_chunk.part = open_part.part
        where ${open}`
    : sql`
        select open_part.part, (
          select open_chunk.body from open_chunk
          where open_chunk.day = open_part.day and open_chunk.part = open_part.part
            and open_chunk.last_link_id >= ${linkId}
          order by open_chunk.last_link_id limit 1
        ) as body from open_part
        where ${open}`;
}

/** Which days are known; null when there are none. */
export interface KnownDays {
  /** The first and the last that has sums. */
  readonly first: number | null;
  readonly last: number | null;
  readonly firstDetail: number | null;
}

export async function selectKnownDays({ db }: Engine): Promise<KnownDays> {
  const { rows } = await sql<KnownDays>`
    select (select min(day) from click_sum) as first, (select max(day) from click_sum) as last,
      (select min(day) from (
        select min(day) as day from open_part union all select min(day) from settled_detail
      ) as firsts) as "firstDetail"`.execute(db);
  return rows[0]!;
}

/** How many clicks came before links were imported: of one, or of the whole site. */
export async function countImportedClicks({ db }: Engine, linkId: number): Promise<number> {
  const ofLink = linkId === SITE_ID ? sql`` : sql`and link_id = ${linkId}`;
  const { rows } = await sql<{ clicks: number }>`
    select cast(coalesce(sum(imported_clicks), 0) as bigint) as clicks from click_count
    where imported_clicks > 0 ${ofLink}`.execute(db);
  return rows[0]!.clicks;
}

/** The id of the link with a code, exact or else in lower case; null when there is none. */
export async function selectLinkId({ db }: Engine, code: string): Promise<number | null> {
  for (const spelling of new Set([code, code.toLowerCase()])) {
    const row = await db
      .selectFrom('link')
      .select('id')
      .where('short_url', '=', spelling)
      .executeTakeFirst();
    if (row !== undefined) return row.id;
  }
  return null;
}
