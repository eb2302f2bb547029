import type { Engine } from '../../engine/engine.ts';

/** How often the other servers of a site are asked at most, in milliseconds. */
const ASK_MS = 1000;
/** What the change feed names who asks. */
const COUNT_NOW = 'count-clicks-now';
/**
 * How long counting rests for those who look, as many times as it took, and at most in milliseconds:
 * the less time is left for visitors, the longer.
 */
const REST_TIMES = 9;
const REST_MAX_MS = 250;

interface NewestClicksOptions {
  readonly engine: Engine;
  /** Adds to the counts what the journal of this server holds; resolves with the number of clicks. */
  readonly drain: () => Promise<number>;
  readonly onError: (error: unknown) => void;
}

/**
 * Has the newest clicks counted for who looks at statistics: those of this server when the promise
 * resolves, those of others an instant later.
 */
export function countNewest({ engine, drain, onError }: NewestClicksOptions): () => Promise<void> {
  let rested: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;
  async function countAndRest(): Promise<void> {
    // Who asks from here on wants clicks that may be passed by already.
    next = null;
    const begun = performance.now();
    const counted = drain();
    rested = counted
      .catch(() => null)
      .then((clicks) => {
        // To find nothing takes as long as whoever looks is busy with something else.
        if (clicks === 0) return undefined;
        return Bun.sleep(Math.min(REST_TIMES * (performance.now() - begun), REST_MAX_MS));
      });
    await counted;
  }
  const count = () => (next ??= rested.then(countAndRest));
  if (!engine.sql.isShared) return count;
  engine.changes.subscribe('option', (key) => {
    // Who has changed an option must not wait for it.
    if (key === COUNT_NOW) void count().catch(onError);
  });
  let asked = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = performance.now();
    if (now - asked >= ASK_MS) {
      asked = now;
      await engine.write((_, changed) => Promise.resolve(changed('option', COUNT_NOW)));
    }
    await count();
  };
}
