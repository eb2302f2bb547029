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

const SELECT_DETAILS = 'select body from click_detail where day = $1 and link_id = $2';

/** All details of a link on a day. */
export async function selectDetails(
  { db }: Engine,
  linkId: number,
  day: number,
): Promise<readonly Uint8Array[]> {
  const { rows } = await db.executeQuery<{ body: Uint8Array }>(
    CompiledQuery.raw(SELECT_DETAILS, [day, linkId]),
  );
  return rows.map(({ body }) => body);
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

/** The days of which visitors are still told apart. */
export async function selectOpenDays({ db }: Engine): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('click_day')
    .select('day')
    .where('salt', 'is not', null)
    .execute();
  return new Set(rows.map(({ day }) => day));
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
