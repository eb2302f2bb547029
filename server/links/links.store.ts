import { sql } from 'kysely';
import { byName } from '../../contracts/links/link-fields.constants.ts';
import { joinCode } from '../../contracts/links/domain-code.ts';
import { isWithin, type Reach } from '../access/reach.ts';
import type { Engine, LinkRow, NoteChange, Write } from '../engine/engine.ts';
import { hasDomain, textsOf, type Dialect } from '../engine/sql.ts';
import { foldedColumns, foldTexts } from '../engine/texts/folded-texts.ts';
import { countColumns, linkTableColumns } from '../engine/schema.ts';
import { markStale } from '../search/search.store.ts';
import { firstRestorable, isInBin } from './bin/bin.store.ts';

/** What the store sets itself. */
const keptColumns = ['id', 'created_at', 'updated_at', ...foldedColumns] as const;
const fixedColumns = [...keptColumns, 'ip'] as const;

export type NewLink = Omit<LinkRow, (typeof keptColumns)[number] | (typeof countColumns)[number]>;
export type LinkEdit = Omit<NewLink, (typeof fixedColumns)[number]>;

const editedColumns = linkTableColumns.filter(
  (column): column is keyof LinkEdit => !fixedColumns.some((fixed) => fixed === column),
);

/** The edit that changes nothing. */
export function editOf(link: LinkRow): LinkEdit {
  return byName(editedColumns, (column) => link[column]) as unknown as LinkEdit;
}

const insertedColumns = linkTableColumns.filter((column) => column !== 'id');
type InsertedRow = Partial<Omit<LinkRow, 'id'>> & Pick<LinkRow, 'short_url'>;

interface Insertion<Row> {
  readonly row: Row;
  readonly clicks?: number;
  /** Unix seconds. */
  readonly lastClickedAt?: number;
  /** Once used, a generated code stays taken; a chosen one can come back after this time. */
  readonly takenSince: number;
}

/**
 * Inserts links with different codes, in their order. Returns the ids of those whose codes are free:
 * no link has the code, and none in the bin.
 */
export async function insertRows<Row extends InsertedRow>(
  tx: Write,
  dialect: Dialect,
  columns: readonly (keyof Row & keyof InsertedRow)[],
  insertions: readonly Insertion<Row>[],
): Promise<Map<string, number>> {
  if (insertions.length === 0) return new Map();
  const names = sql.raw(columns.join(', '));
  const values = insertions.map(({ row, takenSince }, place) => [
    ...columns.map((column) => row[column] as string | number | null),
    takenSince,
    place,
  ]);
  const made = dialect.rowsOf([...columns, 'taken_since', 'place'], values);
  const { rows } = await sql<Pick<LinkRow, 'id' | 'short_url'>>`
    insert into link (${names})
    select ${names} from ${made} as made
    where not exists (
      select 1 from deleted_link
      where deleted_link.short_url = made.short_url and deleted_at >= taken_since)
    and (taken_since > 0 or not exists (select 1 from retired_code where code = made.short_url))
    order by place
    on conflict (short_url) do nothing
    returning id, short_url`.execute(tx);
  const ids = new Map(rows.map(({ id, short_url: code }) => [code, id]));
  if (ids.size === 0) return ids;
  const inserted = insertions.filter(({ row }) => ids.has(row.short_url));
  const counts = dialect.rowsOf(
    ['id', 'clicks', 'last_click'],
    inserted.map(({ row, clicks = 0, lastClickedAt = 0 }) => [
      ids.get(row.short_url)!,
      clicks,
      lastClickedAt,
    ]),
  );
  await sql`
    insert into click_count (link_id, clicks, imported_clicks, last_clicked_at, sorted_clicks,
      sorted_last_click)
    select id, clicks, clicks, last_click, clicks, last_click from ${counts} as counts`.execute(tx);
  return ids;
}

interface CodedLink {
  readonly link: NewLink;
  readonly isGenerated: boolean;
}

/** Inserts new links with different codes. Returns those whose codes are free, by code. */
export async function insertLinks(
  tx: Write,
  changed: NoteChange,
  dialect: Dialect,
  links: readonly CodedLink[],
  now: number,
): Promise<Map<string, LinkRow>> {
  const insertions = links.map(({ link, isGenerated }) => ({
    row: { ...link, ...foldTexts(link), created_at: now, updated_at: now },
    takenSince: isGenerated ? 0 : firstRestorable(now),
  }));
  const ids = await insertRows(tx, dialect, insertedColumns, insertions);
  const inserted = new Map<string, LinkRow>();
  for (const { row } of insertions) {
    const id = ids.get(row.short_url);
    if (id === undefined) continue;
    changed('link', row.short_url);
    inserted.set(row.short_url, { id, ...row, ...byName(countColumns, () => 0) });
  }
  return inserted;
}

