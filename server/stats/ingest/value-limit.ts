import { OTHER, VALUE_MAX, type Dimension } from '../../../contracts/stats.constants.ts';

/** Distinct values per dimension and day, and distinct user agents per day. */
export const VALUES_A_DAY = 5000;
export const AGENTS_A_DAY = 10_000;

/** Keeps invented values from filling the disk. One instance serves one day. */
export class ValueLimit {
  readonly #values = new Map<Dimension, Set<string>>();
  readonly #agents = new Set<string>();

  keep(dimension: Dimension, text: string): string {
    const value = text.slice(0, VALUE_MAX).toWellFormed();
    if (value === '' || value === OTHER) return value;
    let values = this.#values.get(dimension);
    if (values === undefined) this.#values.set(dimension, (values = new Set()));
    return addIfRoom(values, value, VALUES_A_DAY) ? value : OTHER;
  }

  /** '' stores only what the rules read from it. */
  keepAgent(userAgent: string): string {
    return addIfRoom(this.#agents, userAgent, AGENTS_A_DAY) ? userAgent : '';
  }
}

/** Whether the set has the text, or had room to add it. */
function addIfRoom(texts: Set<string>, text: string, max: number): boolean {
  if (texts.has(text)) return true;
  if (texts.size >= max) return false;
  texts.add(text);
  return true;
}
