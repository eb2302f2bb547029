import type { LinkState } from '../../contracts/links.constants.ts';
import type { Link } from '../../contracts/links.ts';
import type { LinkRow } from '../engine/engine.ts';

/** By link id. */
export interface LinkFacts {
  /** Clicks that are not counted yet. */
  readonly pending: ReadonlyMap<number, number>;
  readonly tags: ReadonlyMap<number, string[]>;
}

export function toLink(row: LinkRow, now: number, { pending, tags }: LinkFacts): Link {
  const {
    long_url_hash: _hash,
    folded_code: _code,
    folded_url: _url,
    folded_title: _title,
    folded_note: _note,
    bots,
    ...fields
  } = row;
  const state = stateOf(row, now);
  return {
    ...fields,
    tags: tags.get(row.id) ?? [],
    people: row.clicks - bots - row.imported_clicks,
    pending_clicks: pending.get(row.id) ?? 0,
    is_active: state === 'live' ? 1 : 0,
    state,
  };
}

export function stateOf(
  { is_active: isActive, expires_at: expiresAt }: LinkRow,
  now: number,
): LinkState {
  if (isActive === 0) return 'off';
  return isExpired(expiresAt, now) ? 'expired' : 'live';
}

/** Unix seconds; 0 = never. */
export function isExpired(expiresAt: number, now: number): boolean {
  return expiresAt !== 0 && expiresAt <= now;
}
