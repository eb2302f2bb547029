import { joinCode } from '../../../contracts/links/domain-code.ts';
import type { Link } from '../../../contracts/links/links.ts';
import { foldTag } from '../../../contracts/links/tag-names.ts';
import type { Reach } from '../../access/reach.ts';
import type { Engine, LinkRow } from '../../engine/engine.ts';
import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import { selectLinks } from '../links.store.ts';
import { hashLongUrl } from '../long-url-hash.ts';

/** Missing fields may be anything. */
export interface Sought {
  /** As `parseLongUrl` writes it. */
  readonly long_url: string;
  readonly domain: string;
  readonly short_url?: string | undefined;
  /** All tags of the link, in any order. */
  readonly tags?: readonly string[] | undefined;
  readonly starts_at?: number | undefined;
  readonly expires_at?: number | undefined;
  readonly max_clicks?: number | undefined;
}

const LINKS_AT_ONCE = 200;

/** The links with this long URL, and this code if one is given, in batches, the oldest first. */
export async function* selectSought(
  { db }: Engine,
  reach: Reach,
  { long_url: longUrl, domain, short_url: code }: Sought,
): AsyncGenerator<LinkRow[]> {
  for (let after = 0; ;) {
    let query = selectLinks(db, reach)
      .where('long_url_hash', '=', hashLongUrl(longUrl))
      .where('long_url', '=', longUrl)
      .where('link.id', '>', after);
    if (code !== undefined) query = query.where('short_url', '=', joinCode(domain, code));
    const rows = await query.orderBy('link.id').limit(LINKS_AT_ONCE).execute();
    yield rows;
    if (rows.length < LINKS_AT_ONCE) return;
    after = rows.at(-1)!.id;
    await yieldToRequests();
  }
}

/** Without a code, a link with a password or rules is not meant: it may lead elsewhere. */
export function isSought(link: Link, sought: Sought): boolean {
  const { short_url: code, tags, domain, starts_at, expires_at, max_clicks } = sought;
  const limits = { starts_at, expires_at, max_clicks };
  const isPlain = !link.has_password && link.rules.length === 0;
  return (
    link.state === 'live' &&
    link.domain === domain &&
    (code !== undefined || isPlain) &&
    (tags === undefined || hasSameTags(link.tags, tags)) &&
    Object.entries(limits).every(
      ([name, value]) => value === undefined || link[name as keyof typeof limits] === value,
    )
  );
}

function hasSameTags(tags: readonly string[], others: readonly string[]): boolean {
  const folded = new Set(others.map(foldTag));
  return folded.size === tags.length && tags.every((tag) => folded.has(foldTag(tag)));
}
