import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Engine } from '../engine/engine.ts';
import { limitKey, networkKey } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import { CrowdLimit } from './crowd-limit.ts';
import { GrowingDelay, type TakeBack } from './growing-delay.ts';

/** The longest delay of one address, and of one login that guesses the old password, in seconds. */
const ADDRESS_DELAY_MAX = 900;
const SESSION_DELAY_MAX = 30;

/** The crowds in which an unknown address stands: its network's, the user name's, the whole site's. */
const NETWORK = { name: 'network', free: 20, seconds: 480 };
const USERNAME = { name: 'name', free: 5, seconds: 8, tired: { after: 10_000, seconds: 320 } };
const SITE = { name: 'site', free: 60, seconds: 4 };

/** When a refused address is told to come back, and for how long that is remembered. */
const RETURN_SECONDS = 1;
const RETURN_WITHIN_SECONDS = 30;
/** The earliest return that counts, in milliseconds: timers of clients are not exact. */
const RETURN_MIN_MS = 500;

/** One key for all: the site has one crowd of strangers. */
const EVERYBODY = 'all';

const nothing: TakeBack = () => Promise.resolve();

/**
 * Slows the guessing of passwords. After five attempts an address (IPv6: a /64) must wait twice as
 * long each time. Unknown addresses also share limits. While these are used up, an unknown address
 * is let in only when it comes back within half a minute.
 */
export class LoginThrottle {
  readonly #addresses: GrowingDelay;
  readonly #sessions: GrowingDelay;
  readonly #networks: CrowdLimit;
  readonly #usernames: CrowdLimit;
  readonly #site: CrowdLimit;
  readonly #refused: RateLimiterAbstract;

  constructor(engine: Pick<Engine, 'createLimiter'>) {
    this.#addresses = new GrowingDelay(engine, { name: 'address', max: ADDRESS_DELAY_MAX });
    this.#sessions = new GrowingDelay(engine, { name: 'session', max: SESSION_DELAY_MAX });
    this.#networks = new CrowdLimit(engine, NETWORK);
    this.#usernames = new CrowdLimit(engine, USERNAME);
    this.#site = new CrowdLimit(engine, SITE);
    this.#refused = engine.createLimiter({
      name: 'login-refused',
      points: Number.MAX_SAFE_INTEGER,
      seconds: RETURN_WITHIN_SECONDS,
    });
  }

  /**
   * Counts an attempt to log in before its password is looked at, and gives what takes it back;
   * throws `account.too-many-attempts`. `isKnown`: the owner has logged in from this address.
   */
  async beginLogin(username: string, address: string, isKnown: boolean): Promise<TakeBack> {
    const key = limitKey(address);
    await this.#addresses.assertOpen(key);
    const leave = isKnown ? nothing : await this.#enterCrowds(username, address);
    try {
      const takeBack = await this.#addresses.attempt(key);
      return () => Promise.all([takeBack(), leave()]);
    } catch (error) {
      await leave();
      throw error;
    }
  }

  /** Counts an attempt at the old password by a login; throws `account.too-many-attempts`. */
  async beginChange(tokenHash: string, address: string): Promise<void> {
    await this.#sessions.attempt(tokenHash);
    await this.#addresses.attempt(limitKey(address));
  }

  /** The old password was right: resets the counts of the login and its address. */
  async succeedChange(tokenHash: string, address: string): Promise<void> {
    await this.#sessions.forget(tokenHash);
    await this.#addresses.forget(limitKey(address));
  }

  /** The password was right: resets the counts of the address, its network, the user name and the site. */
  async succeed(username: string, address: string): Promise<void> {
    await this.#addresses.forget(limitKey(address));
    await this.#networks.forget(networkKey(address));
    await this.#usernames.forget(username);
    await this.#site.forget(EVERYBODY);
  }

  /** Tells an address to come back, and remembers that. */
  async #refuse(key: string): Promise<Problem> {
    await this.#refused.consume(key);
    return new Problem('account.too-many-attempts', { retryAfter: RETURN_SECONDS });
  }

  /** Takes a place in each crowd and gives what takes them back. */
  async #enterCrowds(username: string, address: string): Promise<TakeBack> {
    const key = limitKey(address);
    const told = await this.#refused.get(key);
    const isReturning = told !== null && isInTime(told.msBeforeNext);
    const crowds = [
      [this.#site, EVERYBODY],
      [this.#usernames, username],
      [this.#networks, networkKey(address)],
    ] as const;
    // Most are refused here, in a flood: a look costs less than to take and to take back.
    for (const [crowd, crowdKey] of isReturning ? [] : crowds) {
      if (!(await crowd.isCalm(crowdKey))) throw await this.#refuse(key);
    }
    const taken: TakeBack[] = [];
    const leave = () => Promise.all(taken.map((takeBack) => takeBack()));
    for (const [crowd, crowdKey] of crowds) {
      const takeBack = await crowd.enter(crowdKey, isReturning);
      if (takeBack === null) {
        await leave();
        throw await this.#refuse(key);
      }
      taken.push(takeBack);
    }
    // The next attempt has to come back again.
    if (told === null) return leave;
    await this.#refused.delete(key);
    return () => Promise.all([leave(), this.#refused.consume(key)]);
  }
}

/** Whether an address comes back in time, by what is left of the time. */
function isInTime(msLeft: number): boolean {
  return msLeft > 0 && RETURN_WITHIN_SECONDS * 1000 - msLeft >= RETURN_MIN_MS;
}
