import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { AttemptLimit } from './engine.ts';

export function createMemoryLimiter({ name, points, seconds }: AttemptLimit): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
}
