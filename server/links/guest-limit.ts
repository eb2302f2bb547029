import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Engine } from '../engine/engine.ts';
import { limitKey } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';

const HOUR_SECONDS = 3600;

/**
 * Limits what visitors without a token may create, counted per address (IPv6: per /64). An hour
 * begins with the first link; whatever is well-formed counts, also when its code is taken. What is
 * refused does not count, or a raised limit would not help who kept trying.
 */
export class GuestLimit {
  readonly #links: RateLimiterAbstract;
  readonly #perHour: () => number;

  /** `perHour` is asked each time, so that a change of the setting is effective at once. */
  constructor({ createLimiter }: Pick<Engine, 'createLimiter'>, perHour: () => number) {
    const points = Number.MAX_SAFE_INTEGER;
    this.#links = createLimiter({ name: 'guest', points, seconds: HOUR_SECONDS });
    this.#perHour = perHour;
  }

  /** Counts a link before it is created; throws `links.too-many`. */
  async count(address: string): Promise<void> {
    const key = limitKey(address);
    const { consumedPoints, msBeforeNext } = await this.#links.consume(key);
    if (consumedPoints <= this.#perHour()) return;
    await this.#links.reward(key);
    throw new Problem('links.too-many', { retryAfter: Math.ceil(msBeforeNext / 1000) });
  }
}
