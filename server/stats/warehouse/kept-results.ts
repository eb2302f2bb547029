const RESULTS_MAX = 200;
/** Of keys and results, in UTF-16 units. */
const LENGTH_MAX = 4 * 1024 * 1024;

/** Results by their keys, as JSON. Beyond a limit, the oldest ones go. */
export class KeptResults {
  readonly #results = new Map<string, string>();
  #length = 0;

  /** Computes the result unless it is kept. One call at a time. */
  async get<Result>(key: string, compute: () => Promise<Result>): Promise<Result> {
    const kept = this.#results.get(key);
    if (kept !== undefined) return JSON.parse(kept) as Result;
    const result = await compute();
    const json = JSON.stringify(result);
    if (key.length + json.length > LENGTH_MAX) return result;
    this.#results.set(key, json);
    this.#length += key.length + json.length;
    for (const [oldest, { length }] of this.#results) {
      if (this.#results.size <= RESULTS_MAX && this.#length <= LENGTH_MAX) break;
      this.#results.delete(oldest);
      this.#length -= oldest.length + length;
    }
    return result;
  }

  clear(): void {
    this.#results.clear();
    this.#length = 0;
  }
}
