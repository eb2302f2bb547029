import PQueue from 'p-queue';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Engine } from '../../engine/engine.ts';
import { limitKey } from '../../http/client/client-address.ts';
import { runOrUndo, tooManyAttempts, type Undo } from '../throttle/back-off.ts';
import { Greylist } from '../throttle/greylist.ts';
import { matchesLinkPassword } from './password.ts';
import { SharedLimit } from '../throttle/shared-limit.ts';

const ADDRESS = { name: 'link-password', points: 10, seconds: 600 };
/** Addresses that never had the password right share these limits. */
const LINK = {
  name: 'link-password-link',
  freePerHour: 60,
  windowSeconds: 8,
  slow: { afterPerDay: 10_000, windowSeconds: 320 },
};
const SITE = { name: 'link-password-site', freePerHour: 600, windowSeconds: 2 };
const ALL_LINKS = 'all';

const KNOWN_SECONDS = 24 * 3600;

/** Per priority. A hash takes 30 ms, so the last waits 0.5 s. */
const PLACES_MAX = 16;
const RETRY = { msBeforeNext: 1000 };

interface LinkPasswordAttempt {
  readonly linkId: number;
  readonly address: string;
  readonly password: string;
  readonly hash: string;
}

export class LinkPasswords {
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #places = { known: 0, other: 0 };
  readonly #addresses: RateLimiterAbstract;
  readonly #known: RateLimiterAbstract;
  readonly #greylist: Greylist;
  readonly #links: SharedLimit;
  readonly #site: SharedLimit;

  constructor(engine: Pick<Engine, 'createLimiter'>) {
    this.#addresses = engine.createLimiter(ADDRESS);
    this.#known = engine.createLimiter({ name: 'link-password-known', seconds: KNOWN_SECONDS });
    this.#greylist = new Greylist(engine, 'link-password');
    this.#links = new SharedLimit(engine, LINK);
    this.#site = new SharedLimit(engine, SITE);
  }

  /** Throws `account.too-many-attempts`: nothing was compared, and the attempt does not count. */
  async isRight(attempt: LinkPasswordAttempt): Promise<boolean> {
    const { linkId, address } = attempt;
    const client = `${linkId} ${limitKey(address)}`;
    const lastRight = await this.#known.get(client);
    const group = lastRight !== null && lastRight.msBeforeNext > 0 ? 'known' : 'other';
    if (this.#places[group] >= PLACES_MAX) throw tooManyAttempts(RETRY);
    this.#places[group] += 1;
    try {
      const undo = await this.#count(client, linkId, group === 'known');
      const isRight = await runOrUndo(undo, () => this.#compare(attempt, group === 'known'));
      if (isRight) {
        await undo();
        await this.#addresses.delete(client);
        await this.#known.set(client, 1, KNOWN_SECONDS);
      }
      return isRight;
    } finally {
      this.#places[group] -= 1;
    }
  }

  #compare({ password, hash }: LinkPasswordAttempt, isKnown: boolean): Promise<boolean> {
    const priority = isKnown ? 1 : 0;
    return this.#queue.add(() => matchesLinkPassword(password, hash), { priority });
  }

  async #count(client: string, linkId: number, isKnown: boolean): Promise<Undo> {
    const undoAddress = await this.#countAddress(client);
    if (isKnown) return undoAddress;
    const limits = [[this.#site, ALL_LINKS] as const, [this.#links, String(linkId)] as const];
    const undoShared = await runOrUndo(undoAddress, () => this.#greylist.count(client, limits));
    return () => Promise.all([undoAddress(), undoShared()]);
  }

  async #countAddress(client: string): Promise<Undo> {
    try {
      await this.#addresses.consume(client);
      return () => this.#addresses.reward(client);
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal;
      throw tooManyAttempts(refusal as RateLimiterRes);
    }
  }
}
