import { readTopLinks, TOP_LINKS_MAX } from '../top-links.ts';
import type { DayTop, LinkDay, LinkDayPeople } from './top-links.store.ts';

/** The links that are among the top of some days. */
export class TopSums {
  /** Link → its people on those of the days on which it is among the top. */
  readonly sums: ReadonlyMap<number, number>;
  /** The ids of them, most people first. */
  readonly ranked: readonly number[];
  readonly #tops: readonly DayTop[];
  readonly #areExact: boolean;
  /** Of the links that somebody has asked for all their people. */
  readonly #people = new Map<number, number>();

  /** Not `areExact`: people may have come since. */
  constructor(tops: readonly DayTop[], areExact: boolean) {
    const sums = new Map<number, number>();
    for (const { links } of tops) {
      readTopLinks(links, (linkId, people) => sums.set(linkId, (sums.get(linkId) ?? 0) + people));
    }
    this.#tops = tops;
    this.#areExact = areExact;
    this.sums = sums;
    this.ranked = [...sums].sort(([a, most], [b, more]) => more - most || a - b).map(([id]) => id);
  }

  /** How many bytes it takes, about. */
  get size(): number {
    return 64 * this.sums.size + this.#tops.reduce((sum, { links }) => sum + links.length, 0);
  }

  /** How many people came to a link on all of the days; it must have been counted. */
  peopleOf(linkId: number): number {
    return this.#people.get(linkId)!;
  }

  /** Counts the people of links: as the tops of the days say it, or else as `countOn` does. */
  async countPeople(
    linkIds: readonly number[],
    countOn: (visits: readonly LinkDay[]) => Promise<readonly LinkDayPeople[]>,
  ): Promise<void> {
    const ids = linkIds.filter((id) => !this.#people.has(id));
    if (ids.length === 0) return;
    const people = new Map(ids.map((id) => [id, 0]));
    const add = (linkId: number, more: number): void => {
      people.set(linkId, people.get(linkId)! + more);
    };
    const unknown: LinkDay[] = [];
    for (const { day, links } of this.#tops) {
      const missing = new Set(ids);
      let listed = 0;
      readTopLinks(links, (linkId, more) => {
        listed += 1;
        if (this.#areExact && missing.delete(linkId)) add(linkId, more);
      });
      if (this.#areExact && listed < TOP_LINKS_MAX) continue;
      for (const linkId of missing) unknown.push([day, linkId]);
    }
    for (const one of await countOn(unknown)) add(one.linkId, one.people);
    for (const [linkId, count] of people) this.#people.set(linkId, count);
  }
}
