import { NOBODY, type LinkPeople } from '../link-people.ts';
import { findLink } from '../link-runs.ts';

/** Links of settled days, some of which may have none. */
export interface SettledLinks extends LinkPeople {
  /** How many it takes that are no other's. */
  readonly bytes: number;
}

/**
 * How many clicks links have on some days, those that are settled and those that are open. These are not
 * added up, as that would take longer than to go through both.
 */
export class LinkCounts {
  readonly #settled: LinkPeople;
  readonly #open: LinkPeople;

  constructor(settled: LinkPeople = NOBODY, open: LinkPeople = NOBODY) {
    this.#settled = settled;
    this.#open = open;
  }

  clicksOf(linkId: number): number {
    return clicksOf(this.#settled, linkId) + clicksOf(this.#open, linkId);
  }

  /** Tells of all links that have clicks, and of some that have none, the lowest id first. */
  forEach(tell: (linkId: number, clicks: number) => void): void {
    const { linkIds, people } = this.#settled;
    const { linkIds: openIds, people: openPeople } = this.#open;
    let next = 0;
    for (let place = 0; place < linkIds.length; place += 1) {
      const linkId = linkIds[place]!;
      for (; next < openIds.length && openIds[next]! < linkId; next += 1) {
        tell(openIds[next]!, openPeople[next]!);
      }
      let clicks = people[place]!;
      if (next < openIds.length && openIds[next] === linkId) {
        clicks += openPeople[next]!;
        next += 1;
      }
      tell(linkId, clicks);
    }
    for (; next < openIds.length; next += 1) tell(openIds[next]!, openPeople[next]!);
  }

  /** Tells whether links have clicks, which must be asked for with the lowest id first. */
  inOrder(): (linkId: number) => boolean {
    const settled = clicksInOrder(this.#settled);
    const open = clicksInOrder(this.#open);
    return (linkId) => settled(linkId) + open(linkId) > 0;
  }
}

function clicksOf(links: LinkPeople, linkId: number): number {
  return clicksAt(links, findLink(links, linkId), linkId);
}

function clicksInOrder(links: LinkPeople): (linkId: number) => number {
  const { linkIds } = links;
  let place = 0;
  return (linkId) => {
    while (place < linkIds.length && linkIds[place]! < linkId) place += 1;
    return clicksAt(links, place, linkId);
  };
}

function clicksAt({ linkIds, people }: LinkPeople, place: number, linkId: number): number {
  return place < linkIds.length && linkIds[place] === linkId ? people[place]! : 0;
}
