import { sql, type RawBuilder } from 'kysely';
import { isWithin, type Reach } from '../../access/reach.ts';
import { endOfPrefix } from '../../engine/texts/code-spellings.ts';
import type { Engine } from '../../engine/engine.ts';
import { hasDomain, readNumbers } from '../../engine/sql.ts';
import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import { LinkSet } from '../../search/link-set.ts';
import { SEGMENT_SIZE } from '../../search/segment.ts';
import type { CodeColumn, CodePrefix } from './link-list.store.ts';
import { parseRouting } from '../routing/routing.ts';

/*
 * Each function reads a set of links in steps of this many ids. Requests get their turn in between.
 */
const STEP = SEGMENT_SIZE;
const ROUTED_STEP = 1000;
/** Above this many links, reading the whole table is faster than looking up each. */
const FEW_LINKS = 2000;

/** Reads the narrowest table with a row for each link. */
export function selectAll(engine: Engine): Promise<LinkSet> {
  return readTable(engine, 'click_count');
}

export function selectWithin(engine: Engine, reach: Reach): Promise<LinkSet> {
  return reach === 'all' ? selectAll(engine) : readTable(engine, 'link', isWithin(reach));
}

/** Includes links that are off and expired. */
export function selectOff(engine: Engine): Promise<LinkSet> {
  return readTable(engine, 'link', sql`is_active = 0`);
}

/** Links of all further domains. */
export function selectOfDomains(engine: Engine): Promise<LinkSet> {
  return readTable(engine, 'link', hasDomain(engine.sql));
}

/** Links without counted or imported clicks. With a small `among`, only those in it. */
export function selectNeverClicked(engine: Engine, among: LinkSet | null): Promise<LinkSet> {
  return selectCounted(engine, sql`clicks = 0`, among);
}

/** Links without a counted click of people at `since` or later. With a small `among`, only those in it. */
export function selectNotClickedSince(
  engine: Engine,
  since: number,
  among: LinkSet | null,
): Promise<LinkSet> {
  return selectCounted(engine, sql`last_clicked_at < ${since}`, among);
}

async function selectCounted(
  engine: Engine,
  condition: RawBuilder<unknown>,
  among: LinkSet | null,
): Promise<LinkSet> {
  if (among === null || among.size > FEW_LINKS) return readTable(engine, 'click_count', condition);
  const query = sql`
    select requested.id from ${engine.sql.idsOf(among.ids)} as requested
    join click_count on link_id = requested.id where ${condition}`;
  return toSet(await readIds(engine, query));
}

/** Links with any of these tags. */
export async function selectTagged(engine: Engine, tagIds: readonly number[]): Promise<LinkSet> {
  const found = new LinkSet();
  if (tagIds.length === 0) return found;
  const tags = engine.sql.idsOf(tagIds);
  for (let first: number | null = 0; first !== null;) {
    const below: number = (Math.floor(first / SEGMENT_SIZE) + 1) * SEGMENT_SIZE;
    const query = sql`
      select link_id as id from ${tags} as wanted join link_tag on tag_id = wanted.id
      where link_id >= ${first} and link_id < ${below}`;
    for (const id of await readIds(engine, query)) found.add(id);
    const { rows } = await sql<{ next: number | null }>`
      select min(link_id) as next from link_tag where link_id >= ${below}`.execute(engine.db);
    first = rows[0]!.next;
    await yieldToRequests();
  }
  // Deleted links keep their tags.
  found.subtract(await readTable(engine, 'deleted_link'));
  return found;
}

/** Links that start after `now`, and links that have used up their clicks; in Unix seconds. */
export async function selectRouted(
  engine: Engine,
  now: number,
): Promise<{ scheduled: LinkSet; usedUp: LinkSet }> {
  const scheduled = new LinkSet();
  const usedUp = new LinkSet();
  for (let after = -1; ;) {
    const rows = await engine.db
      .selectFrom('link')
      .innerJoin('click_count', 'link_id', 'id')
      .select(['id', 'routing', 'clicks', 'bots'])
      .where('routing', '<>', '')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROUTED_STEP)
      .execute();
    for (const { id, routing, clicks, bots } of rows) {
      const { starts_at: startsAt, max_clicks: clicksMax } = parseRouting(routing);
      if (startsAt > now) scheduled.add(id);
      if (clicksMax > 0 && clicks - bots >= clicksMax) usedUp.add(id);
    }
    if (rows.length < ROUTED_STEP) return { scheduled, usedUp };
    after = rows.at(-1)!.id;
    await yieldToRequests();
  }
}

export function selectByPrefix(engine: Engine, { column, prefix }: CodePrefix): Promise<LinkSet> {
  return readRange(engine, column, prefix, endOfPrefix(prefix));
}

/** From `from`, before `until`; in Unix seconds. */
export function selectBetween(
  engine: Engine,
  column: 'created_at' | 'expires_at',
  from: number,
  until: number,
): Promise<LinkSet> {
  return readRange(engine, column, from, until);
}

/** Reads the rows for which a condition holds, by ascending id. */
async function readTable(
  engine: Engine,
  table: 'link' | 'deleted_link' | 'click_count',
  condition: RawBuilder<unknown> = sql`true`,
): Promise<LinkSet> {
  const found = new LinkSet();
  const id = sql.ref(table === 'click_count' ? 'link_id' : 'id');
  for (let after = -1; ;) {
    const query = sql`
      select ${id} as id from ${sql.table(table)} where ${condition} and ${id} > ${after}
      order by ${id} limit ${STEP}`;
    const ids = await readIds(engine, query);
    for (const id of ids) {
      found.add(id);
      if (id > after) after = id;
    }
    if (ids.length < STEP) return found;
    await yieldToRequests();
  }
}

/** Reads the rows with a column of at least `from` and below `below`, in its order. */
async function readRange<Value extends string | number>(
  engine: Engine,
  column: CodeColumn | 'created_at' | 'expires_at',
  from: Value,
  below: Value,
): Promise<LinkSet> {
  const found = new LinkSet();
  const by = sql.ref(column);
  // One bound per side: with two, SQLite may use the farther one.
  let start = sql`${by} >= ${from}`;
  for (;;) {
    const { rows } = await sql<{ at: Value; id: number }>`
      select ${by} as at, id from link where ${start} and ${by} < ${below}
      order by ${by}, id limit 1 offset ${STEP}`.execute(engine.db);
    const next = rows[0];
    const end =
      next === undefined
        ? sql`${by} < ${below}`
        : sql`${by} <= ${next.at} and (${by} < ${next.at} or id < ${next.id})`;
    const query = sql`select id from link where ${start} and ${end}`;
    for (const id of await readIds(engine, query)) found.add(id);
    if (next === undefined) return found;
    start = sql`${by} >= ${next.at} and (${by} > ${next.at} or id >= ${next.id})`;
    await yieldToRequests();
  }
}

/** Reads the column `id` of a query, in no order. */
function readIds(engine: Engine, query: RawBuilder<unknown>): Promise<number[]> {
  return readNumbers(engine, sql`id`, sql`(${query}) as part`);
}

function toSet(ids: readonly number[]): LinkSet {
  const set = new LinkSet();
  for (const id of ids) set.add(id);
  return set;
}
