import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Engine } from '../../engine/engine.ts';
import { Problem } from '../../http/problem.ts';

const FREE_ATTEMPTS = 5;
/** Seconds without an attempt after which the count restarts. */
const FORGET_SECONDS = 3600;

export type Undo = () => Promise<unknown>;

interface BackOffOptions {
  readonly name: string;
  readonly max: number;
  /** Attempts without a delay; 5 by default. */
  readonly free?: number;
}

export class BackOff {
  readonly #attempts: RateLimiterAbstract;
  readonly #gate: RateLimiterAbstract;
  readonly #max: number;
  readonly #free: number;

  constructor({ createLimiter }: Pick<Engine, 'createLimiter'>, options: BackOffOptions) {
    const name = `login-${options.name}`;
    this.#attempts = createLimiter({ name, seconds: FORGET_SECONDS });
    this.#gate = createLimiter({ name: `${name}-gate`, points: 1, seconds: 1 });
    this.#max = options.max;
    this.#free = options.free ?? FREE_ATTEMPTS;
  }

  /** Throws `account.too-many-attempts` during a delay. Counts nothing. */
  async assertOpen(key: string): Promise<void> {
    const closed = await this.#gate.get(key);
    if (closed !== null && closed.msBeforeNext > 0) throw tooManyAttempts(closed);
  }

  /** Returns the undo of the attempt. Throws `account.too-many-attempts` during a delay. */
  async countAttempt(key: string): Promise<Undo> {
    await this.assertOpen(key);
    const { consumedPoints } = await this.#attempts.consume(key);
    const excess = consumedPoints - this.#free;
    const undo = () => this.#attempts.reward(key);
    if (excess < 0) return undo;
    try {
      // One of several simultaneous attempts passes the gate and closes it.
      await this.#gate.consume(key, 1, { customDuration: Math.min(2 ** excess, this.#max) });
      return () => Promise.all([undo(), this.#gate.delete(key)]);
    } catch (error) {
      await undo();
      throw error instanceof RateLimiterRes ? tooManyAttempts(error) : error;
    }
  }

  async reset(key: string): Promise<void> {
    await this.#attempts.delete(key);
    await this.#gate.delete(key);
  }
}

export function tooManyAttempts({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>): Problem {
  return new Problem('account.too-many-attempts', { retryAfter: Math.ceil(msBeforeNext / 1000) });
}

/** Undoes what the work relies on if it fails. */
export async function runOrUndo<Result>(undo: Undo, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await undo();
    throw error;
  }
}
