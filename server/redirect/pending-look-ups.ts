import { getCodeFamily } from '../engine/code-spellings.ts';

/** A look-up, or several of one family of codes. */
export interface PendingLookUp {
  readonly family: string;
  count: number;
  /** Whether the link changed meanwhile: the result may be outdated. */
  isStale: boolean;
}

/** Tells which look-ups a change has made outdated. */
export class PendingLookUps {
  readonly #lookUps = new Map<string, PendingLookUp>();

  begin(typed: string): PendingLookUp {
    const family = getCodeFamily(typed);
    const lookUp = this.#lookUps.get(family) ?? { family, count: 0, isStale: false };
    lookUp.count += 1;
    this.#lookUps.set(family, lookUp);
    return lookUp;
  }

  end(lookUp: PendingLookUp): void {
    lookUp.count -= 1;
    if (lookUp.count === 0 && !lookUp.isStale) this.#lookUps.delete(lookUp.family);
  }

  markChanged(code: string): void {
    const lookUp = this.#lookUps.get(getCodeFamily(code));
    if (lookUp !== undefined) this.#markStale(lookUp);
  }

  markAllChanged(): void {
    for (const lookUp of this.#lookUps.values()) this.#markStale(lookUp);
  }

  /** Later look-ups of the code do not join this one. */
  #markStale(lookUp: PendingLookUp): void {
    lookUp.isStale = true;
    this.#lookUps.delete(lookUp.family);
  }
}
