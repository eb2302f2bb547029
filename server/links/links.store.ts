import { CompiledQuery } from 'kysely';
import { joinCode } from '../../contracts/links/domain-code.ts';
import type { Engine, LinkRow, NoteChange, Write } from '../engine/engine.ts';
import { foldTexts } from '../engine/texts/folded-texts.ts';
import { markStale } from '../search/stale.ts';
import { firstRestorable, selectDeletedAt } from './bin.store.ts';

export type NewLink = Pick<
  LinkRow,
  | 'short_url'
  | 'long_url'
  | 'title'
  | 'description'
  | 'note'
  | 'expires_at'
  | 'is_active'
  | 'ip'
  | 'owner_id'
  | 'is_count_only'
  | 'shows_numbers'
  | 'routing'
>;

export type LinkEdit = Pick<
  LinkRow,
  | 'short_url'
  | 'long_url'
  | 'long_url_hash'
  | 'title'
  | 'description'
  | 'note'
  | 'expires_at'
  | 'is_active'
  | 'is_count_only'
  | 'shows_numbers'
  | 'routing'
>;

/*
 * Creating links uses plain SQL and reads back the id only: programs create thousands of links, and
 * building a query costs more than running it. SQLite counts parameters by appearance.
 */
const INSERT_LINK = `
  insert into link
    (short_url, long_url, long_url_hash, title, description, expires_at, ip,
     created_at, updated_at, is_count_only, shows_numbers, folded_code, folded_url, folded_title,
     is_active, note, folded_note, routing, owner_id)
  select cast($1 as text), $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
    cast($18 as bigint)
  where not exists (
    select 1 from deleted_link where short_url = $1 and deleted_at >= cast($19 as bigint))
  and (cast($20 as bigint) = 0 or not exists (select 1 from retired_code where code = $1))
  on conflict (short_url) do nothing
  returning id`;
const INSERT_COUNT = 'insert into click_count (link_id, clicks, bots) values ($1, 0, 0)';
const SELECT_PERMANENT = `
  select link.*, clicks, bots, imported_clicks from link join click_count on link_id = id
  where long_url_hash = $1 and long_url = $2 and expires_at = 0 and is_active = 1
    and routing = ''
    and (substr(short_url, 1, length(cast($3 as text))) = cast($3 as text))
    and (cast($3 as text) <> '' or replace(short_url, '/', '') = short_url)
  order by id limit 1`;

/** Null when a link, or one in the bin, has the code. Once used, a generated code stays taken. */
export async function insertLink(
  tx: Write,
  changed: NoteChange,
  link: NewLink,
  hash: number,
  now: number,
  origin: 'chosen' | 'generated',
): Promise<LinkRow | null> {
  const {
    short_url: code,
    long_url: longUrl,
    title,
    description,
    note,
    expires_at: expiresAt,
    is_active: isActive,
    ip,
    is_count_only: isCountOnly,
    shows_numbers: showsNumbers,
    routing,
    owner_id: owner,
  } = link;
  const folded = foldTexts(link);
  const texts = [code, longUrl, hash, title, description, expiresAt, ip, now];
  const foldedTexts = [folded.folded_code, folded.folded_url, folded.folded_title];
  const flags = [isCountOnly, showsNumbers];
  const values = [
    ...texts,
    ...flags,
    ...foldedTexts,
    isActive,
    note,
    folded.folded_note,
    routing,
    owner,
  ];
  const free = origin === 'generated' ? [0, 1] : [firstRestorable(now), 0];
  const { rows } = await tx.executeQuery<{ id: number }>(
    CompiledQuery.raw(INSERT_LINK, [...values, ...free]),
  );
  const row = rows[0];
  if (row === undefined) return null;
  await tx.executeQuery(CompiledQuery.raw(INSERT_COUNT, [row.id]));
  changed('link', code);
  return {
    ...row,
    ...link,
    ...folded,
    long_url_hash: hash,
    clicks: 0,
    created_at: now,
    updated_at: now,
    bots: 0,
    imported_clicks: 0,
  };
}

/** The oldest link of a domain that always leads to a long URL. */
export async function selectPermanent(
  tx: Write,
  longUrl: string,
  hash: number,
  domain: string,
): Promise<LinkRow | null> {
  const { rows } = await tx.executeQuery<LinkRow>(
    CompiledQuery.raw(SELECT_PERMANENT, [hash, longUrl, domain === '' ? '' : joinCode(domain, '')]),
  );
  return rows[0] ?? null;
}

export function selectLinks(db: Engine['db'] | Write) {
  return db
    .selectFrom('link')
    .innerJoin('click_count', 'link_id', 'id')
    .selectAll('link')
    .select(['clicks', 'bots', 'imported_clicks']);
}

export async function selectByCode(
  db: Engine['db'] | Write,
  code: string,
): Promise<LinkRow | null> {
  const row = await selectLinks(db).where('short_url', '=', code).executeTakeFirst();
  return row ?? null;
}

export async function selectById(tx: Engine['db'] | Write, id: number): Promise<LinkRow | null> {
  const row = await selectLinks(tx).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Null when another link, or one in the bin, has the new code. */
export async function updateLink(
  tx: Write,
  changed: NoteChange,
  link: LinkRow,
  edit: LinkEdit,
  now: number,
): Promise<LinkRow | null> {
  const taken = await tx
    .selectFrom('link')
    .select('id')
    .where('short_url', '=', edit.short_url)
    .where('id', '!=', link.id)
    .executeTakeFirst();
  if (taken !== undefined) return null;
  const isRenamed = edit.short_url !== link.short_url;
  if (isRenamed && (await selectDeletedAt(tx, edit.short_url, now)) !== null) return null;
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
