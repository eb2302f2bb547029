import { sql, type RawBuilder } from 'kysely';
import type { Engine, Write } from '../engine/engine.ts';
import { readNumbers } from '../engine/sql.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { searchFields, type gramRange, type SearchField } from './grams.ts';
import { SEGMENT_SIZE } from './segment.ts';

const LINK_ID = sql<number>`link.id`;
/** Stale links per read; requests get their turn in between. */
const STALE_AT_ONCE = 1024;

/** The links of a segment that have a trigram, or the word whose id is the negative of `gram`. */
interface Posting {
  readonly segment: number;
  readonly ids: Uint8Array;
}

/** A field and the keyword, folded for it. */
export interface FieldKeyword {
  readonly field: SearchField;
  readonly folded: string;
}

interface LinkText {
  readonly id: number;
  readonly text: string;
}

/** The folded texts. A URL has a second line with its readable form where that differs. */
const texts: Readonly<Record<SearchField, RawBuilder<string>>> = {
  title: sql`coalesce(link.folded_title, lower(link.title))`,
  note: sql`coalesce(link.folded_note, lower(link.note))`,
  short_url: sql`coalesce(link.folded_code, link.short_url)`,
  long_url: sql`case when link.folded_url is null then lower(link.long_url)
    else lower(link.long_url) || ${sql.lit('\n')} || link.folded_url end`,
};

/** How many segments the index covers, from the first id on. */
export async function countSegments({ db }: Engine): Promise<number> {
  const { last } = await db
    .selectFrom('search_build')
    .select((eb) => eb.fn.max('segment').as('last'))
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
  return (last ?? -1) + 1;
}

export function selectPostings(
  engine: Engine,
  field: SearchField,
  segments: number,
  grams: readonly number[],
): Promise<Posting[]> {
  const isWanted = sql`search_build.segment < ${segments}
    and search_posting.gram in (${sql.join(grams)})`;
  return readPostings(engine, field, isWanted);
}

interface PostingRange {
  readonly from: number;
  readonly below: number;
  readonly grams: ReturnType<typeof gramRange>;
}

export function selectPostingRange(
  engine: Engine,
  field: SearchField,
  { from, below, grams: [gramFrom, gramBelow] }: PostingRange,
): Promise<Posting[]> {
  const isWanted = sql`search_build.segment >= ${from} and search_build.segment < ${below}
    and search_posting.gram >= ${gramFrom} and search_posting.gram < ${gramBelow}`;
  return readPostings(engine, field, isWanted);
}

/** The build is first in the key: one seek per build is faster than reading on. */
async function readPostings(
  engine: Engine,
  field: SearchField,
  isWanted: RawBuilder<unknown>,
): Promise<Posting[]> {
  const { rows } = await sql<Posting>`
    select search_build.segment, search_posting.ids
    from search_build cross join search_posting
    where search_build.state = 'ready' and search_posting.build = search_build.id
      and search_posting.field = ${searchFields[field]} and ${isWanted}`.execute(engine.db);
  return rows;
}

/** The indexed words that contain a text, shortest first. */
export async function selectWords(
  engine: Engine,
  field: SearchField,
  keyword: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from search_word
    where field = ${searchFields[field]} and ${engine.sql.contains(sql`word`, keyword)}
    order by length(word)`.execute(engine.db);
  return rows.map(({ id }) => id);
}

export async function* readStale(engine: Engine, below: number): AsyncGenerator<number[]> {
  for (let last = -1; ;) {
    const rows = await engine.db
      .selectFrom('search_stale')
      .select('link_id')
      .where('link_id', '>', last)
      .where('link_id', '<', below)
      .orderBy('link_id')
      .limit(STALE_AT_ONCE)
      .execute();
    if (rows.length > 0) yield rows.map((row) => row.link_id);
    if (rows.length < STALE_AT_ONCE) return;
    last = rows.at(-1)!.link_id;
    await yieldToRequests();
  }
}

export async function selectText(
  db: Engine['db'] | Write,
  field: SearchField,
  id: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select ${texts[field]} as text from link where id = ${id}`.execute(db);
  return rows[0]?.text;
}

export async function selectMatchesAmong(
  engine: Engine,
  wanted: readonly FieldKeyword[],
  ids: readonly number[],
): Promise<number[]> {
  return readNumbers(
    engine,
    LINK_ID,
    sql`
    ${engine.sql.idsOf(ids)} as requested join link on link.id = requested.id
    where ${containsAny(engine, wanted)}`,
  );
}

export async function selectTextsFrom(
  engine: Engine,
  field: SearchField,
  { from, below, limit }: { from: number; below: number; limit: number },
): Promise<LinkText[]> {
  const { rows } = await sql<LinkText>`
    select id, ${texts[field]} as text from link
    where id >= ${from} and id < ${below} order by id limit ${limit}`.execute(engine.db);
  return rows;
}

/** The id `links` positions behind the first id at or after `from`. */
export async function selectIdAfter(
  engine: Engine,
  from: number,
  links: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from link where id >= ${from} order by id limit 1 offset ${links}`.execute(engine.db);
  return rows[0]?.id;
}

export async function selectMatchesFrom(
  engine: Engine,
  wanted: readonly FieldKeyword[],
  from: number,
  below: number,
): Promise<number[]> {
  return readNumbers(
    engine,
    LINK_ID,
    sql`
    link where id >= ${from} and id < ${below} and ${containsAny(engine, wanted)}`,
  );
}

function containsAny(engine: Engine, wanted: readonly FieldKeyword[]): RawBuilder<boolean> {
  const conditions = wanted.map(({ field, folded }) => engine.sql.contains(texts[field], folded));
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** Marks changed, new and deleted links in the transaction that changes them. */
export async function markStale(tx: Write, ids: readonly number[]): Promise<void> {
  const rows = ids.map((id) => sql`(${id})`);
  await sql`
    insert into search_stale (link_id)
    select cast(changed.column1 as bigint) from (values ${sql.join(rows)}) as changed
    where cast(changed.column1 as bigint) <
      (select coalesce(max(segment) + 1, 0) * ${SEGMENT_SIZE} from search_build)
    on conflict do nothing`.execute(tx);
}

export async function clearIndex(tx: Write): Promise<void> {
  for (const table of ['search_posting', 'search_build', 'search_word', 'search_stale'] as const) {
    await tx.deleteFrom(table).execute();
  }
}
