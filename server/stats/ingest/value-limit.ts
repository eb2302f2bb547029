import { OTHER, VALUE_MAX, type Dimension } from '../../../contracts/stats.ts';

/** How many values of a dimension, and how many user agents, are told apart in a day. */
export const VALUES_A_DAY = 5000;
export const AGENTS_A_DAY = 10_000;

/**
 * Keeps visitors who invent values from filling the disk: what comes after so many is counted as
 * `other`. One is for one day.
 */
export class ValueLimit {
  readonly #values = new Map<Dimension, Set<string>>();
  readonly #agents = new Set<string>();

  /** The value to keep for a text. */
  keep(dimension: Dimension, text: string): string {
    const value = text.slice(0, VALUE_MAX).toWellFormed();
    if (value === '' || value === OTHER) return value;
    let values = this.#values.get(dimension);
    if (values === undefined) this.#values.set(dimension, (values = new Set()));
    return hasRoom(values, value, VALUES_A_DAY) ? value : OTHER;
  }

  /** The user agent to keep with its values; '' keeps the values alone. */
  keepAgent(userAgent: string): string {
    return hasRoom(this.#agents, userAgent, AGENTS_A_DAY) ? userAgent : '';
  }
}

/** Whether a set has a text, or takes it. */
function hasRoom(texts: Set<string>, text: string, max: number): boolean {
  if (texts.has(text)) return true;
  if (texts.size >= max) return false;
  texts.add(text);
  return true;
}
