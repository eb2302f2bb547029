import type { Engine } from '../../engine/engine.ts';

/** The shortest time between two requests to other servers, in milliseconds. */
const ASK_MS = 1000;
/** The key in the change feed that asks all servers to count. */
const COUNT_NOW = 'count-clicks-now';
/** A rest after counting, in durations of the count, so that visitors get the processor. */
const REST_TIMES = 9;
const REST_MAX_MS = 250;

interface NewestClicksOptions {
  readonly engine: Engine;
  readonly drain: () => Promise<number>;
  readonly onError: (error: unknown) => void;
}

/** Counts this server's clicks before it resolves, and others' a moment later. */
export function createNewestCounter({
  engine,
  drain,
  onError,
}: NewestClicksOptions): () => Promise<void> {
  let rested: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;
  async function countAndRest(): Promise<void> {
    // Later callers need a new count: this one may miss their clicks.
    next = null;
    const begun = performance.now();
    const counted = drain();
    rested = counted
      .catch(() => null)
      .then((clicks) => {
        // Finding nothing takes long only when others use the processor: no rest is due.
        if (clicks === 0) return undefined;
        return Bun.sleep(Math.min(REST_TIMES * (performance.now() - begun), REST_MAX_MS));
      });
    await counted;
  }
  const count = () => (next ??= rested.then(countAndRest));
  if (!engine.sql.isShared) return count;
  engine.changes.subscribe('option', (key) => {
    if (key === COUNT_NOW) void count().catch(onError);
  });
  let requestedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = performance.now();
    if (now - requestedAt >= ASK_MS) {
      requestedAt = now;
      await engine.write((_, changed) => Promise.resolve(changed('option', COUNT_NOW)));
    }
    await count();
  };
}
