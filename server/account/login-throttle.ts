import { RateLimiterMemory } from 'rate-limiter-flexible';
import { limitKey } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';

/** Attempts that are free before the delays begin. */
const FREE_ATTEMPTS = 5;
/** After how many seconds without an attempt the count begins anew. */
const FORGET_SECONDS = 3600;
/**
 * The longest delays, in seconds. An account's is short, and does not hold for addresses from
 * which its owner has logged in: strangers who try from many addresses cannot lock them out.
 */
const ACCOUNT_DELAY_MAX = 30;
const ADDRESS_DELAY_MAX = 900;
/** How many addresses of good logins are remembered. */
const GOOD_ADDRESSES_MAX = 1000;

/**
 * Slows the guessing of passwords: after five attempts each further one must wait twice as long,
 * counted per account and per address (IPv6: per /64).
 */
export class LoginThrottle {
  /** Addresses from which a login succeeded since the start, also when it has ended. */
  readonly #good = new Set<string>();
  readonly #accounts = new GrowingDelay(ACCOUNT_DELAY_MAX);
  readonly #addresses = new GrowingDelay(ADDRESS_DELAY_MAX);

  /**
   * Counts an attempt before its password is looked at; throws `account.too-many-attempts`.
   * `readKnown` gives addresses from which the account has logged in; it is asked only when this
   * address is not remembered as such.
   */
  async begin(
    username: string,
    address: string,
    readKnown: () => Promise<readonly string[]>,
  ): Promise<void> {
    const key = limitKey(address);
    await this.#addresses.attempt(key);
    if (this.#good.has(key)) return;
    const known = await readKnown();
    if (known.some((one) => limitKey(one) === key)) return;
    await this.#accounts.attempt(username);
  }

  /** The password was right: the count begins anew. */
  async succeed(username: string, address: string): Promise<void> {
    const key = limitKey(address);
    this.#good.add(key);
    for (const oldest of this.#good) {
      if (this.#good.size <= GOOD_ADDRESSES_MAX) break;
      this.#good.delete(oldest);
    }
    await this.#addresses.forget(key);
    await this.#accounts.forget(username);
  }
}

class GrowingDelay {
  readonly #attempts = new RateLimiterMemory({
    points: Number.MAX_SAFE_INTEGER,
    duration: FORGET_SECONDS,
  });
  readonly #gate = new RateLimiterMemory({ points: 1, duration: 1 });
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  async attempt(key: string): Promise<void> {
    const closed = await this.#gate.get(key);
    if (closed !== null && closed.msBeforeNext > 0) {
      const retryAfter = Math.ceil(closed.msBeforeNext / 1000);
      throw new Problem('account.too-many-attempts', { retryAfter });
    }
    const { consumedPoints } = await this.#attempts.consume(key);
    const excess = consumedPoints - FREE_ATTEMPTS;
    if (excess >= 0) await this.#gate.block(key, Math.min(2 ** excess, this.#max));
  }

  async forget(key: string): Promise<void> {
    await this.#attempts.delete(key);
    await this.#gate.delete(key);
  }
}
