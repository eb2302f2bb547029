import { sql, type RawBuilder } from 'kysely';
import { foldTag, uniqueTags } from '../../contracts/links/tag-names.ts';
import type { Reach } from '../access/reach.ts';
import type { Actor } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Tag } from '../../contracts/links/tags.ts';
import type { Engine, Write } from '../engine/engine.ts';
import { foldText } from '../engine/texts/folded-texts.ts';
import type { Dialect } from '../engine/sql.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { countOwnLinks } from './own-links.store.ts';

const LINKS_AT_ONCE = 4096;
/** Links that one write changes: redirects wait for it. */
const LINKS_A_WRITE = 500;

/** Link ids with the names of their tags. */
type TaggedLinks = ReadonlyMap<number, readonly string[]>;

/** Tag names in order; links without tags are left out. */
export async function selectTagsOf(
  db: Engine['db'] | Write,
  dialect: Dialect,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  const tags = new Map<number, string[]>();
  if (ids.length === 0) return tags;
  const { rows } = await sql<{ link_id: number; name: string }>`
    select link_tag.link_id, tag.name from ${dialect.idsOf(ids)} as requested
    join link_tag on link_tag.link_id = requested.id join tag on tag.id = link_tag.tag_id
    order by tag.folded`.execute(db);
  for (const { link_id: id, name } of rows) tags.getOrInsert(id, []).push(name);
  return tags;
}

