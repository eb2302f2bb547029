import { sql } from 'kysely';
import type { Engine, Write } from '../../engine/engine.ts';
import { changeSettledRevision } from '../days.store.ts';
import { readSettled, type SettledDetail } from '../detail.ts';
import { insertRows } from '../../engine/change-rows.ts';

/** How many links' details are read at a time, and of about how many bytes at most. */
const LINKS_AT_ONCE = 256;
const BYTES_AT_ONCE = 1024 * 1024;
/** How many links' details one statement deletes. */
const DELETED_AT_ONCE = 1000;

/** The settled clicks of a link on a day. */
export interface StoredDetail {
  readonly linkId: number;
  readonly detail: SettledDetail;
}

interface Row {
  readonly link_id: number;
  readonly body: Uint8Array;
}

function toDetails(rows: readonly Row[]): StoredDetail[] {
  return rows.map(({ link_id: linkId, body }) => ({ linkId, detail: readSettled(body) }));
}

/** The settled clicks of these links on a day. */
export async function selectSettledOf(
  engine: Engine,
  day: number,
  linkIds: readonly number[],
): Promise<StoredDetail[]> {
  const { rows } = await sql<Row>`
    select link_id, body from settled_detail
    where day = ${day} and link_id in (select id from ${engine.sql.idsOf(linkIds)} as wanted)
    order by link_id`.execute(engine.db);
  return toDetails(rows);
}

/**
 * The settled clicks of the next links behind `after` that have any on a day, so few that all of
 * these can be in memory; a link with very many comes alone. None: there are no more.
 */
export async function selectNextSettled(
  { db }: Engine,
  day: number,
  after: number,
): Promise<StoredDetail[]> {
  const { rows: sizes } = await sql<{ link_id: number; bytes: number }>`
    select link_id, length(body) as bytes from settled_detail
    where day = ${day} and link_id > ${after}
    order by link_id limit ${LINKS_AT_ONCE}`.execute(db);
  let bytes = 0;
  const end = sizes.findIndex((row) => (bytes += row.bytes) > BYTES_AT_ONCE);
  const last = sizes.at(end === -1 ? -1 : Math.max(0, end - 1));
  if (last === undefined) return [];
  const { rows } = await sql<Row>`
    select link_id, body from settled_detail
    where day = ${day} and link_id > ${after} and link_id <= ${last.link_id}
    order by link_id`.execute(db);
  return toDetails(rows);
}

/** Stores the settled clicks of links on a day, in the place of those that are there. */
export async function upsertSettled(
  tx: Write,
  day: number,
  bodies: ReadonlyMap<number, Uint8Array>,
): Promise<void> {
  const rows = [...bodies].map(([linkId, body]) => [day, linkId, body]);
  await insertRows(tx, 'settled_detail (day, link_id, body)', rows, {
    onConflict: 'on conflict (day, link_id) do update set body = excluded.body',
  });
}

/**
 * Deletes the settled clicks of a day, of some links at a time. `mayDelete` is asked in each
 * transaction; false ends it.
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
  const rest = sql`settled_detail where day = ${day} and link_id >= ${first}`;
  const { rows } = await sql<{ link_id: number }>`
    select link_id from ${rest} order by link_id
    limit 1 offset ${DELETED_AT_ONCE}`.execute(tx);
  const last = rows[0]?.link_id ?? null;
  await sql`delete from ${rest} ${last === null ? sql`` : sql`and link_id <= ${last}`}`.execute(tx);
  await changeSettledRevision(tx);
  return last;
}
