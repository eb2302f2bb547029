import { sql, type RawBuilder } from 'kysely';
import { foldTag } from '../../contracts/tags.ts';
import { foldCode } from '../engine/code-spellings.ts';
import type { Engine } from '../engine/engine.ts';
import { foldText } from '../engine/folded-texts.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { LinkSet } from '../search/link-set.ts';
import { beginsWith, type CodeColumn } from './link-list.store.ts';

/** How many ids are read at once; requests are answered in between. */
const IDS_AT_ONCE = 16_384;

/** All links, by the narrowest table that has a row for each. */
export function selectAll(engine: Engine): Promise<LinkSet> {
  return readById(
    engine,
    (after) => sql`
    select link_id as id from click_count where link_id > ${after} order by link_id`,
  );
}

/** The links that have a tag. */
export function selectTagged(engine: Engine, name: string): Promise<LinkSet> {
  // Deleted links keep their tags, and have no counts.
  return readById(
    engine,
    (after) => sql`
    select link_tag.link_id as id
    from tag join link_tag on link_tag.tag_id = tag.id
    join click_count on click_count.link_id = link_tag.link_id
    where tag.folded = ${foldTag(name)} and link_tag.link_id > ${after}
    order by link_tag.link_id`,
  );
}

/** The links without a click, neither counted nor imported. */
export function selectNeverClicked(engine: Engine): Promise<LinkSet> {
  return readById(
    engine,
    (after) => sql`
    select link_id as id from click_count
    where clicks = 0 and link_id > ${after} order by link_id`,
  );
}

/** The links that are switched off, expired or not. */
export function selectOff(engine: Engine): Promise<LinkSet> {
  return readById(
    engine,
    (after) => sql`
    select id from link where is_active = 0 and id > ${after} order by id`,
  );
}

/** The links whose instant in a column lies from `from` on, before `until`; both in Unix seconds. */
export async function selectBetween(
  engine: Engine,
  column: 'created_at' | 'expires_at',
  from: number,
  until: number,
): Promise<LinkSet> {
  const found = new LinkSet();
  const by = sql.ref(column);
  let first: { at: number; id: number } | undefined = { at: from, id: 0 };
  while (first !== undefined) {
    const rest: RawBuilder<unknown> = sql`
      link where (${by}, id) >= (${first.at}, ${first.id}) and ${by} < ${until}`;
    const { rows } = await sql<{ at: number; id: number }>`
      select ${by} as at, id from ${rest}
      order by ${by}, id limit 1 offset ${IDS_AT_ONCE}`.execute(engine.db);
    first = rows[0];
    const end = first === undefined ? sql`` : sql`and (${by}, id) < (${first.at}, ${first.id})`;
    for (const id of await readIds(engine, sql`select id from ${rest} ${end}`)) found.add(id);
    await yieldToRequests();
  }
  return found;
}

/** The links whose codes begin with a text. */
export function selectByPrefix(
  engine: Engine,
  column: CodeColumn,
  prefix: string,
): Promise<LinkSet> {
  return readById(
    engine,
    (after) => sql`
    select id from link
    where ${beginsWith(column, prefix)} and id > ${after} order by id`,
  );
}

/** Reads ids in their order: `source` selects those after one, as `id`. */
async function readById(
  engine: Engine,
  source: (after: number) => RawBuilder<unknown>,
): Promise<LinkSet> {
  const found = new LinkSet();
  for (let after = -1; ;) {
    const ids = await readIds(engine, sql`${source(after)} limit ${IDS_AT_ONCE}`);
    for (const id of ids) {
      found.add(id);
      after = Math.max(after, id);
    }
    if (ids.length < IDS_AT_ONCE) return found;
    await yieldToRequests();
  }
}

/** In one text: a row for each id takes three times as long. */
async function readIds(engine: Engine, source: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(cast(id as text), ',') as ids from (${source}) as part`.execute(engine.db);
  const ids = rows[0]?.ids ?? '';
  return ids === '' ? [] : ids.split(',').map(Number);
}

/** The links that hold a text in their code, their note or one of their tags. */
export async function selectByText(engine: Engine, text: string): Promise<LinkSet> {
  const found = new LinkSet();
  const folded = foldText(text);
  const code = foldCode(text);
  for (let after = -1; ;) {
    const { rows } = await sql<{ id: number; code: string; note: string }>`
      select id, coalesce(folded_code, short_url) as code, note from link
      where id > ${after} order by id limit ${IDS_AT_ONCE}`.execute(engine.db);
    for (const row of rows) {
      if (row.code.includes(code) || foldText(row.note).includes(folded)) found.add(row.id);
      after = row.id;
    }
    if (rows.length < IDS_AT_ONCE) break;
    await yieldToRequests();
  }
  const tags = await engine.db.selectFrom('tag').select('name').execute();
  for (const { name } of tags) {
    if (foldText(name).includes(folded)) found.unite(await selectTagged(engine, name));
  }
  return found;
}
