import { CompiledQuery } from 'kysely';
import { byName } from '../../contracts/links/link-fields.constants.ts';
import { joinCode } from '../../contracts/links/domain-code.ts';
import { isWithin, type Reach } from '../access/reach.ts';
import type { Engine, LinkRow, NoteChange, Write } from '../engine/engine.ts';
import { foldedColumns, foldTexts } from '../engine/texts/folded-texts.ts';
import { countColumns, linkTableColumns } from '../engine/schema.ts';
import { markStale } from '../search/search.store.ts';
import { firstRestorable, selectDeletedAt } from './bin/bin.store.ts';

/** What the store sets itself. */
const keptColumns = ['id', 'created_at', 'updated_at', ...foldedColumns] as const;
const fixedColumns = [...keptColumns, 'ip', 'owner_id'] as const;

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
const [restorableFrom, isGenerated] = [1, 2].map((at) => `$${insertedColumns.length + at}`);

/*
 * Creating links uses plain SQL and reads back the id only: programs create thousands of links, and
 * building a query costs more than running it. SQLite counts parameters by appearance.
 */
const INSERT_LINK = `
  insert into link (${insertedColumns.join(', ')})
  select ${insertedColumns.map((_, at) => (at === 0 ? 'cast($1 as text)' : `$${at + 1}`)).join(', ')}
  where not exists (
    select 1 from deleted_link
    where short_url = $1 and deleted_at >= cast(${restorableFrom} as bigint))
  and (cast(${isGenerated} as bigint) = 0
    or not exists (select 1 from retired_code where code = $1))
  on conflict (short_url) do nothing
  returning id`;
const INSERT_COUNT = 'insert into click_count (link_id, clicks, bots) values ($1, 0, 0)';
/** The owner null stands for all. */
const SELECT_PERMANENT = `
  select link.*, clicks, bots, imported_clicks from link join click_count on link_id = id
  where long_url_hash = $1 and long_url = $2 and expires_at = 0 and is_active = 1
    and routing = ''
    and (substr(short_url, 1, length(cast($3 as text))) = cast($3 as text))
    and (cast($3 as text) <> '' or replace(short_url, '/', '') = short_url)
    and (cast($4 as bigint) is null or owner_id = $4)
  order by id limit 1`;

interface Insertion {
  readonly link: NewLink;
  /** Unix seconds. */
  readonly now: number;
  /** Once used, a generated code stays taken. */
  readonly origin: 'chosen' | 'generated';
}

/** Null when a link, or one in the bin, has the code. */
export async function insertLink(
  tx: Write,
  changed: NoteChange,
  { link, now, origin }: Insertion,
): Promise<LinkRow | null> {
  const row = { ...link, ...foldTexts(link), created_at: now, updated_at: now };
  const free = origin === 'generated' ? [0, 1] : [firstRestorable(now), 0];
  const values = insertedColumns.map((column) => row[column]);
  const { rows } = await tx.executeQuery<{ id: number }>(
    CompiledQuery.raw(INSERT_LINK, [...values, ...free]),
  );
  const inserted = rows[0];
  if (inserted === undefined) return null;
  await tx.executeQuery(CompiledQuery.raw(INSERT_COUNT, [inserted.id]));
  changed('link', link.short_url);
  return { ...inserted, ...row, clicks: 0, bots: 0, imported_clicks: 0 };
}

/** The oldest link of a domain that always leads to a long URL. */
export async function selectPermanent(
  tx: Write,
  reach: Reach,
  { long_url: longUrl, long_url_hash: hash }: Pick<NewLink, 'long_url' | 'long_url_hash'>,
  domain: string,
): Promise<LinkRow | null> {
  const prefix = domain === '' ? '' : joinCode(domain, '');
  const owner = reach === 'all' ? null : reach.owner;
  const { rows } = await tx.executeQuery<LinkRow>(
    CompiledQuery.raw(SELECT_PERMANENT, [hash, longUrl, prefix, owner]),
  );
  return rows[0] ?? null;
}

export function selectLinks(db: Engine['db'] | Write, reach: Reach) {
  return db
    .selectFrom('link')
    .innerJoin('click_count', 'link_id', 'id')
    .selectAll('link')
    .select(countColumns)
    .where(isWithin(reach));
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
  if (isRenamed && (await selectDeletedAt(tx, 'all', edit.short_url, now)) !== null) return null;
  const row = await tx
    .updateTable('link')
    .set({ ...edit, ...foldTexts(edit), updated_at: now })
    .where('id', '=', link.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await markStale(tx, [link.id]);
  changed('link', link.short_url);
  if (row.short_url !== link.short_url) changed('link', row.short_url);
  const { clicks, bots, imported_clicks } = link;
  return { ...row, clicks, bots, imported_clicks };
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
