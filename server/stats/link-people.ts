/** Links, the lowest id first, and how many people came to each. */
export interface LinkPeople {
  readonly linkIds: Float64Array;
  readonly people: Int32Array;
}

/** Nobody came to any link. */
export const NOBODY: LinkPeople = { linkIds: new Float64Array(), people: new Int32Array() };

/** Adds up who came to the same links. */
export function mergeAll(parts: readonly LinkPeople[]): LinkPeople {
  // Two and two: there may be many small ones beside a large one.
  if (parts.length <= 1) return parts[0] ?? NOBODY;
  const middle = parts.length >>> 1;
  return merge(mergeAll(parts.slice(0, middle)), mergeAll(parts.slice(middle)));
}

function merge(one: LinkPeople, other: LinkPeople): LinkPeople {
  const most = one.linkIds.length + other.linkIds.length;
  const linkIds = new Float64Array(most);
  const people = new Int32Array(most);
  let links = 0;
  let i = 0;
  let j = 0;
  while (i < one.linkIds.length && j < other.linkIds.length) {
    const own = one.linkIds[i]!;
    const others = other.linkIds[j]!;
    linkIds[links] = Math.min(own, others);
    if (own <= others) {
      people[links]! += one.people[i]!;
      i += 1;
    }
    if (others <= own) {
      people[links]! += other.people[j]!;
      j += 1;
    }
    links += 1;
  }
  // Of one of them nothing is left.
  for (const [rest, from] of [
    [one, i],
    [other, j],
  ] as const) {
    linkIds.set(rest.linkIds.subarray(from), links);
    people.set(rest.people.subarray(from), links);
    links += rest.linkIds.length - from;
  }
  return { linkIds: linkIds.subarray(0, links), people: people.subarray(0, links) };
}
