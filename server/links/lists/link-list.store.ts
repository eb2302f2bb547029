import { sql, type RawBuilder } from 'kysely';
import type { SortColumn } from '../../../contracts/links/links.constants.ts';
import { FIRST_ACCOUNT, isWithin, type Reach } from '../../access/reach.ts';
import { endOfPrefix } from '../../engine/texts/code-spellings.ts';
import type { Engine, LinkRow } from '../../engine/engine.ts';
import { selectLinks } from '../links.store.ts';

/** Without a column, links are sorted by id, which is by age. */
export interface Sorting {
  readonly sort?: SortColumn | undefined;
  readonly order: 'asc' | 'desc';
}

export interface Slice {
  readonly skip: number;
  readonly size: number;
}

/** Ids of a block of `link_count` and `owned_link_count`; their triggers shift ids by 14 bits. */
const BLOCK = 16_384;

/** The kept numbers of links in each block. Account 1 has what no other one has. */
function countsOf(reach: Reach): RawBuilder<unknown> {
  if (reach === 'all') return sql`link_count`;
  if (reach.owner !== FIRST_ACCOUNT)
    return sql`(select block, links from owned_link_count where owner_id = ${reach.owner}) as own`;
  return sql`(select block, sum(links) as links from (
    select block, links from link_count union all select block, -links from owned_link_count
  ) as either group by block) as own`;
}

export async function countLinks(engine: Engine, reach: Reach): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select cast(coalesce(sum(links), 0) as bigint) as total from ${countsOf(reach)}`.execute(
    engine.db,
  );
  return rows[0]!.total;
}

/** Orders by clicks and by last click use the stored order, `sorted_…`. */
export async function selectIds(
  engine: Engine,
  reach: Reach,
  sorting: Sorting,
  { skip, size }: Slice,
): Promise<number[]> {
  const { table, id } = sourceOf(sorting);
  const source = reach === 'all' || !isSortedByCounts(sorting) ? table : COUNTED_LINKS;
  const { from, passed } = await findStart(engine, reach, sorting, skip);
  const { rows } = await sql<{ id: number }>`
    select ${id} as id from ${source} where ${from} and ${isWithin(reach)}
    order by ${ordering(sorting, storedOrders)} limit ${size} offset ${skip - passed}`.execute(
    engine.db,
  );
  return rows.map(({ id }) => id);
}

/** The block of ids in which a slice by id begins, and how many links lie before the block. */
async function findStart(engine: Engine, reach: Reach, { sort, order }: Sorting, skip: number) {
  if (sort !== undefined || skip < BLOCK) return { from: sql`true`, passed: 0 };
  const { rows } = await sql<{ block: number; passed: number }>`
    select block, cast(passed as bigint) as passed from (
      select block, sum(links) over (order by block ${sql.raw(order)}) - links as passed
      from ${countsOf(reach)}) as counted
    where passed <= ${skip} order by passed desc limit 1`.execute(engine.db);
  const { block, passed } = rows[0] ?? { block: 0, passed: 0 };
  const from = order === 'asc' ? sql`id >= ${block * BLOCK}` : sql`id < ${(block + 1) * BLOCK}`;
  return { from, passed };
}

/** Sorts these ids, which are within reach, and returns a slice. */
export async function sortIds(
  engine: Engine,
  ids: readonly number[],
  sorting: Sorting,
  { skip, size }: Slice,
): Promise<number[]> {
  const { table, id } = sourceOf(sorting);
  const { rows } = await sql<{ id: number }>`
    select ${id} as id from ${engine.sql.idsOf(ids)} as requested join ${table} on ${id} = requested.id
    order by ${ordering(sorting)} limit ${size} offset ${skip}`.execute(engine.db);
  return rows.map(({ id }) => id);
}

/** Those of these links that are within reach, in their order. SQLite keeps the order of a cross join. */
export async function keepWithin(
  engine: Engine,
  reach: Reach,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select link.id from ${engine.sql.idsOf(ids)} as requested cross join link
    where link.id = requested.id and ${isWithin(reach)}`.execute(engine.db);
  const within = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => within.has(id));
}

/** Selects links in the order of `ids`; leaves out missing ones. */
export async function selectByIds(
  engine: Engine,
  reach: Reach,
  ids: readonly number[],
): Promise<LinkRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectLinks(engine.db, reach).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Stored codes, or the folded form of codes that differ from it. */
export type CodeColumn = 'short_url' | 'folded_code';

