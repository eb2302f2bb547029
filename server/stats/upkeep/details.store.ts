import { sql } from 'kysely';
import type { Engine, Write } from '../../engine/engine.ts';
import { readDetail, type Detail } from '../detail.ts';

/** How many links' details are worked on at a time, and of about how many bytes at most. */
const LINKS_AT_ONCE = 256;
const BYTES_AT_ONCE = 1024 * 1024;
/** How many parts of one link are read at a time. */
const PARTS_AT_ONCE = 4;
/** How many small parts of one link are read at a time. */
const SMALL_AT_ONCE = 1000;
/** Whether clicks are not settled, and fewer than a thousand. */
const isSmall = sql<boolean>`part > 0 and length(body) < 16384`;
/** How many links' details one statement deletes. */
const DELETED_AT_ONCE = 1000;

/** Details of a link and a day as they are stored. */
export interface StoredDetail {
  readonly linkId: number;
  readonly part: number;
  readonly detail: Detail;
}

/**
 * The next links behind `after` that have details on a day, so few that all of these can be in
 * memory; a link with very many comes alone. `onlyOpen`: those that have clicks not settled.
 */
export async function selectLinks(
  { db }: Engine,
  day: number,
  after: number,
  onlyOpen: boolean,
): Promise<number[]> {
  const { rows } = await sql<{ link_id: number; bytes: number }>`
    select link_id, sum(length(body)) as bytes from click_detail
    where day = ${day} and link_id > ${after}
    group by link_id having max(part) >= ${onlyOpen ? 1 : 0}
    order by link_id limit ${LINKS_AT_ONCE}`.execute(db);
  let bytes = 0;
  const end = rows.findIndex((row) => (bytes += row.bytes) > BYTES_AT_ONCE);
  return rows.slice(0, end === -1 ? rows.length : Math.max(1, end)).map((row) => row.link_id);
}

/** All details of these links, in the order of their key. */
export async function selectDetails(
  engine: Engine,
  day: number,
  linkIds: readonly number[],
): Promise<StoredDetail[]> {
  if (linkIds.length > 1) return selectPage(engine, day, linkIds, -1, null);
  const details: StoredDetail[] = [];
  for (;;) {
    const after = details.at(-1)?.part ?? -1;
    const page = await selectPage(engine, day, linkIds, after, PARTS_AT_ONCE);
    details.push(...page);
    if (page.length < PARTS_AT_ONCE) return details;
  }
}

async function selectPage(
  engine: Engine,
  day: number,
  linkIds: readonly number[],
  after: number,
  limit: number | null,
): Promise<StoredDetail[]> {
  const { rows } = await sql<{ link_id: number; part: number; body: Uint8Array }>`
    select link_id, part, body from click_detail
    where day = ${day} and link_id in (select id from ${engine.sql.idsOf(linkIds)} as wanted)
      and part > ${after}
    order by link_id, part ${limit === null ? sql`` : sql`limit ${limit}`}`.execute(engine.db);
  return rows.map(({ link_id: linkId, part, body }) => ({
    linkId,
    part,
    detail: readDetail(body),
  }));
}

/**
 * Tells whether these links still have the parts that were read. A part is never changed but by
 * settling, which takes in all others: as long as there is one of them, it is what it was.
 */
export async function haveParts(
  engine: Engine,
  tx: Write,
  day: number,
  linkIds: readonly number[],
  read: readonly StoredDetail[],
): Promise<boolean> {
  const { rows } = await sql<{ link_id: number; part: number }>`
    select link_id, part from click_detail
    where day = ${day} and link_id in (select id from ${engine.sql.idsOf(linkIds)} as wanted)
    order by link_id, part`.execute(tx);
  return (
    rows.length === read.length &&
    rows.every(({ link_id, part }, i) => link_id === read[i]!.linkId && part === read[i]!.part)
  );
}

export async function deleteDetails(
  engine: Engine,
  tx: Write,
  day: number,
  linkIds: readonly number[],
): Promise<void> {
  await sql`delete from click_detail
    where day = ${day} and link_id in (select id from ${engine.sql.idsOf(linkIds)} as gone)
  `.execute(tx);
}

/**
 * Deletes the details of a day, of some links at a time. `mayDelete` is asked in each transaction;
 * false ends it.
 */
export async function deleteDay(
  engine: Engine,
  day: number,
  mayDelete: (tx: Write) => Promise<boolean>,
): Promise<void> {
  // Never from the first again: PostgreSQL keeps deleted rows for a while, and passes them by.
  let from: number | null = 0;
  while (from !== null) {
    const first: number = from;
    from = await engine.write(async (tx) =>
      (await mayDelete(tx)) ? deleteSome(tx, day, first) : null,
    );
  }
}

/** Returns up to which link they are gone; null: that were all. */
async function deleteSome(tx: Write, day: number, first: number): Promise<number | null> {
  const rest = sql`click_detail where day = ${day} and link_id >= ${first}`;
  const { rows } = await sql<{ link_id: number }>`
    select link_id from ${rest} order by link_id, part
    limit 1 offset ${DELETED_AT_ONCE}`.execute(tx);
  const last = rows[0]?.link_id ?? null;
  await sql`delete from ${rest} ${last === null ? sql`` : sql`and link_id <= ${last}`}`.execute(tx);
  return last;
}

/** The links that have more than so many small parts on a day. */
export async function selectLinksOfManyParts(
  { db }: Engine,
  day: number,
  partsMax: number,
): Promise<number[]> {
  const { rows } = await sql<{ link_id: number }>`
    select link_id from click_detail where day = ${day} and ${isSmall}
    group by link_id having count(*) > ${partsMax}`.execute(db);
  return rows.map((row) => row.link_id);
}

/** Small parts of a link on a day, as many as may be in memory. */
export async function selectSmallParts(
  { db }: Engine,
  day: number,
  linkId: number,
): Promise<readonly { readonly part: number; readonly body: Uint8Array }[]> {
  const { rows } = await sql<{ part: number; body: Uint8Array }>`
    select part, body from click_detail
    where day = ${day} and link_id = ${linkId} and ${isSmall}
    limit ${SMALL_AT_ONCE}`.execute(db);
  return rows;
}

/** Deletes parts; false when they are no longer all there, and those that are stay. */
export async function deleteParts(
  engine: Engine,
  tx: Write,
  day: number,
  linkId: number,
  parts: readonly number[],
): Promise<boolean> {
  const those = sql`click_detail where day = ${day} and link_id = ${linkId}
    and part in (select id from ${engine.sql.idsOf(parts)} as wanted)`;
  const { rows } = await sql<{ parts: number }>`select count(*) as parts from ${those}`.execute(tx);
  if (rows[0]!.parts !== parts.length) return false;
  await sql`delete from ${those}`.execute(tx);
  return true;
}
