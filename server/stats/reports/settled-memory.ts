/** Something that was found out, and how much room it takes. */
interface Known<Value> {
  readonly value: Value;
  readonly weight: number;
}

/** What anything takes beside its value and its key. */
const ENTRY_WEIGHT = 256;

/**
 * Remembers what was found out of settled days: it holds until one of them becomes another, which
 * gives all of them another revision.
 */
export class SettledMemory<Value> {
  readonly #weigh: (value: Value) => number;
  readonly #weightMax: number;
  readonly #known = new Map<string, Known<Value>>();
  #weight = 0;
  #revision = '';

  constructor(weightMax: number, weigh: (value: Value) => number) {
    this.#weightMax = weightMax;
    this.#weigh = weigh;
  }

  /**
   * What is known by a key, or else what `find` finds out. The revision must have been read before
   * anything that the key says.
   */
  async get(revision: string, key: string, find: () => Promise<Value>): Promise<Value> {
    if (revision !== this.#revision) this.#forgetAll(revision);
    const known = this.#known.get(key);
    const value = known === undefined ? await find() : known.value;
    // What it was found out of may be another by now.
    if (revision === this.#revision) this.#remember(key, value);
    return value;
  }

  #forgetAll(revision: string): void {
    this.#known.clear();
    this.#weight = 0;
    this.#revision = revision;
  }

  #remember(key: string, value: Value): void {
    this.#forget(key);
    const weight = this.#weigh(value) + key.length + ENTRY_WEIGHT;
    this.#known.set(key, { value, weight });
    this.#weight += weight;
    // The first is the one that was not asked for for the longest time.
    for (const oldest of this.#known.keys()) {
      if (this.#weight <= this.#weightMax) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#weight -= this.#known.get(key)?.weight ?? 0;
    this.#known.delete(key);
  }
}
