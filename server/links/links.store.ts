import { recordChanges } from '../engine/change-feed.ts';
import type { Engine, LinkRow, Write } from '../engine/engine.ts';

/** A link to be stored; the database gives the rest. */
export type NewLink = Pick<
  LinkRow,
  'short_url' | 'long_url' | 'title' | 'description' | 'expires_at' | 'ip'
>;

/** Inserts a link and returns it, or null when its code is taken. */
export async function insertLink(
  tx: Write,
  link: NewLink,
  hash: number,
  now: number,
): Promise<LinkRow | null> {
  const row = await tx
    .insertInto('link')
    .values({ ...link, long_url_hash: hash, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('short_url').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  await recordChanges(tx, 'link', [row.short_url], now);
  return row;
}

/** The oldest link to a long URL that is live and stays so. */
export async function selectLasting(
  tx: Write,
  longUrl: string,
  hash: number,
): Promise<LinkRow | null> {
  const row = await tx
    .selectFrom('link')
    .selectAll()
    .where('long_url_hash', '=', hash)
    .where('long_url', '=', longUrl)
    .where('expires_at', '=', 0)
    .where('is_active', '=', 1)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
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
export function deleteByCode(engine: Engine, code: string, now: number): Promise<boolean> {
  return engine.write(async (tx) => {
    const row = await tx
      .deleteFrom('link')
      .where('short_url', '=', code)
      .returning('short_url')
      .executeTakeFirst();
    if (row === undefined) return false;
    await recordChanges(tx, 'link', [row.short_url], now);
    return true;
  });
}

/** Deletes links by id and returns how many there were. */
export function deleteByIds(engine: Engine, ids: readonly number[], now: number): Promise<number> {
  return engine.write(async (tx) => {
    const rows = await tx
      .deleteFrom('link')
      .where('id', 'in', ids)
      .returning('short_url')
      .execute();
    const codes = rows.map((row) => row.short_url);
    await recordChanges(tx, 'link', codes, now);
    return codes.length;
  });
}

/** Gives a link the title of its page, unless a person has given it one meanwhile. */
export function fillTitle(engine: Engine, id: number, title: string, now: number): Promise<void> {
  return engine.write(async (tx) => {
    const row = await tx
      .updateTable('link')
      .set({ title, updated_at: now })
      .where('id', '=', id)
      .where('title', '=', '')
      .returning('short_url')
      .executeTakeFirst();
    if (row !== undefined) await recordChanges(tx, 'link', [row.short_url], now);
  });
}
