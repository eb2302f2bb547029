import { sql } from 'kysely';
import { joinCode } from '../../../contracts/domain-code.ts';
import { endOfPrefix } from '../../engine/code-spellings.ts';
import type { Engine } from '../../engine/engine.ts';
import { SITE_ID } from '../site-id.ts';

/** Clicks from before the import, of a link or the whole site, and of the links of a domain. */
export async function countImportedClicks(
  { db, sql: dialect }: Pick<Engine, 'db' | 'sql'>,
  linkId: number,
  domain?: string,
): Promise<number> {
  const ofLink = linkId === SITE_ID ? sql`` : sql`and link_id = ${linkId}`;
  const prefix = joinCode(domain ?? '', '');
  const isOfDomain =
    domain === ''
      ? sql`not ${dialect.contains(sql`short_url`, '/')}`
      : sql`short_url >= ${prefix} and short_url < ${endOfPrefix(prefix)}`;
  const ofDomain =
    domain === undefined ? sql`` : sql`and link_id in (select id from link where ${isOfDomain})`;
  const { rows } = await sql<{ clicks: number }>`
    select cast(coalesce(sum(imported_clicks), 0) as bigint) as clicks from click_count
    where imported_clicks > 0 ${ofLink} ${ofDomain}`.execute(db);
  return rows[0]!.clicks;
}
