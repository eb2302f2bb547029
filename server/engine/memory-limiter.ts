import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { AttemptLimit } from './engine.ts';

export const UNLIMITED = Number.MAX_SAFE_INTEGER;

export function createMemoryLimiter({
  name,
  points = UNLIMITED,
  seconds,
}: AttemptLimit): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
}
