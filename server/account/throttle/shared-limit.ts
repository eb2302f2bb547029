import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Engine } from '../../engine/engine.ts';
import type { Undo } from './back-off.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** Attempts in a window. At 20 a second they last 1.6 s: long enough for each return. */
const WINDOW_MAX = 32;

interface SharedLimitOptions {
  readonly name: string;
  readonly freePerHour: number;
  readonly windowSeconds: number;
  /** Longer windows after `afterPerDay` attempts in a day. */
  readonly slow?: { readonly afterPerDay: number; readonly windowSeconds: number };
}

/** Greylisting: after the free attempts of an hour, only addresses that return get in. */
export class SharedLimit {
  readonly #options: SharedLimitOptions;
  readonly #hour: RateLimiterAbstract;
  readonly #day: RateLimiterAbstract;
  readonly #window: RateLimiterAbstract;
  readonly #longWindow: RateLimiterAbstract;

  constructor({ createLimiter }: Pick<Engine, 'createLimiter'>, options: SharedLimitOptions) {
    const { name } = options;
    this.#options = options;
    this.#hour = createLimiter({ name, seconds: HOUR_SECONDS });
    this.#day = createLimiter({ name: `${name}-day`, seconds: DAY_SECONDS });
    this.#window = createLimiter({
      name: `${name}-window`,
      seconds: options.windowSeconds,
    });
    this.#longWindow = createLimiter({
      name: `${name}-long`,
      seconds: options.slow?.windowSeconds ?? options.windowSeconds,
    });
  }

  async hasFreeAttempts(key: string): Promise<boolean> {
    const counted = await this.#hour.get(key);
    return (
      counted === null ||
      counted.msBeforeNext <= 0 ||
      counted.consumedPoints < this.#options.freePerHour
    );
  }

  /** `isReturning`: the address was refused and returned in time. Null when no attempt is free. */
  async admit(key: string, isReturning: boolean): Promise<Undo | null> {
    const free = await countUpTo(this.#hour, key, this.#options.freePerHour);
    if (free !== null || !isReturning) return free;
    const undo = await countUpTo(await this.#pickWindow(key), key, WINDOW_MAX);
    if (undo === null || this.#options.slow === undefined) return undo;
    await this.#day.consume(key);
    return () => Promise.all([undo(), this.#day.reward(key)]);
  }

  async reset(key: string): Promise<void> {
    await this.#hour.delete(key);
  }

  async #pickWindow(key: string): Promise<RateLimiterAbstract> {
    const { slow } = this.#options;
    if (slow === undefined) return this.#window;
    const today = await this.#day.get(key);
    return (today?.consumedPoints ?? 0) < slow.afterPerDay ? this.#window : this.#longWindow;
  }
}

async function countUpTo(
  limiter: RateLimiterAbstract,
  key: string,
  max: number,
): Promise<Undo | null> {
  const { consumedPoints } = await limiter.consume(key);
  const undo = () => limiter.reward(key);
  if (consumedPoints <= max) return undo;
  await undo();
  return null;
}
