import type { Engine } from '../engine/engine.ts';
import { limitKey } from '../http/client/client-address.ts';
import { Problem } from '../http/problem.ts';

const HOUR_SECONDS = 3600;

/**
 * Limits new links of visitors per address (IPv6: per /64). The hour begins with the first link; a
 * taken code counts, too. Refused requests do not count, so a raised limit helps at once.
 * `perHour` is read on each call: a changed setting takes effect at once. Call the result before
 * creating the link; it throws `links.too-many`.
 */
export function createGuestLimit(
  { createLimiter }: Pick<Engine, 'createLimiter'>,
  perHour: () => number,
): (address: string) => Promise<void> {
  const links = createLimiter({ name: 'guest', seconds: HOUR_SECONDS });
  return async (address) => {
    const key = limitKey(address);
    const { consumedPoints, msBeforeNext } = await links.consume(key);
    if (consumedPoints <= perHour()) return;
    await links.reward(key);
    throw new Problem('links.too-many', { retryAfter: Math.ceil(msBeforeNext / 1000) });
  };
}
