import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { AttemptLimit } from './engine.ts';

/** Counts attempts in the memory of the one server. */
export function createMemoryLimiter({ name, points, seconds }: AttemptLimit): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
}
