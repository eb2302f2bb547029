import { sql } from 'kysely';
import { RESTORE_SECONDS } from '../../../contracts/links/bin.constants.ts';
import { isWithin, type Reach } from '../../access/reach.ts';
import type { Engine, LinkRow, Schema, Write } from '../../engine/engine.ts';
import { foldCode } from '../../engine/texts/code-spellings.ts';
import { foldText } from '../../engine/texts/folded-texts.ts';
import { textsOf, type Dialect } from '../../engine/sql.ts';
import { linkColumns } from '../../engine/schema.ts';

/** Links that were deleted at this time or later can be restored; in Unix seconds. */
export function firstRestorable(now: number): number {
  return now - RESTORE_SECONDS;
}

/** Whether a link with this very code can be restored. */
export async function isInBin(tx: Write, code: string, now: number): Promise<boolean> {
  const row = await tx
    .selectFrom('deleted_link')
    .select('id')
    .where('short_url', '=', code)
    .where('deleted_at', '>=', firstRestorable(now))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface RestorableLink extends Pick<LinkRow, 'id' | 'short_url' | 'long_url'> {
  /** Unix seconds. */
  readonly until: number;
}

/** Links of the bin with these codes; the last deleted comes last. */
export async function selectRestorable(
  tx: Engine['db'] | Write,
  dialect: Dialect,
  reach: Reach,
  codes: readonly string[],
  now: number,
): Promise<RestorableLink[]> {
  if (codes.length === 0) return [];
  const wanted = textsOf(dialect, codes);
  const { rows } = await sql<RestorableLink>`
    select id, short_url, long_url, deleted_at + ${sql.lit(RESTORE_SECONDS)} as until
    from deleted_link
    where short_url in (select text from ${wanted} as wanted)
    and deleted_at >= ${firstRestorable(now)} and ${isWithin(reach)}
    order by deleted_at`.execute(tx);
  return rows;
}

/** Until when codes belong to the bin, in Unix seconds. */
export async function selectRestorableUntil(
  ...wanted: Parameters<typeof selectRestorable>
): Promise<Map<string, number>> {
  const rows = await selectRestorable(...wanted);
  return new Map(rows.map(({ short_url: code, until }) => [code, until]));
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
