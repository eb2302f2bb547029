import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Engine } from '../engine/engine.ts';
import type { TakeBack } from './growing-delay.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/**
 * How many attempts one window takes. Twenty attempts a second need 1.6 s to use them up, and an
 * address that asks each second asks within that time.
 */
const WINDOW_MAX = 32;

interface CrowdLimitOptions {
  readonly name: string;
  /** How many attempts an hour every address may make at once. */
  readonly free: number;
  /** The length of a window, in seconds. */
  readonly seconds: number;
  /** After so many attempts in a day, windows last this many seconds. */
  readonly tired?: { readonly after: number; readonly seconds: number };
}

/**
 * Greylisting of the attempts of many addresses together: while there are few, each is let in at
 * once. Behind that only addresses that come back are let in, {@link WINDOW_MAX} in each window.
 */
export class CrowdLimit {
  readonly #options: CrowdLimitOptions;
  readonly #hour: RateLimiterAbstract;
  readonly #day: RateLimiterAbstract;
  readonly #window: RateLimiterAbstract;
  readonly #longWindow: RateLimiterAbstract;

  constructor({ createLimiter }: Pick<Engine, 'createLimiter'>, options: CrowdLimitOptions) {
    const points = Number.MAX_SAFE_INTEGER;
    const name = `login-${options.name}`;
    this.#options = options;
    this.#hour = createLimiter({ name, points, seconds: HOUR_SECONDS });
    this.#day = createLimiter({ name: `${name}-day`, points, seconds: DAY_SECONDS });
    this.#window = createLimiter({ name: `${name}-window`, points, seconds: options.seconds });
    this.#longWindow = createLimiter({
      name: `${name}-long`,
      points,
      seconds: options.tired?.seconds ?? options.seconds,
    });
  }

  /** Whether an address that comes for the first time may be let in; counts nothing. */
  async isCalm(key: string): Promise<boolean> {
    const counted = await this.#hour.get(key);
    return (
      counted === null || counted.msBeforeNext <= 0 || counted.consumedPoints < this.#options.free
    );
  }

  /**
   * Takes a place for an attempt and gives what takes it back, or null when there is no place.
   * `isReturning`: the address was told to come back, and did.
   */
  async enter(key: string, isReturning: boolean): Promise<TakeBack | null> {
    const free = await take(this.#hour, key, this.#options.free);
    if (free !== null || !isReturning) return free;
    const place = await take(await this.#pickWindow(key), key, WINDOW_MAX);
    if (place === null || this.#options.tired === undefined) return place;
    await this.#day.consume(key);
    return () => Promise.all([place(), this.#day.reward(key)]);
  }

  /** Lets every address in at once again. */
  async forget(key: string): Promise<void> {
    await this.#hour.delete(key);
  }

  async #pickWindow(key: string): Promise<RateLimiterAbstract> {
    const { tired } = this.#options;
    if (tired === undefined) return this.#window;
    const today = await this.#day.get(key);
    return (today?.consumedPoints ?? 0) < tired.after ? this.#window : this.#longWindow;
  }
}

/** Counts one with a limiter unless it has counted `max`; gives what takes it back. */
async function take(
  limiter: RateLimiterAbstract,
  key: string,
  max: number,
): Promise<TakeBack | null> {
  const { consumedPoints } = await limiter.consume(key);
  const takeBack = () => limiter.reward(key);
  if (consumedPoints <= max) return takeBack;
  await takeBack();
  return null;
}
