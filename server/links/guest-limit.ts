import { ClientLimit } from '../http/client-limit.ts';
import { Problem } from '../http/problem.ts';

const HOUR_SECONDS = 3600;

/**
 * Limits what visitors without a token may create, counted per address (IPv6: per /64). An hour
 * begins with the first link; whatever is well-formed counts, also when its code is taken. What is
 * refused does not count, or a raised limit would not help who kept trying.
 */
export class GuestLimit {
  readonly #links: ClientLimit;

  /** `perHour` is asked each time, so that a change of the setting is effective at once. */
  constructor(perHour: () => number) {
    this.#links = new ClientLimit({ max: perHour, seconds: HOUR_SECONDS });
  }

  /** Counts a link before it is created; throws `links.too-many`. */
  count(address: string): void {
    const retryAfter = this.#links.secondsToWait(address);
    if (retryAfter > 0) throw new Problem('links.too-many', { retryAfter });
    this.#links.count(address);
  }
}
