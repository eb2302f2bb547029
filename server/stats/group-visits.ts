import { isPeople } from './classes.ts';
import type { LinkRows } from './open-chunk.ts';
import type { Visits } from './visits.ts';

/** The visits of one day. */
export interface DayGroups {
  readonly day: number;
  /** Their places among all visits, link by link. */
  readonly places: Int32Array;
  readonly links: LinkRows;
}

/** Sorts visits by day and link; those of a link stay in their order. */
export function groupVisits(visits: Visits): DayGroups[] {
  /** Day → how many visits it has. */
  const days = new Map<number, number>();
  for (let at = 0; at < visits.length; at += 1) {
    const day = visits.day(at);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return [...days].map(([day, size]) => {
    const places = new Int32Array(size);
    for (let at = 0, i = 0; at < visits.length; at += 1)
      if (visits.day(at) === day) places[i++] = at;
    return groupByLink(visits, day, places);
  });
}

/** Groups the visits of a day, which stand at these places. */
function groupByLink(visits: Visits, day: number, all: Int32Array): DayGroups {
  /** Link → its number, by when it came up. */
  const numbers = new Map<number, number>();
  const numberOf = new Int32Array(all.length);
  for (let i = 0; i < all.length; i += 1) {
    const linkId = visits.linkId(all[i]!);
    let number = numbers.get(linkId);
    if (number === undefined) numbers.set(linkId, (number = numbers.size));
    numberOf[i] = number;
  }
  const linkIds = Float64Array.from(numbers.keys()).sort();
  const ends = new Int32Array(linkIds.length);
  const people = new Int32Array(linkIds.length);
  /** Number of a link → its place in the order. */
  const placeOf = new Int32Array(linkIds.length);
  for (let place = 0; place < linkIds.length; place += 1) {
    placeOf[numbers.get(linkIds[place]!)!] = place;
  }
  for (let i = 0; i < all.length; i += 1) {
    const place = placeOf[numberOf[i]!]!;
    ends[place]! += 1;
    if (isPeople(visits.class(all[i]!))) people[place]! += 1;
  }
  for (let place = 1; place < ends.length; place += 1) ends[place]! += ends[place - 1]!;
  const places = new Int32Array(all.length);
  // From the last on: what is written next stands before what was.
  const next = ends.slice();
  for (let i = all.length - 1; i >= 0; i -= 1) {
    places[(next[placeOf[numberOf[i]!]!]! -= 1)] = all[i]!;
  }
  return { day, places, links: { linkIds, ends, people } };
}
