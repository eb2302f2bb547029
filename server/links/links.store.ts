import { sql } from 'kysely';
import type { Engine, LinkRow, NoteChange, Write } from '../engine/engine.ts';

/** A link to be stored; the database gives the rest. */
export type NewLink = Pick<
  LinkRow,
  'short_url' | 'long_url' | 'title' | 'description' | 'expires_at' | 'ip'
>;

/*
 * The two queries of creating a link are SQL as it stands: programs create links by the thousand,
 * and building a query costs more than running it.
 */

/** Inserts a link and returns it, or null when its code is taken. */
export async function insertLink(
  tx: Write,
  changed: NoteChange,
  link: NewLink,
  hash: number,
  now: number,
): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    insert into link
      (short_url, long_url, long_url_hash, title, description,
       created_at, updated_at, expires_at, ip)
    values
      (${link.short_url}, ${link.long_url}, ${hash}, ${link.title}, ${link.description},
       ${now}, ${now}, ${link.expires_at}, ${link.ip})
    on conflict (short_url) do nothing
    returning *`.execute(tx);
  const row = rows[0];
  if (row === undefined) return null;
  changed('link', row.short_url);
  return row;
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

/** One page of all links, newest first, with the number of all. */
export async function selectPage(
  engine: Engine,
  page: number,
  limit: number,
): Promise<{ total: number; rows: LinkRow[] }> {
  const { total } = await engine.db
    .selectFrom('link')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const skip = (page - 1) * limit;
  const size = Math.min(limit, total - skip);
  if (size <= 0) return { total, rows: [] };
  // Behind the middle it is shorter to walk from the other end.
  const fromEnd = skip > total / 2;
  const rows = await engine.db
    .selectFrom('link')
    .selectAll()
    .orderBy('id', fromEnd ? 'asc' : 'desc')
    .limit(size)
    .offset(fromEnd ? total - skip - size : skip)
    .execute();
  return { total, rows: fromEnd ? rows.toReversed() : rows };
}

/** Deletes the link with exactly this code; false when there is none. */
export function deleteByCode(engine: Engine, code: string): Promise<boolean> {
  return engine.write(async (tx, changed) => {
    const row = await tx
      .deleteFrom('link')
      .where('short_url', '=', code)
      .returning('short_url')
      .executeTakeFirst();
    if (row === undefined) return false;
    changed('link', row.short_url);
    return true;
  });
}

/** Deletes links by id and returns how many there were. */
export function deleteByIds(engine: Engine, ids: readonly number[]): Promise<number> {
  return engine.write(async (tx, changed) => {
    const rows = await tx
      .deleteFrom('link')
      .where('id', 'in', ids)
      .returning('short_url')
      .execute();
    for (const row of rows) changed('link', row.short_url);
    return rows.length;
  });
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
    if (row !== undefined) changed('link', row.short_url);
  });
}
