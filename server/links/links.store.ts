import { sql } from 'kysely';
import type { Engine, LinkRow, NoteChange, Write } from '../engine/engine.ts';
import { markStale } from '../search/stale.ts';

/** A link to be stored; the database gives the rest. */
export type NewLink = Pick<
  LinkRow,
  'short_url' | 'long_url' | 'title' | 'description' | 'expires_at' | 'ip'
>;

/** What an edit may change of a link. */
export type LinkEdit = Pick<
  LinkRow,
  'short_url' | 'long_url' | 'long_url_hash' | 'title' | 'description' | 'expires_at'
>;

/*
 * The two queries of creating a link are SQL as it stands, and read back only what the database
 * alone knows: programs create links by the thousand, and building a query costs more than
 * running it.
 */

/** Inserts a link and returns it, or null when its code is taken. */
export async function insertLink(
  tx: Write,
  changed: NoteChange,
  link: NewLink,
  hash: number,
  now: number,
): Promise<LinkRow | null> {
  const { rows } = await sql<{ id: number }>`
    insert into link
      (short_url, long_url, long_url_hash, title, description, clicks,
       created_at, updated_at, expires_at, is_active, ip)
    values
      (${link.short_url}, ${link.long_url}, ${hash}, ${link.title}, ${link.description}, 0,
       ${now}, ${now}, ${link.expires_at}, 1, ${link.ip})
    on conflict (short_url) do nothing
    returning id`.execute(tx);
  const row = rows[0];
  if (row === undefined) return null;
  changed('link', link.short_url);
  return {
    ...row,
    ...link,
    long_url_hash: hash,
    clicks: 0,
    created_at: now,
    updated_at: now,
    is_active: 1,
  };
}

/** The oldest link to a long URL that is live and stays so. */
export async function selectLasting(
  tx: Write,
  longUrl: string,
  hash: number,
): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    select * from link
    where long_url_hash = ${hash} and long_url = ${longUrl} and expires_at = 0 and is_active = 1
    order by id limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** The link with exactly this code. */
export async function selectByCode(engine: Engine, code: string): Promise<LinkRow | null> {
  const row = await engine.db
    .selectFrom('link')
    .selectAll()
    .where('short_url', '=', code)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectById(tx: Write, id: number): Promise<LinkRow | null> {
  const row = await tx.selectFrom('link').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Changes a link and returns it, or null when another link has the new code. */
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
  const row = await tx
    .updateTable('link')
    .set({ ...edit, updated_at: now })
    .where('id', '=', link.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await markStale(tx, [link.id]);
  changed('link', link.short_url);
  if (row.short_url !== link.short_url) changed('link', row.short_url);
  return row;
}

/** Gives a link the title of its page, unless a person has given it one meanwhile. */
export function fillTitle(engine: Engine, id: number, title: string, now: number): Promise<void> {
  return engine.write(async (tx, changed) => {
    const row = await tx
      .updateTable('link')
      .set({ title, updated_at: now })
      .where('id', '=', id)
      .where('title', '=', '')
      .returning('short_url')
      .executeTakeFirst();
    if (row === undefined) return;
    await markStale(tx, [id]);
    changed('link', row.short_url);
  });
}
