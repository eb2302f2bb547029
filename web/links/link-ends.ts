import type { Link } from './links.api.ts';

export function isExpired({ expires_at: at }: Link): boolean {
  return at !== 0 && at * 1000 <= Date.now();
}

/** True when the clicks of a link have reached its limit. */
export function isUsedUp(link: Link): boolean {
  return link.state === 'expired' && !isExpired(link);
}