interface PlacedLink {
  readonly link: Pick<NewLink, 'long_url' | 'long_url_hash'>;
  readonly domain: string;
}

/** The oldest link in the same domain that always leads to the long URL of each. */
export async function selectPermanent(
  tx: Write,
  dialect: Dialect,
  reach: Reach,
  links: readonly PlacedLink[],
): Promise<LinkRow[]> {
  if (links.length === 0) return [];
  const wanted = dialect.rowsOf(
    ['hash', 'url', 'prefix'],
    links.map(({ link, domain }) => [
      link.long_url_hash,
      link.long_url,
      domain === '' ? '' : joinCode(domain, ''),
    ]),
  );
  // "+ 0" keeps PostgreSQL from reading the index of all links without an expiry, and a join from
  // reading all links.
  const { rows } = await sql<{ id: number | null }>`
    select (
      select id from link
      where long_url_hash = hash and long_url = url
      and expires_at + 0 = 0 and is_active + 0 = 1 and routing = '' and ${isWithin(reach)}
      and substr(short_url, 1, length(prefix)) = prefix
      and (prefix <> '' or not ${hasDomain(dialect)})
      order by id limit 1) as id
    from ${wanted} as wanted`.execute(tx);
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  return ids.length === 0 ? [] : selectLinks(tx, reach).where('id', 'in', ids).execute();
}

export function selectLinks(db: Engine['db'] | Write, reach: Reach) {
  return db
    .selectFrom('link')
    .innerJoin('click_count', 'link_id', 'id')
    .selectAll('link')
    .select(countColumns)
    .where(isWithin(reach));
}

/** By code, the links with these codes. */
export async function selectByCodes(
  db: Engine['db'] | Write,
  dialect: Dialect,
  reach: Reach,
  codes: readonly string[],
): Promise<Map<string, LinkRow>> {
  if (codes.length === 0) return new Map();
  const wanted = textsOf(dialect, codes);
  const rows = await selectLinks(db, reach)
    .where('short_url', 'in', sql<string>`(select text from ${wanted} as wanted)`)
    .execute();
  return new Map(rows.map((row) => [row.short_url, row]));
}

export async function selectByCode(
  db: Engine['db'] | Write,
  reach: Reach,
  code: string,
): Promise<LinkRow | null> {
  const row = await selectLinks(db, reach).where('short_url', '=', code).executeTakeFirst();
  return row ?? null;
}

export async function selectById(
  db: Engine['db'] | Write,
  reach: Reach,
  id: number,
): Promise<LinkRow | null> {
  const row = await selectLinks(db, reach).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** `link` was read within reach. Null when another link, or one in the bin, has the new code. */
export async function updateLink(
  tx: Write,
  changed: NoteChange,
  link: LinkRow,
  { fields: edit, now }: { readonly fields: LinkEdit; readonly now: number },
): Promise<LinkRow | null> {
  const taken = await tx
    .selectFrom('link')
    .select('id')
    .where('short_url', '=', edit.short_url)
    .where('id', '!=', link.id)
    .executeTakeFirst();
  if (taken !== undefined) return null;
  const isRenamed = edit.short_url !== link.short_url;
  if (isRenamed && (await isInBin(tx, edit.short_url, now))) return null;
  const row = await tx
    .updateTable('link')
    .set({ ...edit, ...foldTexts(edit), updated_at: now })
    .where('id', '=', link.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await markStale(tx, [link.id]);
  changed('link', link.short_url);
  if (row.short_url !== link.short_url) changed('link', row.short_url);
  return { ...row, ...byName(countColumns, (column) => link[column]) };
}

/** Sets the title of the page, unless the link got a title meanwhile. */
export function fillTitle(engine: Engine, id: number, title: string, now: number): Promise<void> {
  const { folded_title: folded } = foldTexts({ short_url: '', long_url: '', title, note: '' });
  return engine.write(async (tx, changed) => {
    const row = await tx
      .updateTable('link')
      .set({ title, folded_title: folded, updated_at: now })
      .where('id', '=', id)
      .where('title', '=', '')
      .returning('short_url')
      .executeTakeFirst();
    if (row === undefined) return;
    await markStale(tx, [id]);
    changed('link', row.short_url);
  });
}
