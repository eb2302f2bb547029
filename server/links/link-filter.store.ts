import { sql, type RawBuilder } from 'kysely';
import { endOfPrefix } from '../engine/texts/code-spellings.ts';
import type { Engine } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { LinkSet } from '../search/link-set.ts';
import { SEGMENT_SIZE } from '../search/segment.ts';
import type { CodeColumn } from './link-list.store.ts';
import { parseRouting } from './routing.ts';

/** Ids per read; requests get their turn in between. */
const IDS_AT_ONCE = SEGMENT_SIZE;
const ROUTED_AT_ONCE = 1000;
/** Above this many links, reading the whole table is faster than looking up each. */
const FEW_LINKS = 2000;

/** Reads the narrowest table with a row for each link. */
export function selectAll(engine: Engine): Promise<LinkSet> {
  return readById(
    engine,
    (after) => sql`
    select link_id as id from click_count where link_id > ${after} order by link_id`,
  );
}

/** Links with any of these tags. */
export async function selectTagged(engine: Engine, tagIds: readonly number[]): Promise<LinkSet> {
  const found = new LinkSet();
  if (tagIds.length === 0) return found;
  const tags = engine.sql.idsOf(tagIds);
  for (let from: number | null = 0; from !== null;) {
    const below: number = (Math.floor(from / SEGMENT_SIZE) + 1) * SEGMENT_SIZE;
    await addIds(
      engine,
      found,
      sql`
      select link_id as id from ${tags} as wanted join link_tag on tag_id = wanted.id
      where link_id >= ${from} and link_id < ${below}`,
    );
    const { rows } = await sql<{ next: number | null }>`
      select min(link_id) as next from link_tag where link_id >= ${below}`.execute(engine.db);
    from = rows[0]!.next;
    await yieldToRequests();
  }
  // Deleted links keep their tags.
  found.subtract(await selectDeleted(engine));
  return found;
}

function selectDeleted(engine: Engine): Promise<LinkSet> {
  return readById(
    engine,
    (after) => sql`
    select id from deleted_link where id > ${after} order by id`,
  );
}

/** Links without counted or imported clicks. With a small `among`, only those in it. */
export async function selectNeverClicked(engine: Engine, among: LinkSet | null): Promise<LinkSet> {
  if (among === null || among.size > FEW_LINKS) {
    return readById(
      engine,
      (after) => sql`
      select link_id as id from click_count
      where clicks = 0 and link_id > ${after} order by link_id`,
    );
  }
  const found = new LinkSet();
  await addIds(
    engine,
    found,
    sql`
    select requested.id from ${engine.sql.idsOf(among.ids)} as requested
    join click_count on link_id = requested.id where clicks = 0`,
  );
  return found;
}

/** Includes links that are off and expired. */
export function selectOff(engine: Engine): Promise<LinkSet> {
  return readById(
    engine,
    (after) => sql`
    select id from link where is_active = 0 and id > ${after} order by id`,
  );
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
      .limit(ROUTED_AT_ONCE)
      .execute();
    for (const { id, routing, clicks, bots } of rows) {
      const { starts_at: startsAt, max_clicks: clicksMax } = parseRouting(routing);
      if (startsAt > now) scheduled.add(id);
      if (clicksMax > 0 && clicks - bots >= clicksMax) usedUp.add(id);
    }
    if (rows.length < ROUTED_AT_ONCE) return { scheduled, usedUp };
    after = rows.at(-1)!.id;
    await yieldToRequests();
  }
}

/** Links of all further domains. */
export function selectOfDomains(engine: Engine): Promise<LinkSet> {
  return readById(
    engine,
    (after) => sql`
    select id from link where ${engine.sql.contains(sql`short_url`, '/')} and id > ${after}
    order by id`,
  );
}

export function selectByPrefix(
  engine: Engine,
  column: CodeColumn,
  prefix: string,
): Promise<LinkSet> {
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

/** Reads a range of an indexed column, in its order. */
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
      order by ${by}, id limit 1 offset ${IDS_AT_ONCE}`.execute(engine.db);
    const next = rows[0];
    const end =
      next === undefined
        ? sql`${by} < ${below}`
        : sql`${by} <= ${next.at} and (${by} < ${next.at} or id < ${next.id})`;
    await addIds(engine, found, sql`select id from link where ${start} and ${end}`);
    if (next === undefined) return found;
    start = sql`${by} >= ${next.at} and (${by} > ${next.at} or id >= ${next.id})`;
    await yieldToRequests();
  }
}

/** `source` selects ids behind `after`, as `id`, in order. */
async function readById(
  engine: Engine,
  source: (after: number) => RawBuilder<unknown>,
): Promise<LinkSet> {
  const found = new LinkSet();
  for (let after = -1; ;) {
    const ids = await addIds(engine, found, sql`${source(after)} limit ${IDS_AT_ONCE}`);
    if (ids.length < IDS_AT_ONCE) return found;
    after = ids.reduce((last, id) => Math.max(last, id), after);
    await yieldToRequests();
  }
}

/** Adds the ids that a query selects as `id`; returns them in no order. */
async function addIds(
  engine: Engine,
  found: LinkSet,
  source: RawBuilder<unknown>,
): Promise<readonly number[]> {
  const { rows } = await sql<{ ids: string }>`
    select ${engine.sql.numbersOf(sql`id`)} as ids from (${source}) as part`.execute(engine.db);
  const ids = JSON.parse(rows[0]!.ids) as number[];
  for (const id of ids) found.add(id);
  return ids;
}
