import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { HEAD_MAX, readSum } from '../day-sum.ts';
import { CHUNK_HEAD_MAX } from '../open-chunk.ts';

/** How many sums are read at a time. */
const ROWS_AT_ONCE = 1000;

/** The links that most people visited on a day, at most `TOP_LINKS_MAX`. */
export interface DayTop {
  readonly day: number;
  /** As they are stored. */
  readonly links: Uint8Array;
}

/** A link on a day. */
export type LinkDay = readonly [day: number, linkId: number];

/** How many people came to a link on a day. */
export interface LinkDayPeople {
  readonly day: number;
  readonly linkId: number;
  readonly people: number;
}

/** The stored ones of settled days, of those between two, both included. */
export async function selectDayTops(
  { db }: Engine,
  firstDay: number,
  lastDay: number,
): Promise<DayTop[]> {
  const rows = await db
    .selectFrom('click_day')
    .select(['day', 'top_links'])
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .where('salt', 'is', null)
    .orderBy('day')
    .execute();
  return rows.flatMap(({ day, top_links: links }) => (links === null ? [] : [{ day, links }]));
}

/** How many people came to links on days that are settled, where any did. */
export async function selectPeopleOn(
  engine: Engine,
  visits: readonly LinkDay[],
): Promise<readonly LinkDayPeople[]> {
  const found: LinkDayPeople[] = [];
  for (let from = 0; from < visits.length; from += ROWS_AT_ONCE) {
    const wanted = engine.sql.rowsOf(['day', 'link_id'], visits.slice(from, from + ROWS_AT_ONCE));
    // The head alone: what follows may lie on other pages.
    const { rows } = await sql<{ day: number; link_id: number; head: Uint8Array }>`
      select click_sum.day, click_sum.link_id, substr(body, 1, ${sql.lit(HEAD_MAX)}) as head
      from ${wanted} as wanted join click_sum
        on click_sum.day = wanted.day and click_sum.link_id = wanted.link_id`.execute(engine.db);
    for (const { day, link_id: linkId, head } of rows) {
      found.push({ day, linkId, people: readSum(head).people });
    }
  }
  return found;
}

/** How many people came to links on settled days, by link, then by day from the first on. */
export async function selectPeople(
  engine: Engine,
  linkIds: readonly number[],
  firstDay: number,
  lastDay: number,
): Promise<ReadonlyMap<number, number[]>> {
  const days = lastDay - firstDay + 1;
  const people = new Map(linkIds.map((id) => [id, Array.from({ length: days }, () => 0)]));
  const daysAtOnce = Math.ceil(ROWS_AT_ONCE / (linkIds.length + 1));
  for (let from = 0; from < days; from += daysAtOnce) {
    const some = Array.from(
      { length: Math.min(daysAtOnce, days - from) },
      (_, index) => firstDay + from + index,
    );
    // The head alone: what follows may lie on other pages.
    const { rows } = await sql<{ day: number; link_id: number; head: Uint8Array }>`
      select day, link_id, substr(body, 1, ${sql.lit(HEAD_MAX)}) as head from click_sum
      where day in (select id from ${engine.sql.idsOf(some)} as days)
        and link_id in (select id from ${engine.sql.idsOf(linkIds)} as links)`.execute(engine.db);
    for (const { day, link_id: linkId, head } of rows) {
      people.get(linkId)![day - firstDay] = readSum(head).people;
    }
  }
  return people;
}

/** What an open day has at one instant. */
export interface OpenDayRows {
  /** Of the links that were asked for, the people whose clicks are settled. */
  readonly settled: ReadonlyMap<number, number>;
  /** Part → up to which link it is settled. */
  readonly parts: ReadonlyMap<number, number>;
  /** What the chunks of the parts that are not known say of their links. */
  readonly heads: readonly { readonly part: number; readonly head: Uint8Array }[];
}

/** Reads of an open day what is settled of some links, and its parts. */
export async function selectOpenDay(
  engine: Engine,
  day: number,
  linkIds: readonly number[],
  knownParts: readonly number[],
): Promise<OpenDayRows> {
  const { rows } = await sql<{ part: number | null; id: number | null; head: Uint8Array | null }>`
    select part, settled_to as id, null as head from open_part where day = ${day}
    union all
    select part, null, substr(body, 1, ${sql.lit(CHUNK_HEAD_MAX)}) from open_chunk
    where day = ${day} and part not in (select id from ${engine.sql.idsOf(knownParts)} as known)
    union all
    select null, link_id, substr(body, 1, ${sql.lit(HEAD_MAX)}) from click_sum
    where day = ${day} and link_id in (select id from ${engine.sql.idsOf(linkIds)} as wanted)
  `.execute(engine.db);
  const settled = new Map<number, number>();
  const parts = new Map<number, number>();
  const heads: { part: number; head: Uint8Array }[] = [];
  for (const { part, id, head } of rows) {
    if (part === null) settled.set(id!, readSum(head!).people);
    else if (head === null) parts.set(part, id!);
    else heads.push({ part, head });
  }
  return { settled, parts, heads };
}
