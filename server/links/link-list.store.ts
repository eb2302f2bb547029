import { sql, type RawBuilder } from 'kysely';
import type { SortColumn } from '../../contracts/links.ts';
import type { Engine, LinkRow } from '../engine/engine.ts';
import { selectLinks } from './links.store.ts';

/** In which order a list comes; without a column by id, which is by age. */
export interface Sorting {
  readonly sort?: SortColumn | undefined;
  readonly order: 'asc' | 'desc';
}

/** Which part of a list: so many rows behind so many others. */
export interface Slice {
  readonly skip: number;
  readonly size: number;
}

export async function countLinks(engine: Engine): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ${engine.sql.linkCount} as total`.execute(engine.db);
  return rows[0]!.total;
}

/** The ids of a slice of all links; by clicks in the order that is kept of them. */
export async function selectIds(
  engine: Engine,
  sorting: Sorting,
  { skip, size }: Slice,
): Promise<number[]> {
  const { table, id } = sourceOf(sorting);
  const { rows } = await sql<{ id: number }>`
    select ${id} as id from ${table}
    order by ${ordering(sorting, 'sorted_clicks')} limit ${size} offset ${skip}`.execute(engine.db);
  return rows.map(({ id }) => id);
}

/** The same ids, sorted, and of them a slice. */
export async function sortIds(
  engine: Engine,
  ids: readonly number[],
  sorting: Sorting,
  { skip, size }: Slice,
): Promise<number[]> {
  const { table, id } = sourceOf(sorting);
  const { rows } = await sql<{ id: number }>`
    select ${id} as id from ${engine.sql.idsOf(ids)} as asked join ${table} on ${id} = asked.id
    order by ${ordering(sorting)} limit ${size} offset ${skip}`.execute(engine.db);
  return rows.map(({ id }) => id);
}

/** The links with these ids, in this order; those that are gone are left out. */
export async function selectByIds(engine: Engine, ids: readonly number[]): Promise<LinkRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectLinks(engine.db).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Codes as they are, or in the folded form of those that differ from it. */
export type CodeColumn = 'short_url' | 'folded_code';

export async function countByPrefix(
  engine: Engine,
  column: CodeColumn,
  prefix: string,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from link
    where ${beginsWith(column, prefix)}`.execute(engine.db);
  return rows[0]!.total;
}

/** The ids of links whose codes begin with a text: the one that is the text itself comes first. */
export async function selectIdsByPrefix(
  engine: Engine,
  column: CodeColumn,
  prefix: string,
  sorting: Sorting,
  { skip, size }: Slice,
): Promise<number[]> {
  const by = sorting.sort === undefined ? sql`short_url` : ordering(sorting);
  const counts = sorting.sort === 'clicks' ? sql`join click_count on link_id = id` : sql``;
  const { rows } = await sql<{ id: number }>`
    select id from link ${counts}
    where ${beginsWith(column, prefix)}
    order by ${by} limit ${size} offset ${skip}`.execute(engine.db);
  return rows.map(({ id }) => id);
}

function beginsWith(column: CodeColumn, prefix: string): RawBuilder<boolean> {
  return sql`${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${endOfPrefix(prefix)}`;
}

/** What begins with a text stands between it and it with the last character of all. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

/** The table that has the column of an order, and the ids in it. */
function sourceOf({ sort }: Sorting) {
  return sort === 'clicks'
    ? { table: sql.table('click_count'), id: sql.ref('click_count.link_id') }
    : { table: sql.table('link'), id: sql.ref('link.id') };
}

/** `clicks` is the column to sort by where that is asked for. */
function ordering(
  { sort, order }: Sorting,
  clicks: 'clicks' | 'sorted_clicks' = 'clicks',
): RawBuilder<unknown> {
  const direction = sql.raw(order);
  const { id } = sourceOf({ sort, order });
  if (sort === undefined) return sql`${id} ${direction}`;
  const column = sql.ref(sort === 'clicks' ? clicks : sort);
  if (sort !== 'title') return sql`${column} ${direction}, ${id} ${direction}`;
  // Titles stand in the order of their letters, whatever case and marks these have.
  return sql`coalesce(folded_title, lower(title)) ${direction},
    (case when folded_title is null then 0 else 1 end) ${direction}, ${id} ${direction}`;
}
