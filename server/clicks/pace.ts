/**
 * How long counting rests after each of its steps, as many times as the step took: visitors have the
 * processor first, and what is in the journal is safe.
 */
const REST_TIMES = 19;
/** The longest rest, in milliseconds. */
const REST_MAX_MS = 5000;

/** Lets counting rest as long as nobody waits for it. */
export class Pace {
  #waiting = 0;
  #wake: (() => void) | null = null;

  /** Has work done that somebody waits for: until it ends there is no rest. */
  async hurry<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waiting += 1;
    this.wake();
    try {
      return await work();
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Ends the rest that is taken now. */
  wake(): void {
    this.#wake?.();
  }

  /** Rests from a step that took so many milliseconds, until somebody waits. */
  async rest(stepMs: number): Promise<void> {
    if (this.#waiting > 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, Math.min(REST_TIMES * stepMs, REST_MAX_MS));
    await promise;
    clearTimeout(timer);
    this.#wake = null;
  }
}
