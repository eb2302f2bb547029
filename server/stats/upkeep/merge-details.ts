import {
  createDetail,
  createSiteDetail,
  ROW_CLICKS_MAX,
  type DetailRows,
  type SettledDetail,
} from '../detail.ts';
import { decodeRuns, ofNobody, uniteLinks, writePlaces, type LinkRuns } from '../link-runs.ts';
import { QUARTERS } from '../quarter.ts';

/** What becomes of the details of a link and a day, or of the site's, when they are settled. */
interface Merged {
  readonly body: Uint8Array;
  /** How many visitors the clicks had that were open. */
  readonly visitors: number;
}

/**
 * Puts all clicks of a link and a day, or of the site, into one detail, in which those of a link that are
 * alike have one row, or as few as can count them. Each visitor counts with the first of their clicks, by
 * the quarter; who is not told apart, or no people by `isPeople`, counts not at all. What was settled
 * before is kept as it is: who came before and after that counts twice.
 */
export function mergeDetails(
  parts: readonly DetailRows[],
  isPeople: (agentId: number, isScan: boolean) => boolean,
): Merged {
  const together = putTogether(parts);
  const { all, links } = together;
  const byTime = sortRows(all);
  const visitors = countFirsts(together, byTime, isPeople);
  const order = links === null ? byTime : sortByLinks(links, byTime);
  const groups = groupRows(together, order);
  const clicksOf = new Float64Array(groups.length);
  const visitorsOf = new Float64Array(groups.length);
  for (const [group, from] of groups.entries()) {
    for (let i = from; i < (groups[group + 1] ?? order.length); i += 1) {
      clicksOf[group]! += all.clicks[order[i]!]!;
      visitorsOf[group]! += all.visitors[order[i]!]!;
    }
  }
  const firsts = groups.map((from) => order[from]!);
  return { body: createBody(together, firsts, clicksOf, visitorsOf), visitors };
}

/** Some clicks, each row with what it stands for. */
interface Together {
  /** A visitor counts with their first click, once these are known. */
  readonly all: SettledDetail;
  /** The visitor of each row that is told apart, else 0. */
  readonly visitor: Float64Array;
  /** Whose the rows are, where they are not all of one link. */
  readonly links: RowLinks | null;
}

interface RowLinks {
  readonly linkIds: Float64Array;
  /** Row → the place of its link among these. */
  readonly places: Int32Array;
}

/** Counts each visitor with the first of their rows in an order; returns how many there are. */
function countFirsts(
  { all, visitor }: Together,
  order: Int32Array,
  isPeople: (agentId: number, isScan: boolean) => boolean,
): number {
  const seen = new Set<number>();
  for (const row of order) {
    const number = visitor[row]!;
    if (number === 0 || seen.has(number)) continue;
    if (!isPeople(all.agent[row]!, all.scan[row] === 1)) continue;
    seen.add(number);
    all.visitors[row] = 1;
  }
  return seen.size;
}

/** A body of such rows as these are, each with so many clicks and visitors. */
function createBody(
  { all, links }: Together,
  rows: Int32Array,
  clicks: Float64Array,
  visitors: Float64Array,
): Uint8Array {
  const counts = Int32Array.from(clicks, (some) => Math.ceil(some / ROW_CLICKS_MAX));
  const { body, detail } =
    links === null
      ? createDetail(
          'settled',
          counts.reduce((sum, count) => sum + count, 0),
        )
      : createSiteDetail(findRuns(links, rows, counts));
  let to = 0;
  for (const [group, row] of rows.entries()) {
    let visitorsLeft = visitors[group]!;
    for (let left = clicks[group]!; left > 0; left -= ROW_CLICKS_MAX, to += 1) {
      for (const column of columns) detail[column][to] = all[column][row]!;
      detail.clicks[to] = Math.min(left, ROW_CLICKS_MAX);
      detail.visitors[to] = Math.min(visitorsLeft, ROW_CLICKS_MAX);
      visitorsLeft -= detail.visitors[to]!;
    }
  }
  return body;
}

/** Whose rows these become, each as many as its count says. */
function findRuns({ linkIds, places }: RowLinks, rows: Int32Array, counts: Int32Array): LinkRuns {
  const ends = new Int32Array(linkIds.length);
  let end = 0;
  for (const [group, row] of rows.entries()) {
    end += counts[group]!;
    ends[places[row]!] = end;
  }
  return { linkIds, ends };
}

