import { sql } from 'kysely';
import type { Engine, Write } from '../engine/engine.ts';
import { searchFields, type SearchField } from './grams.ts';
import { SEGMENT_SIZE } from './segment.ts';

/** The index of a segment that is complete. */
export interface ReadyBuild {
  readonly id: number;
  readonly segment: number;
}

interface LinkText {
  readonly id: number;
  readonly text: string;
}

/** The complete indexes, by segment. */
export function selectReadyBuilds(engine: Engine): Promise<ReadyBuild[]> {
  return engine.db
    .selectFrom('search_build')
    .select(['id', 'segment'])
    .where('state', '=', 'ready')
    .orderBy('segment')
    .execute();
}

/** For trigrams or words, the packed places of the links that hold each, by build. */
export async function selectPostings(
  engine: Engine,
  field: SearchField,
  grams: readonly number[],
): Promise<{ build: number; ids: Uint8Array }[]> {
  // The build comes first in the key: one seek for each is cheaper than reading on.
  const { rows } = await sql<{ build: number; ids: Uint8Array }>`
    select search_build.id as build, search_posting.ids
    from search_build cross join search_posting
    where search_build.state = 'ready' and search_posting.build = search_build.id
      and search_posting.field = ${searchFields[field]}
      and search_posting.gram in (${sql.join(grams)})`.execute(engine.db);
  return rows;
}

/** The same of some builds for all trigrams of a range. */
export async function selectPostingRange(
  engine: Engine,
  field: SearchField,
  builds: readonly number[],
  [from, below]: readonly [number, number],
): Promise<{ build: number; ids: Uint8Array }[]> {
  const { rows } = await sql<{ build: number; ids: Uint8Array }>`
    select build, ids from search_posting
    where build in (${sql.join(builds)}) and field = ${searchFields[field]}
      and gram >= ${from} and gram < ${below}`.execute(engine.db);
  return rows;
}

/** The kept words that hold a text, the shortest first. */
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

export async function selectStale(engine: Engine): Promise<number[]> {
  const rows = await engine.db.selectFrom('search_stale').select('link_id').execute();
  return rows.map((row) => row.link_id);
}

/** The texts of links, in no order; those that are gone are left out. */
export async function selectTexts(
  engine: Engine,
  field: SearchField,
  ids: readonly number[],
): Promise<LinkText[]> {
  const { rows } = await sql<LinkText>`
    select link.id, ${sql.ref(`link.${field}`)} as text
    from ${engine.sql.idsOf(ids)} as asked join link on link.id = asked.id`.execute(engine.db);
  return rows;
}

/** The ids among these of links whose text holds an ASCII keyword in small letters. */
export async function selectAsciiMatchesAmong(
  engine: Engine,
  field: SearchField,
  keyword: string,
  ids: readonly number[],
): Promise<number[]> {
  const text = sql`lower(${sql.ref(`link.${field}`)})`;
  const { rows } = await sql<{ id: number }>`
    select link.id from ${engine.sql.idsOf(ids)} as asked join link on link.id = asked.id
    where ${engine.sql.contains(text, keyword)}`.execute(engine.db);
  return rows.map(({ id }) => id);
}

/** The texts of the links with ids from `from`, below `below`, in order, and at most so many. */
export async function selectTextsFrom(
  engine: Engine,
  field: SearchField,
  from: number,
  below: number,
  limit: number,
): Promise<LinkText[]> {
  const { rows } = await sql<LinkText>`
    select id, ${sql.ref(field)} as text from link
    where id >= ${from} and id < ${below} order by id limit ${limit}`.execute(engine.db);
  return rows;
}

/** The ids from `from` on of links whose text holds an ASCII keyword in small letters. */
export async function selectAsciiMatchesFrom(
  engine: Engine,
  field: SearchField,
  keyword: string,
  from: number,
): Promise<number[]> {
  const text = sql`lower(${sql.ref(field)})`;
  const { rows } = await sql<{ id: number }>`
    select id from link
    where id >= ${from} and ${engine.sql.contains(text, keyword)} order by id`.execute(engine.db);
  return rows.map(({ id }) => id);
}

/** The first id behind the complete indexes, which follow each other without a gap. */
export function endOf(builds: readonly ReadyBuild[]): number {
  return (builds.at(-1)?.segment ?? -1) * SEGMENT_SIZE + SEGMENT_SIZE;
}

/** Forgets the whole index: there are no links any more. */
export async function forgetIndex(tx: Write): Promise<void> {
  for (const table of ['search_posting', 'search_build', 'search_word', 'search_stale'] as const) {
    await tx.deleteFrom(table).execute();
  }
}
