import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Engine } from '../../engine/engine.ts';
import { Problem } from '../../http/problem.ts';
import type { Undo } from './back-off.ts';
import type { SharedLimit } from './shared-limit.ts';

/** How many seconds later a refused address may return, and until when. */
const RETURN_SECONDS = 1;
const RETURN_WITHIN_SECONDS = 30;
/** The earliest return that counts: timers of clients are inexact. */
const RETURN_MIN_MS = 500;

export type CountedLimit = readonly [limit: SharedLimit, key: string];

/** When a limit that addresses share is used up, an address must return within 30 s. */
export class Greylist {
  readonly #refused: RateLimiterAbstract;

  constructor({ createLimiter }: Pick<Engine, 'createLimiter'>, name: string) {
    this.#refused = createLimiter({ name: `${name}-refused`, seconds: RETURN_WITHIN_SECONDS });
  }

  /** Counts an attempt in each limit and returns its undo. Throws `account.too-many-attempts`. */
  async count(client: string, limits: readonly CountedLimit[]): Promise<Undo> {
    const refusal = await this.#refused.get(client);
    const isReturning = refusal !== null && hasReturnedInTime(refusal.msBeforeNext);
    // Most attempts of an attack end here: reading costs less than counting and undoing.
    for (const [limit, key] of isReturning ? [] : limits) {
      if (!(await limit.hasFreeAttempts(key))) throw await this.#refuse(client);
    }
    const taken: Undo[] = [];
    const undoAll = () => Promise.all(taken.map((undo) => undo()));
    for (const [limit, key] of limits) {
      const undo = await limit.admit(key, isReturning);
      if (undo === null) {
        await undoAll();
        throw await this.#refuse(client);
      }
      taken.push(undo);
    }
    if (refusal === null) return undoAll;
    await this.#refused.delete(client);
    return () => Promise.all([undoAll(), this.#refused.consume(client)]);
  }

  async #refuse(client: string): Promise<Problem> {
    await this.#refused.consume(client);
    return new Problem('account.too-many-attempts', { retryAfter: RETURN_SECONDS });
  }
}

function hasReturnedInTime(msLeft: number): boolean {
  return msLeft > 0 && RETURN_WITHIN_SECONDS * 1000 - msLeft >= RETURN_MIN_MS;
}