/** Where in an order the rows begin that are alike. */
function groupRows({ all, links }: Together, order: Int32Array): Int32Array {
  const starts = new Int32Array(order.length);
  let groups = 0;
  for (let i = 0; i < order.length; i += 1) {
    const [last, row] = [order[i - 1]!, order[i]!];
    const isSameLink = links === null || links.places[last] === links.places[row];
    if (i > 0 && isSameLink && areAlike(all, last, row)) continue;
    starts[groups] = i;
    groups += 1;
  }
  return starts.subarray(0, groups);
}

const columns = ['agent', 'referrer', 'campaign', 'place', 'language', 'scan', 'quarter'] as const;

/** All rows of some details. */
function putTogether(parts: readonly DetailRows[]): Together {
  const rows = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  const { detail: all } = createDetail('settled', rows);
  const visitor = new Float64Array(rows);
  let at = 0;
  for (const { detail, from, to } of parts) {
    // Most have one row: a view of each column would cost more than all there is to copy.
    for (const column of columns) {
      const [target, source] = [all[column], detail[column]];
      for (let row = from; row < to; row += 1) target[at + row - from] = source[row]!;
    }
    for (let row = from; row < to; row += 1, at += 1) {
      if (detail.form === 'settled') {
        all.clicks[at] = detail.clicks[row]!;
        all.visitors[at] = detail.visitors[row]!;
      } else {
        all.clicks[at] = 1;
        visitor[at] = detail.visitorHigh[row]! * 2 ** 32 + detail.visitorLow[row]!;
      }
    }
  }
  return { all, visitor, links: putLinksTogether(parts, rows) };
}

/** Whose the rows of some details are; null: of one link. */
function putLinksTogether(parts: readonly DetailRows[], rows: number): RowLinks | null {
  const known = parts.map(({ detail, runs }): LinkRuns | null => {
    if (runs !== undefined) return runs;
    return detail.form === 'settled' && detail.runs !== null ? decodeRuns(detail.runs) : null;
  });
  if (known.every((runs) => runs === null)) return null;
  const runsOf = known.map((runs, part) => runs ?? ofNobody(parts[part]!.detail.rows));
  const linkIds = uniteLinks(runsOf.map((runs) => runs.linkIds));
  const places = new Int32Array(rows);
  let at = 0;
  for (const runs of runsOf) {
    writePlaces(runs, linkIds, places, at);
    at += runs.ends.at(-1) ?? 0;
  }
  return { linkIds, places };
}

/** The rows by quarter, and in each so that those alike are neighbours. */
function sortRows(all: SettledDetail): Int32Array {
  const byRow = Int32Array.from({ length: all.rows }, (_, row) => row);
  const { order, ends } = sortBy(all.quarter, QUARTERS, byRow);
  let from = 0;
  for (const end of ends) {
    if (end - from > 1) {
      order.subarray(from, end).sort((a, b) => compareRows(all, a, b) || a - b);
    }
    from = end;
  }
  return order;
}

/** The rows by their links, those of each in the order in which they were. */
function sortByLinks({ linkIds, places }: RowLinks, order: Int32Array): Int32Array {
  return sortBy(places, linkIds.length, order).order;
}

/**
 * Rows by what a column says of them, which is less than `max`, those alike in their former order; and where
 * those of each number end.
 */
function sortBy(column: Uint8Array | Int32Array, max: number, rows: Int32Array) {
  const ends = new Int32Array(max);
  for (const row of rows) ends[column[row]!]! += 1;
  for (let number = 1; number < max; number += 1) ends[number]! += ends[number - 1]!;
  const next = ends.slice();
  const order = new Int32Array(rows.length);
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const row = rows[i]!;
    next[column[row]!]! -= 1;
    order[next[column[row]!]!] = row;
  }
  return { order, ends };
}

function areAlike(all: SettledDetail, a: number, b: number): boolean {
  return all.quarter[a] === all.quarter[b] && compareRows(all, a, b) === 0;
}

function compareRows(all: SettledDetail, a: number, b: number): number {
  return (
    all.agent[a]! - all.agent[b]! ||
    all.referrer[a]! - all.referrer[b]! ||
    all.campaign[a]! - all.campaign[b]! ||
    all.place[a]! - all.place[b]! ||
    all.language[a]! - all.language[b]! ||
    all.scan[a]! - all.scan[b]!
  );
}
