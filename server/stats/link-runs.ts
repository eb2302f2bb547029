import { NumberWriter, readNumber, type Reading } from './numbers.ts';

/** Whose rows stand where: links, the lowest id first, each of them once. */
export interface LinkRuns {
  readonly linkIds: Float64Array;
  /** Where the rows of each link end, which is where those of the next begin. */
  readonly ends: Int32Array;
}

/** Writes runs as they are stored: of each how much higher the id is than the last, and how many rows. */
export function encodeRuns({ linkIds, ends }: LinkRuns): Uint8Array {
  const writer = new NumberWriter();
  writer.write(linkIds.length);
  for (let place = 0; place < linkIds.length; place += 1) {
    writer.write(linkIds[place]! - (place === 0 ? 0 : linkIds[place - 1]!));
    writer.write(ends[place]! - (place === 0 ? 0 : ends[place - 1]!));
  }
  return writer.take();
}

export function decodeRuns(body: Uint8Array): LinkRuns {
  const from: Reading = { body, at: 0 };
  const links = readNumber(from);
  const runs = { linkIds: new Float64Array(links), ends: new Int32Array(links) };
  let [linkId, end] = [0, 0];
  for (let place = 0; place < links; place += 1) {
    linkId += readNumber(from);
    end += readNumber(from);
    runs.linkIds[place] = linkId;
    runs.ends[place] = end;
  }
  return runs;
}

/** Rows of links that nobody knows, as they were settled before that was noted: all have the id of none. */
export function ofNobody(rows: number): LinkRuns {
  return { linkIds: Float64Array.of(0), ends: Int32Array.of(rows) };
}

/** The place among links of the first whose id is not below one. */
export function findLink({ linkIds }: Pick<LinkRuns, 'linkIds'>, linkId: number): number {
  let low = 0;
  let high = linkIds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (linkIds[middle]! < linkId) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the rows of the link at a place begin and end. */
export function rowsAt(
  { ends }: Pick<LinkRuns, 'ends'>,
  place: number,
): { from: number; to: number } {
  return { from: place === 0 ? 0 : ends[place - 1]!, to: ends[place]! };
}

/** All links that are in any of some lists, each of which has the lowest id first. */
export function uniteLinks(lists: readonly Float64Array[]): Float64Array {
  // Two and two: there may be many short ones beside a long one.
  if (lists.length <= 1) return lists[0] ?? new Float64Array();
  const middle = lists.length >>> 1;
  return unite(uniteLinks(lists.slice(0, middle)), uniteLinks(lists.slice(middle)));
}

function unite(some: Float64Array, others: Float64Array): Float64Array {
  const all = new Float64Array(some.length + others.length);
  let links = 0;
  let i = 0;
  let j = 0;
  while (i < some.length && j < others.length) {
    const one = some[i]!;
    const other = others[j]!;
    all[links] = Math.min(one, other);
    links += 1;
    if (one <= other) i += 1;
    if (other <= one) j += 1;
  }
  // Of one of them nothing is left.
  const rest = i < some.length ? some.subarray(i) : others.subarray(j);
  all.set(rest, links);
  return all.slice(0, links + rest.length);
}

/** The places that some links have among all, which have them. */
export function placesOf(linkIds: Float64Array, all: Float64Array): Int32Array {
  const places = new Int32Array(linkIds.length);
  for (let at = 0, place = 0; at < places.length; at += 1) {
    while (all[place]! < linkIds[at]!) place += 1;
    places[at] = place;
  }
  return places;
}

/** Writes of each row of runs, from `at` on, the place that its link has among all, which have it. */
export function writePlaces(
  { linkIds, ends }: LinkRuns,
  all: Float64Array,
  places: Int32Array,
  at: number,
): void {
  let place = 0;
  let row = 0;
  for (let run = 0; run < linkIds.length; run += 1) {
    while (all[place]! < linkIds[run]!) place += 1;
    for (; row < ends[run]!; row += 1) places[at + row] = place;
  }
}
