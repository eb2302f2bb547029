import { sql } from 'kysely';
import { foldTag } from '../../../contracts/links/tag-names.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Connection } from '../warehouse/connection.ts';

/** What a link must fit; it must have all tags now. Without both: the whole site. */
export interface LinkChoice {
  readonly linkIds?: readonly number[] | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Ids; null: the whole site. */
export type ChosenLinks = readonly number[] | null;

/** Above this number, a query joins a table instead of reading a list. */
const LISTED_MAX = 50;

export async function chooseLinks(
  engine: Engine,
  { linkIds, tags }: LinkChoice,
): Promise<ChosenLinks> {
  if (tags === undefined) return linkIds ?? null;
  const tagged = await selectTagged(engine, tags);
  if (linkIds === undefined) return tagged;
  const wanted = new Set(linkIds);
  return tagged.filter((id) => wanted.has(id));
}

/** Deleted links keep their tags, and do not count. */
async function selectTagged(
  { db, sql: dialect }: Engine,
  tags: readonly string[],
): Promise<number[]> {
  const names = [...new Set(tags.map(foldTag))];
  const { rows } = await sql<{ ids: string }>`
    select ${dialect.numbersOf(sql`id`)} as ids from (
      select link.id from tag
      join link_tag on tag_id = tag.id join link on link.id = link_id
      where folded in (${sql.join(names)})
      group by link.id having count(*) = ${names.length} order by link.id
    ) as tagged`.execute(db);
  return JSON.parse(rows[0]!.ids) as number[];
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
