import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Engine } from '../engine/engine.ts';
import { limitKey } from '../http/client/client-address.ts';
import { Problem } from '../http/problem.ts';

const HOUR_SECONDS = 3600;

/**
 * Limits new links of visitors per address (IPv6: per /64). The hour begins with the first link; a
 * taken code counts, too. Refused requests do not count, so a raised limit helps at once.
 */
export class GuestLimit {
  readonly #links: RateLimiterAbstract;
  readonly #perHour: () => number;

  /** `perHour` is read on each call: a changed setting takes effect at once. */
  constructor({ createLimiter }: Pick<Engine, 'createLimiter'>, perHour: () => number) {
    this.#links = createLimiter({ name: 'guest', seconds: HOUR_SECONDS });
    this.#perHour = perHour;
  }

  /** Call it before creating the link. Throws `links.too-many`. */
  async count(address: string): Promise<void> {
    const key = limitKey(address);
    const { consumedPoints, msBeforeNext } = await this.#links.consume(key);
    if (consumedPoints <= this.#perHour()) return;
    await this.#links.reward(key);
    throw new Problem('links.too-many', { retryAfter: Math.ceil(msBeforeNext / 1000) });
  }
}
