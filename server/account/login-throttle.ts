import type { Engine } from '../engine/engine.ts';
import { limitKey, networkKey } from '../http/client/client-address.ts';
import { BackOff, runOrUndo, type Undo } from './back-off.ts';
import { Greylist } from './greylist.ts';
import { SharedLimit } from './shared-limit.ts';

/** The longest delays of an address and of a session, in seconds. */
const ADDRESS_DELAY_MAX = 900;
const SESSION_DELAY_MAX = 30;

/** Unknown addresses share a limit per network, per user name, and for the whole site. */
const NETWORK = { name: 'login-network', freePerHour: 20, windowSeconds: 480 };
const USERNAME = {
  name: 'login-name',
  freePerHour: 5,
  windowSeconds: 8,
  slow: { afterPerDay: 10_000, windowSeconds: 320 },
};
const SITE = { name: 'login-site', freePerHour: 60, windowSeconds: 4 };

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
  readonly #greylist: Greylist;

  constructor(engine: Pick<Engine, 'createLimiter'>) {
    this.#addresses = new BackOff(engine, { name: 'address', max: ADDRESS_DELAY_MAX });
    this.#sessions = new BackOff(engine, { name: 'session', max: SESSION_DELAY_MAX });
    this.#networks = new SharedLimit(engine, NETWORK);
    this.#usernames = new SharedLimit(engine, USERNAME);
    this.#site = new SharedLimit(engine, SITE);
    this.#greylist = new Greylist(engine, 'login');
  }

  /** Returns the undo. Throws `account.too-many-attempts`. `isKnown`: has logged in from there. */
  async countLogin(username: string, address: string, isKnown: boolean): Promise<Undo> {
    const key = limitKey(address);
    await this.#addresses.assertOpen(key);
    const undoShared = isKnown ? undoNothing : await this.#countShared(username, address);
    const undo = await runOrUndo(undoShared, () => this.#addresses.countAttempt(key));
    return () => Promise.all([undo(), undoShared()]);
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

  #countShared(username: string, address: string): Promise<Undo> {
    return this.#greylist.count(limitKey(address), [
      [this.#site, WHOLE_SITE],
      [this.#usernames, username],
      [this.#networks, networkKey(address)],
    ]);
  }
}
