import { sql } from 'kysely';
import { RESTORE_SECONDS } from '../../../contracts/links/bin.constants.ts';
import { isWithin, type Reach } from '../../access/reach.ts';
import type { Engine, LinkRow, Schema, Write } from '../../engine/engine.ts';
import { foldCode } from '../../engine/texts/code-spellings.ts';
import { foldText } from '../../engine/texts/folded-texts.ts';
import type { Dialect } from '../../engine/sql.ts';
import { linkColumns } from '../../engine/schema.ts';

/** Links that were deleted at this time or later can be restored; in Unix seconds. */
export function firstRestorable(now: number): number {
  return now - RESTORE_SECONDS;
}

/** Matches the exact code; null when it is not in the bin. */
export async function selectDeletedAt(
  tx: Write,
  reach: Reach,
  code: string,
  now: number,
): Promise<number | null> {
  const row = await lastDeleted(tx, reach, code, now).select('deleted_at').executeTakeFirst();
  return row?.deleted_at ?? null;
}

function lastDeleted(tx: Write, reach: Reach, code: string, now: number) {
  return tx
    .selectFrom('deleted_link')
    .where('short_url', '=', code)
    .where(isWithin(reach))
    .where('deleted_at', '>=', firstRestorable(now))
    .orderBy('deleted_at', 'desc')
    .limit(1);
}

/** The id of the link last deleted with this code and long URL; null = none can be restored. */
export async function selectBinned(
  tx: Write,
  reach: Reach,
  { short_url: code, long_url: longUrl }: Pick<LinkRow, 'short_url' | 'long_url'>,
  now: number,
): Promise<number | null> {
  const query = lastDeleted(tx, reach, code, now).select('id').where('long_url', '=', longUrl);
  return (await query.executeTakeFirst())?.id ?? null;
}

/** Until when deleted links can be restored: Unix seconds by code. */
export async function selectRestorableUntil(
  tx: Write,
  dialect: Dialect,
  codes: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const wanted = dialect.rowsOf(
    ['code'],
    codes.map((code) => [code]),
  );
  const { rows } = await sql<{ short_url: string; deleted_at: number }>`
    select short_url, max(deleted_at) as deleted_at from deleted_link
    where short_url in (select code from ${wanted} as wanted)
    and deleted_at >= ${firstRestorable(now)}
    group by short_url`.execute(tx);
  return new Map(rows.map((row) => [row.short_url, row.deleted_at + RESTORE_SECONDS]));
}

export function describeBinned(restorableUntil: number): string {
  const date = new Date(restorableUntil * 1000).toISOString().slice(0, 10);
  return `The code belongs to a deleted link that can be restored until ${date}`;
}

/** A page of the bin, last deleted first; `q` searches code, title and long URL. */
export async function selectDeleted(
  engine: Engine,
  reach: Reach,
  now: number,
  { page, limit, q }: { page: number; limit: number; q?: string | undefined },
): Promise<{ readonly total: number; readonly rows: Schema['deleted_link'][] }> {
  let found = engine.db
    .selectFrom('deleted_link')
    .where('deleted_at', '>=', firstRestorable(now))
    .where(isWithin(reach));
  if (q !== undefined) {
    const [code, text] = [foldCode(q), foldText(q)];
    if (text === '') return { total: 0, rows: [] };
    found = found.where(
      sql<boolean>`(${engine.sql.contains(sql`coalesce(folded_code, short_url)`, code)}
        or ${engine.sql.contains(sql`coalesce(folded_title, lower(title))`, text)}
        or ${engine.sql.contains(sql`coalesce(folded_url, lower(long_url))`, text)})`,
    );
  }
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select([...linkColumns, 'deleted_at'])
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { total, rows };
}
