import { createHash } from 'node:crypto';
import type { Engine } from '../../engine/engine.ts';
import { limitKey, networkKey } from '../../http/client/client-address.ts';
import { BackOff, runOrUndo, type Undo } from './back-off.ts';
import { Greylist } from './greylist.ts';
import { SharedLimit } from './shared-limit.ts';

/** The longest delays of an address and of a session, in seconds. */
const ADDRESS_DELAY_MAX = 900;
const SESSION_DELAY_MAX = 30;
/** Failures in an hour at all names of a site with several. */
const FREE_AT_ALL_NAMES = 20;

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

interface PasswordAttempt {
  readonly username: string;
  readonly address: string;
  /** Whether the site has several accounts: one must not clear, or use up, the attempts of another. */
  readonly hasOthers: boolean;
}

export interface LoginAttempt extends PasswordAttempt {
  /** Whether the account has logged in from there. */
  readonly isKnown: boolean;
}

/** What to do with a counted attempt: `undo` if it was not made, `succeed` if it was right. */
export interface CountedAttempt {
  readonly undo: Undo;
  readonly succeed: () => Promise<unknown>;
}

/**
 * After five attempts each delay of an address (IPv6: a /64) doubles. Unknown addresses also share
 * limits. When these are used up, an unknown address must return within 30 s.
 */
export class LoginThrottle {
  readonly #addresses: BackOff;
  readonly #allNames: BackOff;
  readonly #sessions: BackOff;
  readonly #links: BackOff;
  readonly #networks: SharedLimit;
  readonly #usernames: SharedLimit;
  readonly #site: SharedLimit;
  readonly #greylist: Greylist;

  constructor(engine: Pick<Engine, 'createLimiter'>) {
    this.#addresses = new BackOff(engine, { name: 'address', max: ADDRESS_DELAY_MAX });
    this.#allNames = new BackOff(engine, {
      name: 'all-names',
      max: ADDRESS_DELAY_MAX,
      free: FREE_AT_ALL_NAMES,
    });
    this.#sessions = new BackOff(engine, { name: 'session', max: SESSION_DELAY_MAX });
    this.#links = new BackOff(engine, { name: 'link', max: ADDRESS_DELAY_MAX });
    this.#networks = new SharedLimit(engine, NETWORK);
    this.#usernames = new SharedLimit(engine, USERNAME);
    this.#site = new SharedLimit(engine, SITE);
    this.#greylist = new Greylist(engine, 'login');
  }

  /** Throws `account.too-many-attempts`. */
  async countLogin(attempt: LoginAttempt): Promise<CountedAttempt> {
    const { address, isKnown, hasOthers } = attempt;
    const username = hashName(attempt.username);
    const client = limitKey(address);
    const key = keyOf(attempt);
    const taken: Undo[] = [];
    const undo = () => Promise.all(taken.map((step) => step()));
    await this.#addresses.assertOpen(key);
    if (!isKnown) {
      if (hasOthers) taken.push(await this.#allNames.countAttempt(client));
      taken.push(await runOrUndo(undo, () => this.#countShared(username, address)));
    }
    taken.push(await runOrUndo(undo, () => this.#addresses.countAttempt(key)));
    const succeed = async (): Promise<void> => {
      if (!hasOthers) return this.#resetAll(username, address);
      await undo();
      await this.#addresses.reset(key);
    };
    return { undo, succeed };
  }

  /** Throws `account.too-many-attempts`. */
  async countPasswordChange(tokenHash: string, attempt: PasswordAttempt): Promise<void> {
    await this.#sessions.countAttempt(tokenHash);
    await this.#addresses.countAttempt(keyOf(attempt));
  }

  async resetPasswordChange(tokenHash: string, attempt: PasswordAttempt): Promise<void> {
    await this.#sessions.reset(tokenHash);
    await this.#addresses.reset(keyOf(attempt));
  }

  /** A one-time link is too long to guess: this only keeps guesses from costing much. */
  async countLink(address: string): Promise<Undo> {
    return this.#links.countAttempt(limitKey(address));
  }

  async #resetAll(username: string, address: string): Promise<void> {
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

/** People type passwords into user names, and limits are stored: no table has what was typed. */
function hashName(username: string): string {
  return createHash('sha256').update(`login name ${username}`).digest('base64url');
}

function keyOf({ username, address, hasOthers }: PasswordAttempt): string {
  return hasOthers ? `${limitKey(address)} ${hashName(username)}` : limitKey(address);
}
