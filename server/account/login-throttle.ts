import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Engine } from '../engine/engine.ts';
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
  readonly #accounts: GrowingDelay;
  readonly #addresses: GrowingDelay;

  constructor(engine: Pick<Engine, 'createLimiter'>) {
    this.#accounts = new GrowingDelay(engine, 'account', ACCOUNT_DELAY_MAX);
    this.#addresses = new GrowingDelay(engine, 'address', ADDRESS_DELAY_MAX);
  }

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
  readonly #attempts: RateLimiterAbstract;
  readonly #gate: RateLimiterAbstract;
  readonly #max: number;

  constructor({ createLimiter }: Pick<Engine, 'createLimiter'>, name: string, max: number) {
    const points = Number.MAX_SAFE_INTEGER;
    this.#attempts = createLimiter({ name: `login-${name}`, points, seconds: FORGET_SECONDS });
    this.#gate = createLimiter({ name: `login-${name}-gate`, points: 1, seconds: 1 });
    this.#max = max;
  }

  async attempt(key: string): Promise<void> {
    const closed = await this.#gate.get(key);
    if (closed !== null && closed.msBeforeNext > 0) throw tooMany(closed);
    const { consumedPoints } = await this.#attempts.consume(key);
    const excess = consumedPoints - FREE_ATTEMPTS;
    if (excess < 0) return;
    try {
      // Of those who come at once, one goes through and closes the gate behind it.
      await this.#gate.consume(key, 1, { customDuration: Math.min(2 ** excess, this.#max) });
    } catch (error) {
      await this.#attempts.reward(key);
      throw error instanceof RateLimiterRes ? tooMany(error) : error;
    }
  }

  async forget(key: string): Promise<void> {
    await this.#attempts.delete(key);
    await this.#gate.delete(key);
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): Problem {
  return new Problem('account.too-many-attempts', { retryAfter: Math.ceil(msBeforeNext / 1000) });
}
