import { formatShortLink, splitCode } from '../../contracts/links/domain-code.ts';
import type { LinkState } from '../../contracts/links/links.constants.ts';
import type { Link } from '../../contracts/links/links.ts';
import type { Engine, LinkRow } from '../engine/engine.ts';
import { selectUsernames } from '../access/names.store.ts';
import { addressReachOf, isReached } from '../access/reach.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Call } from '../http/endpoint.ts';
import { selectTagsOf } from '../tags/tags.store.ts';
import { isExpired } from './link-times.ts';
import { selectRefusedPasswords } from './refused-passwords.store.ts';
import { listActions } from './owners.ts';
import { noteSource } from './revision.ts';
import { parseRouting, type Routing } from './routing/routing.ts';

/** Clicks that are not counted yet, by link id. */
export type CountPending = (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>;

export interface ShowOptions {
  readonly engine: Engine;
  readonly countPending: CountPending;
  readonly baseUrl: URL | null;
}

/** Describes links to a caller. Without a base URL, short links have the host of the call. */
export async function showLinks(
  { engine, countPending, baseUrl }: ShowOptions,
  rows: readonly LinkRow[],
  { site, caller }: Pick<Call, 'site' | 'caller'>,
  isDeleted = false,
): Promise<Link[]> {
  const now = nowSeconds();
  const ids = rows.map(({ id }) => id);
  const ownerIds = rows.map((row) => row.owner_id);
  const hasOthers = caller.via !== 'nothing' && caller.hasOthers;
  const addressReach = addressReachOf(caller);
  const [pending, tags, refused, owners] = await Promise.all([
    countPending(ids),
    selectTagsOf(engine.db, engine.sql, ids),
    selectRefusedPasswords(engine, ids, now),
    hasOthers ? selectUsernames(engine.db, ownerIds) : null,
  ]);
  return rows.map((row) => {
    const {
      long_url_hash: _hash,
      folded_code: _code,
      folded_url: _url,
      folded_title: _title,
      folded_note: _note,
      owner_id: ownerId,
      bots,
      routing: text,
      ...fields
    } = row;
    const pendingClicks = pending.get(row.id) ?? 0;
    const routing = parseRouting(text);
    const { password_hash: hash, ...where } = routing;
    const state = stateOf({ ...row, routing }, now, row.clicks - bots + pendingClicks);
    const { domain, code } = splitCode(row.short_url);
    const link = {
      ...fields,
      ip: isReached(addressReach, row) ? row.ip : '',
      domain,
      short_url: code,
      ...where,
      rules: [...where.rules],
      has_password: hash !== '',
      refused_passwords: refused.get(row.id) ?? 0,
      tags: tags.get(row.id) ?? [],
      people: row.clicks - bots - row.imported_clicks,
      pending_clicks: pendingClicks,
      is_active: state === 'live' ? 1 : 0,
      state,
      ...(owners !== null && {
        owner: toOwner(ownerId, owners),
        may: listActions(caller, row, isDeleted),
      }),
    };
    const shortLink = formatShortLink(link, baseUrl ?? site);
    return noteSource({ ...link, short_link: shortLink }, { row, tags: link.tags });
  });
}

function toOwner(id: number, names: ReadonlyMap<number, string>): Link['owner'] {
  const username = names.get(id);
  return username === undefined ? null : { id, username };
}

interface StatedLink extends Pick<LinkRow, 'is_active' | 'expires_at'> {
  readonly routing: Pick<Routing, 'starts_at' | 'max_clicks'>;
}

/** `now` is in Unix seconds; `clicks` are those of people. */
function stateOf(
  { is_active: isActive, expires_at: expiresAt, routing }: StatedLink,
  now: number,
  clicks: number,
): LinkState {
  if (isActive === 0) return 'off';
  if (routing.starts_at > now) return 'scheduled';
  const isUsedUp = routing.max_clicks > 0 && clicks >= routing.max_clicks;
  return isUsedUp || isExpired(expiresAt, now) ? 'expired' : 'live';
}
