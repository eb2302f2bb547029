/**
 * How long nobody has waited for anything when there is leisure, in milliseconds: a page loads for a while before
 * it asks for what is on it, and as long as it is open clicks are counted once a second.
 */
const QUIET_MS = 500;

/** Tells those for whose work nobody waits when nobody waits for anything else either. */
export class Leisure {
  readonly #quietMs: number;
  #open = 0;
  #interrupted = Number.NEGATIVE_INFINITY;

  constructor(quietMs = QUIET_MS) {
    this.#quietMs = quietMs;
  }

  /** Runs what somebody waits for: until it has ended there is no leisure. */
  async interrupt<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#open += 1;
    try {
      return await run();
    } finally {
      this.#open -= 1;
      this.#interrupted = performance.now();
    }
  }

  /** Resolves when there is leisure. */
  async find(): Promise<void> {
    for (;;) {
      const quiet = this.#open > 0 ? 0 : performance.now() - this.#interrupted;
      if (quiet >= this.#quietMs) return;
      await Bun.sleep(this.#quietMs - quiet);
    }
  }
}
