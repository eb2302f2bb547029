import { familyOf } from '../engine/code-spellings.ts';

/** A look-up under way, or several of one family of codes. */
export interface Load {
  readonly family: string;
  /** How many look-ups stand behind it. */
  count: number;
  /** Whether the link changed since it began: what it finds may be old. */
  isStale: boolean;
}

/** The look-ups of codes that are under way, by the family of the code. */
export class Loads {
  readonly #loads = new Map<string, Load>();

  begin(typed: string): Load {
    const family = familyOf(typed);
    const load = this.#loads.get(family) ?? { family, count: 0, isStale: false };
    load.count += 1;
    this.#loads.set(family, load);
    return load;
  }

  end(load: Load): void {
    load.count -= 1;
    if (load.count === 0 && !load.isStale) this.#loads.delete(load.family);
  }

  /** The link with this code changed. */
  change(code: string): void {
    const load = this.#loads.get(familyOf(code));
    if (load !== undefined) this.#outdate(load);
  }

  changeAll(): void {
    for (const load of this.#loads.values()) this.#outdate(load);
  }

  /** Whoever looks the code up from now on does not stand behind it. */
  #outdate(load: Load): void {
    load.isStale = true;
    this.#loads.delete(load.family);
  }
}
