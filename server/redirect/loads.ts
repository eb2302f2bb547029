import { getCodeFamily } from '../engine/code-spellings.ts';

/** A look-up, or several of one family of codes. */
export interface Load {
  readonly family: string;
  count: number;
  /** Whether the link changed meanwhile: the result may be outdated. */
  isStale: boolean;
}

export class Loads {
  readonly #loads = new Map<string, Load>();

  begin(typed: string): Load {
    const family = getCodeFamily(typed);
    const load = this.#loads.get(family) ?? { family, count: 0, isStale: false };
    load.count += 1;
    this.#loads.set(family, load);
    return load;
  }

  end(load: Load): void {
    load.count -= 1;
    if (load.count === 0 && !load.isStale) this.#loads.delete(load.family);
  }

  change(code: string): void {
    const load = this.#loads.get(getCodeFamily(code));
    if (load !== undefined) this.#markStale(load);
  }

  changeAll(): void {
    for (const load of this.#loads.values()) this.#markStale(load);
  }

  /** Later look-ups of the code do not join this one. */
  #markStale(load: Load): void {
    load.isStale = true;
    this.#loads.delete(load.family);
  }
}
