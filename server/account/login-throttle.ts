import { RateLimiterMemory } from 'rate-limiter-flexible';
import { limitKey } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';

/** Attempts that are free before the delays begin. */
const FREE_ATTEMPTS = 5;
/** After how many seconds without an attempt the count begins anew. */
const FORGET_SECONDS = 3600;
/**
 * The longest delays, in seconds. An account's is short: a stranger who tries from many
 * addresses can slow its owner down, but never lock them out.
 */
const ACCOUNT_DELAY_MAX = 30;
const ADDRESS_DELAY_MAX = 900;

/**
 * Slows the guessing of passwords: after five attempts each further one must wait twice as long,
 * counted per account and per address (IPv6: per /64).
 */
export class LoginThrottle {
  readonly #accounts = new GrowingDelay(ACCOUNT_DELAY_MAX);
  readonly #addresses = new GrowingDelay(ADDRESS_DELAY_MAX);

  /** Counts an attempt before its password is looked at; throws `account.too-many-attempts`. */
  async begin(username: string, address: string): Promise<void> {
    await this.#addresses.attempt(limitKey(address));
    await this.#accounts.attempt(username);
  }

  /** The password was right: the count begins anew. */
  async succeed(username: string, address: string): Promise<void> {
    await this.#addresses.forget(limitKey(address));
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
      throw new Problem('account.too-many-attempts', Math.ceil(closed.msBeforeNext / 1000));
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
