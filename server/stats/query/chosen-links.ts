import { sql, type RawBuilder } from 'kysely';
import { foldTag } from '../../../contracts/links/tag-names.ts';
import { isWithin, type Reach } from '../../access/reach.ts';
import type { Engine } from '../../engine/engine.ts';
import { readNumbers } from '../../engine/sql.ts';
import type { Connection } from '../warehouse/connection.ts';

/** What a link must fit; it must have all tags now. The ids are within reach already. */
export interface LinkChoice {
  readonly reach: Reach;
  readonly linkIds?: readonly number[] | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Null: the whole site. */
export type ChosenLinks = readonly number[] | null;

/** Above this number, a query joins a table instead of reading a list. */
const LISTED_MAX = 50;

export async function chooseLinks(
  engine: Engine,
  { reach, linkIds, tags }: LinkChoice,
): Promise<ChosenLinks> {
  if (tags === undefined) {
    return linkIds ?? (reach === 'all' ? null : selectIds(engine, selectOwned(reach)));
  }
  const tagged = await selectIds(engine, selectTagged(reach, tags));
  if (linkIds === undefined) return tagged;
  const wanted = new Set(linkIds);
  return tagged.filter((id) => wanted.has(id));
}

/** Of these ids, those of links within reach; deleted links are in no reach but that of all. */
export async function keepReached(
  { db, sql: dialect }: Engine,
  reach: Reach,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (reach === 'all') return ids;
  const { rows } = await sql<{ id: number }>`
    select id from link
    where id in (select id from ${dialect.idsOf(ids)} as wanted) and ${isWithin(reach)}
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

function selectOwned(reach: Reach): RawBuilder<unknown> {
  return sql`select id from link where ${isWithin(reach)} order by id`;
}

/** Deleted links keep their tags, and do not count. */
function selectTagged(reach: Reach, tags: readonly string[]): RawBuilder<unknown> {
  const names = [...new Set(tags.map(foldTag))];
  return sql`
    select link.id from tag
    join link_tag on tag_id = tag.id join link on link.id = link_id
    where folded in (${sql.join(names)}) and ${isWithin(reach)}
    group by link.id having count(*) = ${names.length} order by link.id`;
}

function selectIds(engine: Engine, links: RawBuilder<unknown>): Promise<number[]> {
  return readNumbers(engine, sql`id`, sql`(${links}) as chosen`);
}

export function digestLinks(links: ChosenLinks): string | null {
  return links === null ? null : new Bun.CryptoHasher('sha256').update(links.join()).digest('hex');
}

/** SQL conditions on clicks, none for the whole site. They hold until the next call. */
export async function linkConditions(db: Connection, links: ChosenLinks): Promise<string[]> {
  if (links === null) return [];
  if (links.length === 0) return ['false'];
  if (links.length <= LISTED_MAX) return [`link_id in (${links.join(', ')})`];
  // One text: its parser takes milliseconds for 100,000 ids, that of SQL takes seconds.
  await db.run(
    `create or replace temp table chosen_link as
      select unnest(string_split('${links.join()}', ',')::bigint[]) as id`,
  );
  return ['link_id in (select id from chosen_link)'];
}
