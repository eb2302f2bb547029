import { grow } from '../grow.ts';
import { Numbering } from '../numbering.ts';
import { readTopLinks, TOP_LINKS_MAX } from '../top-links.ts';
import type { DayTop, LinkDay, LinkDayPeople } from './top-links.store.ts';

/** Tells how many people came to links on days, where any did. */
type CountOn = (visits: readonly LinkDay[]) => Promise<readonly LinkDayPeople[]>;

/** The links that are among the top of some days. */
export class TopSums {
  readonly #areExact: boolean;
  /** Of how many days. */
  readonly #topCount: number;
  /** Those that do not tell of all links for sure. */
  readonly #partialTops: readonly DayTop[];
  readonly #numbering = new Numbering();
  /** By number: a link, its people on those of the days on which it is among the top, and how many. */
  #ids = new Float64Array(64);
  #listed = new Float64Array(64);
  #days = new Float64Array(64);
  /** Of the links that somebody has asked for all their people. */
  readonly #people = new Map<number, number>();
  /** Links that had people, as somebody has found out who looked for those without. */
  readonly #visited = new Set<number>();

  /** The tops by their days. Not `areExact`: people may have come since. */
  constructor(tops: readonly DayTop[], areExact: boolean) {
    this.#areExact = areExact;
    this.#topCount = tops.length;
    const partial: DayTop[] = [];
    for (const top of tops) {
      const listed = this.#listAll(top);
      if (!areExact || listed === TOP_LINKS_MAX) partial.push(top);
    }
    this.#partialTops = partial;
  }

  /** Returns how many links there are. */
  #listAll({ links }: DayTop): number {
    let listed = 0;
    readTopLinks(links, (linkId, people) => {
      this.#list(linkId, people);
      listed += 1;
    });
    return listed;
  }

  #list(linkId: number, people: number): void {
    const number = this.#numbering.numberOf(linkId >>> 0, highOf(linkId));
    if (number === this.#ids.length) {
      this.#ids = grow(this.#ids, 2 * number);
      this.#listed = grow(this.#listed, 2 * number);
      this.#days = grow(this.#days, 2 * number);
    }
    this.#ids[number] = linkId;
    this.#listed[number]! += people;
    this.#days[number]! += 1;
  }

  #find(linkId: number): number {
    return this.#numbering.find(linkId >>> 0, highOf(linkId));
  }

  /** How many bytes it takes, about. */
  get size(): number {
    const tops = this.#partialTops.reduce((sum, { links }) => sum + links.length, 0);
    return tops + this.#numbering.bytes + 24 * this.#ids.length;
  }

  /** Tells of each link and its people on the days on which it is among the top. */
  forEach(tell: (linkId: number, people: number) => void): void {
    for (let number = 0; number < this.#numbering.size; number += 1) {
      tell(this.#ids[number]!, this.#listed[number]!);
    }
  }

  /** The people of a link on the days on which it is among the top; 0 when it is on none. */
  listedOf(linkId: number): number {
    return this.#listed[this.#find(linkId)] ?? 0;
  }

  /** How many people came to a link on all of the days; it must have been counted. */
  peopleOf(linkId: number): number {
    return this.#people.get(linkId)!;
  }

  /** Counts the people of links: as the tops of the days say it, or else as `countOn` does. */
  async countPeople(linkIds: readonly number[], countOn: CountOn): Promise<void> {
    const ids = linkIds.filter((id) => !this.#people.has(id));
    if (ids.length === 0) return;
    const people = new Map(ids.map((id) => [id, this.#areExact ? this.listedOf(id) : 0]));
    // Those on top of each day are known already.
    const partly = ids.filter(
      (id) => !this.#areExact || this.#days[this.#find(id)] !== this.#topCount,
    );
    for (const one of await countOn(this.#listUnknown(this.#partialTops, partly))) {
      people.set(one.linkId, people.get(one.linkId)! + one.people);
    }
    for (const [linkId, count] of people) this.#people.set(linkId, count);
  }

  /**
   * Those of some links to which nobody came on any of the days, and counts them as such. Most had
   * people on one of the last days: the others are looked at for fewer and fewer links.
   */
  async findSilent(linkIds: readonly number[], countOn: CountOn): Promise<number[]> {
    const mayBe = linkIds.filter((id) => this.listedOf(id) === 0 && !this.#visited.has(id));
    let unknown = mayBe.filter((id) => !this.#people.has(id));
    let end = this.#partialTops.length;
    for (let days = 1; end > 0 && unknown.length > 0; days *= 4) {
      const some = this.#partialTops.slice(Math.max(0, end - days), end);
      end -= days;
      for (const { linkId, people } of await countOn(this.#listUnknown(some, unknown))) {
        if (people > 0) this.#visited.add(linkId);
      }
      unknown = unknown.filter((id) => !this.#visited.has(id));
    }
    for (const id of unknown) this.#people.set(id, 0);
    return mayBe.filter((id) => this.#people.get(id) === 0);
  }

  /** On which days tops say nothing of which of these links. */
  #listUnknown(tops: readonly DayTop[], linkIds: readonly number[]): LinkDay[] {
    if (linkIds.length === 0) return [];
    return tops.flatMap(({ day, links }) => {
      const missing = new Set(linkIds);
      if (this.#areExact) readTopLinks(links, (linkId) => missing.delete(linkId));
      return [...missing].map((linkId): LinkDay => [day, linkId]);
    });
  }
}

/** The bits of an id beyond 32. */
function highOf(linkId: number): number {
  return linkId < 2 ** 32 ? 0 : Math.floor(linkId / 2 ** 32);
}