/** Adds tags to links, and creates missing tags. Returns the ids of the created ones. */
export async function addTags(tx: Write, dialect: Dialect, links: TaggedLinks): Promise<number[]> {
  const names = uniqueTags([...links.values()].flat());
  if (names.length === 0) return [];
  const made = names.map((name) => [name, foldTag(name)]);
  // "where true" keeps the parser from taking "on conflict" for a join's.
  const { rows } = await sql<{ id: number }>`
    insert into tag (name, folded)
    select name, folded from ${dialect.rowsOf(['name', 'folded'], made)} as made where true
    on conflict (folded) do nothing
    returning id`.execute(tx);
  const pairs = [...links].flatMap(([id, tags]) => tags.map((name) => [id, foldTag(name)]));
  await sql`
    insert into link_tag (link_id, tag_id)
    select pairs.link_id, tag.id
    from ${dialect.rowsOf(['link_id', 'folded'], pairs)} as pairs
    join tag on tag.folded = pairs.folded
    on conflict do nothing`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes the tags that have no color, no description and no link, not even one in the bin. */
export async function deleteUnusedTags(
  tx: Write,
  dialect: Dialect,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from tag where id in (select id from ${dialect.idsOf(ids)} as made)
    and color = '' and description = ''
    and not exists (select 1 from link_tag where tag_id = tag.id)`.execute(tx);
}

/** Removes tags from links; the tags themselves stay. */
export async function untagLinks(tx: Write, dialect: Dialect, links: TaggedLinks): Promise<void> {
  const pairs = [...links].flatMap(([id, tags]) => tags.map((name) => [id, foldTag(name)]));
  if (pairs.length === 0) return;
  await sql`
    delete from link_tag where (link_id, tag_id) in (
      select pairs.link_id, tag.id
      from ${dialect.rowsOf(['link_id', 'folded'], pairs)} as pairs
      join tag on tag.folded = pairs.folded)`.execute(tx);
}

/** The stored spellings of existing tags, by folded name. */
export async function selectSpellings(
  db: Engine['db'] | Write,
  dialect: Dialect,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const wanted = [...new Set(names.map(foldTag))].map((folded) => [folded]);
  const { rows } = await sql<{ name: string; folded: string }>`
    select name, folded from tag
    where folded in (select folded from ${dialect.rowsOf(['folded'], wanted)} as wanted)`.execute(
    db,
  );
  return new Map(rows.map(({ name, folded }) => [folded, name]));
}

export async function replaceTags(
  tx: Write,
  dialect: Dialect,
  id: number,
  names: readonly string[],
): Promise<number[]> {
  await tx.deleteFrom('link_tag').where('link_id', '=', id).execute();
  return addTags(tx, dialect, new Map([[id, names]]));
}

type TagRow = Omit<Tag, 'clicks'> & { readonly id: number };

/**
 * Tags by name: all, or those of links within a smaller reach, with the numbers of these. Deleted
 * links do not count.
 */
export async function selectTags(engine: Engine, reach: Reach): Promise<Tag[]> {
  const rows = await selectRows(engine.db);
  if (reach !== 'all') {
    const own = await countOwnLinks(engine, reach);
    return rows.flatMap(({ id, ...tag }) => {
      const counts = own.get(id);
      // Colors and descriptions may tell of what others do.
      const plain = { color: '', description: '' } as const;
      return counts === undefined ? [] : [Object.assign(tag, counts, plain)];
    });
  }
  const clicks = rows.some(({ links }) => links > 0) ? await addUpClicks(engine, sql``) : new Map();
  return rows.map(({ id, ...tag }) => Object.assign(tag, { clicks: clicks.get(id) ?? 0 }));
}

async function selectRows(db: Engine['db'] | Write, folded?: string): Promise<TagRow[]> {
  const wanted = folded === undefined ? sql`` : sql`where folded = ${folded}`;
  const { rows } = await sql<TagRow>`
    select id, name, links, color, description from tag ${wanted} order by folded`.execute(db);
  return rows;
}

async function addClicks(engine: Engine, row: TagRow | null): Promise<Tag | null> {
  if (row === null) return null;
  const { id, ...tag } = row;
  const clicks = await addUpClicks(engine, sql`and tag_id = ${id}`);
  return { ...tag, clicks: clicks.get(id) ?? 0 };
}

/**
 * The clicks of links by the id of their tags, added up when they are wanted: the drain counts
 * thousands of clicks for each call that reads them.
 */
async function addUpClicks(
  engine: Engine,
  condition: RawBuilder<unknown>,
): Promise<Map<number, number>> {
  const sums = new Map<number, number>();
  for (let first: number | null = 0; first !== null;) {
    const below: number = first + LINKS_AT_ONCE;
    const { rows } = await sql<{ tag_id: number; clicks: number }>`
      select tag_id, cast(sum(clicks) as bigint) as clicks
      from link_tag join click_count on click_count.link_id = link_tag.link_id
      where link_tag.link_id >= ${first} and link_tag.link_id < ${below} ${condition}
      group by tag_id`.execute(engine.db);
    for (const { tag_id: id, clicks } of rows) sums.set(id, (sums.get(id) ?? 0) + clicks);
    const next = await sql<{ id: number | null }>`
      select min(link_id) as id from link_tag where link_id >= ${below} ${condition}`.execute(
      engine.db,
    );
    first = next.rows[0]!.id;
    await yieldToRequests();
  }
  return sums;
}

/** The tags whose name contains a text, compared by `foldText`. */
export async function selectTagIdsContaining(db: Engine['db'], text: string): Promise<number[]> {
  const tags = await db.selectFrom('tag').select(['id', 'name']).execute();
  const folded = foldText(text);
  return tags.filter(({ name }) => foldText(name).includes(folded)).map(({ id }) => id);
}

export async function setTag(
  engine: Engine,
  actor: Actor,
  name: string,
  change: Partial<Pick<Tag, 'color' | 'description'>>,
): Promise<Tag | null> {
  const changed = await engine.write(async (tx) => {
    const [row] = await selectRows(tx, foldTag(name));
    if (row === undefined) return null;
    const { id, name: spelled, color, description } = row;
    const former = { color, description };
    const present = { ...former, ...change };
    if (Bun.deepEquals(former, present)) return row;
    await tx.updateTable('tag').set(present).where('id', '=', id).execute();
    const target = { kind: 'tag', id, name: spelled };
    await record(tx, actor, { action: 'tag.changed', target, former, present });
    return { ...row, ...present };
  });
  return addClicks(engine, changed);
}

/** Renames a tag, or merges it into an existing one, which stays. Null without the tag. */
export async function renameTag(
  engine: Engine,
  actor: Actor,
  name: string,
  to: string,
): Promise<Tag | null> {
  const [from, folded] = [foldTag(name), foldTag(to)];
  if (from !== folded) await mergeLinks(engine, from, folded);
  const renamed = await engine.write(async (tx) => {
    const id = await selectTagId(tx, from);
    if (id === undefined) return null;
    const other = from === folded ? undefined : await selectTagId(tx, folded);
    if (other === undefined) {
      await tx.updateTable('tag').set({ name: to, folded }).where('id', '=', id).execute();
    } else {
      await sql`
        insert into link_tag (link_id, tag_id)
        select link_id, cast(${other} as bigint) from link_tag where tag_id = ${id}
        on conflict do nothing`.execute(tx);
      await removeTag(tx, id);
    }
    const target = { kind: 'tag', id, name };
    if (name !== to) {
      await record(tx, actor, { action: 'tag.renamed', target, former: name, present: to });
    }
    return (await selectRows(tx, folded))[0]!;
  });
  return addClicks(engine, renamed);
}

/** Returns the tag as it was; null without it. */
export async function deleteTag(engine: Engine, actor: Actor, name: string): Promise<Tag | null> {
  const folded = foldTag(name);
  const [before = null] = await selectRows(engine.db, folded);
  if (before === null) return null;
  const clicks = (await addClicks(engine, before))?.clicks ?? 0;
  await emptyTag(engine, before.id, null);
  return engine.write(async (tx) => {
    const [row] = await selectRows(tx, folded);
    if (row === undefined) return null;
    const { id, ...tag } = row;
    await removeTag(tx, id);
    await record(tx, actor, { action: 'tag.deleted', target: { kind: 'tag', id, name } });
    return { ...tag, links: before.links, clicks };
  });
}

export async function selectTagId(
  db: Engine['db'] | Write,
  folded: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('tag')
    .select('id')
    .where('folded', '=', folded)
    .executeTakeFirst();
  return row?.id;
}

async function mergeLinks(engine: Engine, from: string, to: string): Promise<void> {
  const id = await selectTagId(engine.db, from);
  const other = await selectTagId(engine.db, to);
  if (id !== undefined && other !== undefined) await emptyTag(engine, id, other);
}

/** Removes a tag from its links, and adds `other` in its place. Links that get the tag meanwhile keep it. */
async function emptyTag(engine: Engine, id: number, other: number | null): Promise<void> {
  for (let length = LINKS_A_WRITE; length === LINKS_A_WRITE;) {
    length = await engine.write(async (tx) => {
      const rows = await tx
        .selectFrom('link_tag')
        .select('link_id')
        .where('tag_id', '=', id)
        .limit(LINKS_A_WRITE)
        .execute();
      const ids = engine.sql.idsOf(rows.map((row) => row.link_id));
      if (other !== null) {
        await sql`
          insert into link_tag (link_id, tag_id)
          select id, cast(${other} as bigint) from ${ids} as moved where true
          on conflict do nothing`.execute(tx);
      }
      await sql`
        delete from link_tag where tag_id = ${id}
        and link_id in (select id from ${ids} as emptied)`.execute(tx);
      return rows.length;
    });
    await yieldToRequests();
  }
}

async function removeTag(tx: Write, id: number): Promise<void> {
  await tx.deleteFrom('link_tag').where('tag_id', '=', id).execute();
  await tx.deleteFrom('tag').where('id', '=', id).execute();
}
