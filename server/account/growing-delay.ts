import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Engine } from '../engine/engine.ts';
import { Problem } from '../http/problem.ts';

/** Attempts that are free before the delays begin. */
const FREE_ATTEMPTS = 5;
/** After how many seconds without an attempt the count is 0 again. */
const FORGET_SECONDS = 3600;

/** Takes an attempt out of the count. */
export type TakeBack = () => Promise<unknown>;

interface GrowingDelayOptions {
  readonly name: string;
  /** The longest delay, in seconds. */
  readonly max: number;
}

/** After five attempts with a key, each further one must wait twice as long. */
export class GrowingDelay {
  readonly #attempts: RateLimiterAbstract;
  readonly #gate: RateLimiterAbstract;
  readonly #max: number;

  constructor({ createLimiter }: Pick<Engine, 'createLimiter'>, options: GrowingDelayOptions) {
    const points = Number.MAX_SAFE_INTEGER;
    const name = `login-${options.name}`;
    this.#attempts = createLimiter({ name, points, seconds: FORGET_SECONDS });
    this.#gate = createLimiter({ name: `${name}-gate`, points: 1, seconds: 1 });
    this.#max = options.max;
  }

  /** Throws `account.too-many-attempts` while an attempt would have to wait; counts nothing. */
  async assertOpen(key: string): Promise<void> {
    const closed = await this.#gate.get(key);
    if (closed !== null && closed.msBeforeNext > 0) throw tooMany(closed);
  }

  /**
   * Counts an attempt and gives what takes it back; throws `account.too-many-attempts` when it has to
   * wait.
   */
  async attempt(key: string): Promise<TakeBack> {
    await this.assertOpen(key);
    const { consumedPoints } = await this.#attempts.consume(key);
    const excess = consumedPoints - FREE_ATTEMPTS;
    const takeBack = () => this.#attempts.reward(key);
    if (excess < 0) return takeBack;
    try {
      // Of those that come at once, one goes through and closes the gate behind it.
      await this.#gate.consume(key, 1, { customDuration: Math.min(2 ** excess, this.#max) });
      return () => Promise.all([takeBack(), this.#gate.delete(key)]);
    } catch (error) {
      await takeBack();
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