export interface CodePrefix {
  readonly column: CodeColumn;
  readonly prefix: string;
}

export async function countByPrefix(
  engine: Engine,
  reach: Reach,
  prefix: CodePrefix,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from link
    where ${beginsWith(prefix)} and ${isWithin(reach)}`.execute(engine.db);
  return rows[0]!.total;
}

/** The exact code comes first. */
export async function selectIdsByPrefix(
  engine: Engine,
  reach: Reach,
  prefix: CodePrefix,
  { skip, size, ...sorting }: Slice & Sorting,
): Promise<number[]> {
  const by = sorting.sort === undefined ? sql`short_url` : ordering(sorting);
  const counts = isSortedByCounts(sorting) ? sql`join click_count on link_id = id` : sql``;
  const { rows } = await sql<{ id: number }>`
    select id from link ${counts}
    where ${beginsWith(prefix)} and ${isWithin(reach)}
    order by ${by} limit ${size} offset ${skip}`.execute(engine.db);
  return rows.map(({ id }) => id);
}

function beginsWith({ column, prefix }: CodePrefix): RawBuilder<boolean> {
  return sql`${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${endOfPrefix(prefix)}`;
}

const COUNTED_LINKS = sql`click_count join link on link.id = link_id`;

/** Columns of `click_count`, with those that keep the order of the last sorting. */
export const storedOrders = {
  clicks: 'sorted_clicks',
  last_clicked_at: 'sorted_last_click',
} as const;

/** Whether the order must be prepared: see `click-order.store.ts`. */
export function isSortedByCounts({ sort }: Pick<Sorting, 'sort'>): boolean {
  return sort !== undefined && Object.hasOwn(storedOrders, sort);
}

/** Whether an index has the links within a reach in this order. Of all, long URLs are sorted at once. */
export function hasIndex(reach: Reach, { sort }: Pick<Sorting, 'sort'>): boolean {
  if (reach === 'all' || sort === undefined) return true;
  return reach.owner !== FIRST_ACCOUNT && sort !== 'long_url' && !isSortedByCounts({ sort });
}

export function sourceOf(sorting: Sorting) {
  return isSortedByCounts(sorting)
    ? { table: sql.table('click_count'), id: sql.ref('click_count.link_id') }
    : { table: sql.table('link'), id: sql.ref('link.id') };
}

/** Columns that replace the column of an order. */
type OtherColumns = { readonly [Column in SortColumn]?: string };

/** What links are compared by, before their ids. */
export function sortTerms(
  sort: SortColumn | undefined,
  columns: OtherColumns = {},
): RawBuilder<unknown>[] {
  if (sort === undefined) return [];
  // Titles sort by their letters, regardless of case and accents.
  return sort === 'title'
    ? [
        sql`coalesce(folded_title, lower(title))`,
        sql`(case when folded_title is null then 0 else 1 end)`,
      ]
    : [sql.ref(columns[sort] ?? sort)];
}

function ordering({ sort, order }: Sorting, columns?: OtherColumns): RawBuilder<unknown> {
  const terms = [...sortTerms(sort, columns), sourceOf({ sort, order }).id];
  return sql.join(terms.map((term) => sql`${term} ${sql.raw(order)}`));
}

/** Texts sort by their bytes in both databases. */
export interface SortKey {
  readonly id: number;
  readonly values: readonly (Buffer | number)[];
}

/** What the order compares of each of these links, in the order of `ids`; leaves out missing ones. */
export async function selectSortKeys(
  engine: Engine,
  ids: readonly number[],
  { sort, order }: Sorting,
): Promise<SortKey[]> {
  const { table, id } = sourceOf({ sort, order });
  const terms = sortTerms(sort);
  const columns = [id, ...terms].map((term, at) => sql`${term} as ${sql.ref(`k${at}`)}`);
  const { rows } = await sql<Record<string, string | number>>`
    select ${sql.join(columns)} from ${engine.sql.idsOf(ids)} as requested
    join ${table} on ${id} = requested.id`.execute(engine.db);
  const byId = new Map(rows.map((row) => [row['k0'], row]));
  return ids.flatMap((wanted) => {
    const row = byId.get(wanted);
    if (row === undefined) return [];
    const values = terms.map((_, at) => row[`k${at + 1}`]!);
    return {
      id: wanted,
      values: values.map((value) => (typeof value === 'string' ? Buffer.from(value) : value)),
    };
  });
}
