import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Engine } from '../engine/engine.ts';
import { limitKey, networkKey } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import { SharedLimit } from './shared-limit.ts';
import { BackOff, type Undo } from './back-off.ts';

/** The longest delays of an address and of a session, in seconds. */
const ADDRESS_DELAY_MAX = 900;
const SESSION_DELAY_MAX = 30;

/** Unknown addresses share a limit per network, per user name, and for the whole site. */
const NETWORK = { name: 'network', freePerHour: 20, windowSeconds: 480 };
const USERNAME = {
  name: 'name',
  freePerHour: 5,
  windowSeconds: 8,
  slow: { afterPerDay: 10_000, windowSeconds: 320 },
};
const SITE = { name: 'site', freePerHour: 60, windowSeconds: 4 };

/** How many seconds later a refused address may return, and until when. */
const RETURN_SECONDS = 1;
const RETURN_WITHIN_SECONDS = 30;
/** The earliest return that counts: timers of clients are inexact. */
const RETURN_MIN_MS = 500;

const WHOLE_SITE = 'all';

const undoNothing: Undo = () => Promise.resolve();

/**
 * After five attempts each delay of an address (IPv6: a /64) doubles. Unknown addresses also share
 * limits. When these are used up, an unknown address must return within 30 s.
 */
export class LoginThrottle {
  readonly #addresses: BackOff;
  readonly #sessions: BackOff;
  readonly #networks: SharedLimit;
  readonly #usernames: SharedLimit;
  readonly #site: SharedLimit;
  readonly #refused: RateLimiterAbstract;

  constructor(engine: Pick<Engine, 'createLimiter'>) {
    this.#addresses = new BackOff(engine, { name: 'address', max: ADDRESS_DELAY_MAX });
    this.#sessions = new BackOff(engine, { name: 'session', max: SESSION_DELAY_MAX });
    this.#networks = new SharedLimit(engine, NETWORK);
    this.#usernames = new SharedLimit(engine, USERNAME);
    this.#site = new SharedLimit(engine, SITE);
    this.#refused = engine.createLimiter({
      name: 'login-refused',
      seconds: RETURN_WITHIN_SECONDS,
    });
  }

  /**
   * Counts an attempt before the password check and returns its undo. Throws
   * `account.too-many-attempts`. `isKnown`: the owner has logged in from this address.
   */
  async countLogin(username: string, address: string, isKnown: boolean): Promise<Undo> {
    const key = limitKey(address);
    await this.#addresses.assertOpen(key);
    const undoShared = isKnown ? undoNothing : await this.#countShared(username, address);
    try {
      const undo = await this.#addresses.countAttempt(key);
      return () => Promise.all([undo(), undoShared()]);
    } catch (error) {
      await undoShared();
      throw error;
    }
  }

  /** Throws `account.too-many-attempts`. */
  async countPasswordChange(tokenHash: string, address: string): Promise<void> {
    await this.#sessions.countAttempt(tokenHash);
    await this.#addresses.countAttempt(limitKey(address));
  }

  async resetPasswordChange(tokenHash: string, address: string): Promise<void> {
    await this.#sessions.reset(tokenHash);
    await this.#addresses.reset(limitKey(address));
  }

  async resetLogin(username: string, address: string): Promise<void> {
    await this.#addresses.reset(limitKey(address));
    await this.#networks.reset(networkKey(address));
    await this.#usernames.reset(username);
    await this.#site.reset(WHOLE_SITE);
  }

  async #refuse(key: string): Promise<Problem> {
    await this.#refused.consume(key);
    return new Problem('account.too-many-attempts', { retryAfter: RETURN_SECONDS });
  }

  /** Counts an attempt in each shared limit and returns its undo. */
  async #countShared(username: string, address: string): Promise<Undo> {
    const key = limitKey(address);
    const refusal = await this.#refused.get(key);
    const isReturning = refusal !== null && hasReturnedInTime(refusal.msBeforeNext);
    const limits = [
      [this.#site, WHOLE_SITE],
      [this.#usernames, username],
      [this.#networks, networkKey(address)],
    ] as const;
    // Most attempts of an attack end here: reading costs less than counting and undoing.
    for (const [limit, limitedKey] of isReturning ? [] : limits) {
      if (!(await limit.hasFreeAttempts(limitedKey))) throw await this.#refuse(key);
    }
    const taken: Undo[] = [];
    const undoShared = () => Promise.all(taken.map((undo) => undo()));
    for (const [limit, limitedKey] of limits) {
      const undo = await limit.admit(limitedKey, isReturning);
      if (undo === null) {
        await undoShared();
        throw await this.#refuse(key);
      }
      taken.push(undo);
    }
    if (refusal === null) return undoShared;
    await this.#refused.delete(key);
    return () => Promise.all([undoShared(), this.#refused.consume(key)]);
  }
}

function hasReturnedInTime(msLeft: number): boolean {
  return msLeft > 0 && RETURN_WITHIN_SECONDS * 1000 - msLeft >= RETURN_MIN_MS;
}
