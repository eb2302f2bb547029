/** The length of a rest, in durations of the step before it: visitors come first. */
const REST_TIMES = 19;
const REST_MAX_MS = 5000;
/** The limit is for reports that first build the tables, which takes minutes. */
const REPORTS_MAX_MS = 10_000;

export class Pace {
  #waiting = 0;
  #wake: (() => void) | null = null;
  #endWait: (() => void) | null = null;

  /** Runs work for a waiting caller: it ends the current rest and takes no other. */
  async runWithoutRests<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waiting += 1;
    this.#wake?.();
    try {
      return await work();
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Ends a rest or a wait at once. */
  stop(): void {
    this.#wake?.();
    this.#endWait?.();
  }

  /** Waits until the reports are ready, for {@link REPORTS_MAX_MS} at most. */
  async waitFor(reports: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endWait = resolve;
    const timer = setTimeout(resolve, REPORTS_MAX_MS);
    await Promise.race([reports, promise]);
    clearTimeout(timer);
    this.#endWait = null;
  }

  /** Rests after a step of `stepMs` milliseconds, until a caller waits. */
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
