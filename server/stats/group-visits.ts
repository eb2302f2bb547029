import type { Visits } from './visits.ts';

/** The visits to one link on one day: some of the places in a list. */
export interface VisitGroup {
  readonly linkId: number;
  /** Where its places begin in the list of the day, and where they end. */
  readonly from: number;
  readonly to: number;
}

/** The visits of one day. */
export interface DayGroups {
  readonly day: number;
  /** Their places among all visits, link by link. */
  readonly places: Uint32Array;
  /** In the order of the ids. */
  readonly groups: readonly VisitGroup[];
}

/** Sorts visits by day and link; those of a group stay in their order. */
export function groupVisits(visits: Visits): DayGroups[] {
  const days = new Map<number, Map<number, number>>();
  /** Of each group how many visits it has. */
  const sizes: number[] = [];
  const slotOf = new Uint32Array(visits.length);
  for (let at = 0; at < visits.length; at += 1) {
    const day = visits.day(at);
    const linkId = visits.linkId(at);
    let links = days.get(day);
    if (links === undefined) days.set(day, (links = new Map()));
    let slot = links.get(linkId);
    if (slot === undefined) {
      slot = sizes.length;
      links.set(linkId, slot);
      sizes.push(0);
    }
    sizes[slot]! += 1;
    slotOf[at] = slot;
  }
  const places = new Uint32Array(visits.length);
  /** Of each group where its next place is written. */
  const next = new Uint32Array(sizes.length);
  let begun = 0;
  const grouped = [...days].map(([day, links]) => {
    const first = begun;
    const groups = [...links]
      .sort(([a], [b]) => a - b)
      .map(([linkId, slot]) => {
        const from = begun;
        next[slot] = from;
        begun += sizes[slot]!;
        return { linkId, from: from - first, to: begun - first };
      });
    return { day, groups, places: places.subarray(first, begun) };
  });
  for (let at = 0; at < visits.length; at += 1) {
    const slot = slotOf[at]!;
    places[next[slot]!] = at;
    next[slot]! += 1;
  }
  return grouped;
}
