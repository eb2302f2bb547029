/** A look-up under way, or several of one code. */
export interface Load {
  readonly lower: string;
  /** How many look-ups stand behind it. */
  count: number;
  /** Whether the link changed since it began: what it finds may be old. */
  isStale: boolean;
}

/** The look-ups of codes that are under way, by their code in lower case. */
export class Loads {
  readonly #loads = new Map<string, Load>();

  begin(typed: string): Load {
    const lower = typed.toLowerCase();
    const load = this.#loads.get(lower) ?? { lower, count: 0, isStale: false };
    load.count += 1;
    this.#loads.set(lower, load);
    return load;
  }

  end(load: Load): void {
    load.count -= 1;
    if (load.count === 0 && !load.isStale) this.#loads.delete(load.lower);
  }

  /** The link with this code changed. */
  change(code: string): void {
    const load = this.#loads.get(code.toLowerCase());
    if (load !== undefined) this.#outdate(load);
  }

  changeAll(): void {
    for (const load of this.#loads.values()) this.#outdate(load);
  }

  /** Whoever looks the code up from now on does not stand behind it. */
  #outdate(load: Load): void {
    load.isStale = true;
    this.#loads.delete(load.lower);
  }
}
