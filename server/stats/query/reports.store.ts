import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { SITE_ID } from '../site-id.ts';

/** Clicks from before the import, of a link or the whole site. */
export async function countImportedClicks({ db }: Engine, linkId: number): Promise<number> {
  const ofLink = linkId === SITE_ID ? sql`` : sql`and link_id = ${linkId}`;
  const { rows } = await sql<{ clicks: number }>`
    select cast(coalesce(sum(imported_clicks), 0) as bigint) as clicks from click_count
    where imported_clicks > 0 ${ofLink}`.execute(db);
  return rows[0]!.clicks;
}

/** Finds the exact code, else the lower-case code; null without one. */
export async function selectLinkId({ db }: Engine, code: string): Promise<number | null> {
  for (const spelling of new Set([code, code.toLowerCase()])) {
    const row = await db
      .selectFrom('link')
      .select('id')
      .where('short_url', '=', spelling)
      .executeTakeFirst();
    if (row !== undefined) return row.id;
  }
  return null;
}
