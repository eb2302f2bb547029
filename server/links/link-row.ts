import { splitCode } from '../../contracts/links/domain-code.ts';
import type { LinkState } from '../../contracts/links/links.constants.ts';
import type { Link } from '../../contracts/links/links.ts';
import type { LinkRow } from '../engine/engine.ts';
import { parseRouting, type Routing } from './routing/routing.ts';

/** A row before its caller is known: the short link has the host that the caller asked for. */
export type Unaddressed<Row> = Omit<Row, 'short_link'>;

/** By link id. */
export interface LinkFacts {
  /** Clicks that are not counted yet. */
  readonly pending: ReadonlyMap<number, number>;
  readonly tags: ReadonlyMap<number, string[]>;
  /** Wrong passwords of the last 24 hours. */
  readonly refused: ReadonlyMap<number, number>;
}

export function toLink(
  row: LinkRow,
  now: number,
  { pending, tags, refused }: LinkFacts,
): Unaddressed<Link> {
  const {
    long_url_hash: _hash,
    folded_code: _code,
    folded_url: _url,
    folded_title: _title,
    folded_note: _note,
    owner_id: _owner,
    bots,
    routing: text,
    ...fields
  } = row;
  const pendingClicks = pending.get(row.id) ?? 0;
  const routing = parseRouting(text);
  const { password_hash: hash, ...where } = routing;
  const state = stateOf({ ...row, routing }, now, row.clicks - bots + pendingClicks);
  const { domain, code } = splitCode(row.short_url);
  return {
    ...fields,
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
  };
}

interface StatedLink extends Pick<LinkRow, 'is_active' | 'expires_at'> {
  readonly routing: Pick<Routing, 'starts_at' | 'max_clicks'>;
}

/** `now` is in Unix seconds; `clicks` are those of people. */
export function stateOf(
  { is_active: isActive, expires_at: expiresAt, routing }: StatedLink,
  now: number,
  clicks: number,
): LinkState {
  if (isActive === 0) return 'off';
  if (routing.starts_at > now) return 'scheduled';
  const isUsedUp = routing.max_clicks > 0 && clicks >= routing.max_clicks;
  return isUsedUp || isExpired(expiresAt, now) ? 'expired' : 'live';
}

/** Unix seconds; 0 = never. */
export function isExpired(expiresAt: number, now: number): boolean {
  return expiresAt !== 0 && expiresAt <= now;
}
