import { CompiledQuery, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';

/** The sums of a link on some days, in their order. */
export async function selectSumsOf(
  engine: Engine,
  linkId: number,
  days: readonly number[],
): Promise<readonly { readonly day: number; readonly body: Uint8Array }[]> {
  const { rows } = await sql<{ day: number; body: Uint8Array }>`
    select day, body from click_sum
    where link_id = ${linkId} and day in (select id from ${engine.sql.idsOf(days)} as wanted)
    order by day`.execute(engine.db);
  return rows;
}

/** A part of the details of a link and a day as it is stored. */
export interface StoredPart {
  readonly part: number;
  readonly body: Uint8Array;
}

const SELECT_DETAILS = 'select part, body from click_detail where day = $1 and link_id = $2';

/** The details of a link on a day: all, or some parts of them. */
export async function selectDetails(
  { db, sql: dialect }: Engine,
  linkId: number,
  day: number,
  parts?: readonly number[],
): Promise<readonly StoredPart[]> {
  const { rows } =
    parts === undefined
      ? await db.executeQuery<StoredPart>(CompiledQuery.raw(SELECT_DETAILS, [day, linkId]))
      : await sql<StoredPart>`
          select part, body from click_detail where day = ${day} and link_id = ${linkId}
            and part in (select id from ${dialect.idsOf(parts)} as wanted)`.execute(db);
  return rows;
}

const SELECT_PARTS = 'select part from click_detail where day = $1 and link_id = $2';

/** The numbers of the parts of the details of a link on a day. */
export async function selectPartNumbers(
  { db }: Engine,
  linkId: number,
  day: number,
): Promise<readonly number[]> {
  const { rows } = await db.executeQuery<{ part: number }>(
    CompiledQuery.raw(SELECT_PARTS, [day, linkId]),
  );
  return rows.map(({ part }) => part);
}

/** The first day that has sums, and the first that has details; null when there are none. */
export async function selectFirstDays({ db }: Engine): Promise<{
  readonly sums: number | null;
  readonly details: number | null;
}> {
  const first = (table: 'click_sum' | 'click_detail') =>
    db.selectFrom(table).select('day').orderBy('day').limit(1).executeTakeFirst();
  const [sums, details] = await Promise.all([first('click_sum'), first('click_detail')]);
  return { sums: sums?.day ?? null, details: details?.day ?? null };
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
