import { createDetail, ROW_CLICKS_MAX, type DetailRows, type SettledDetail } from '../detail.ts';
import { QUARTERS } from '../quarter.ts';

/** What becomes of the details of a link and a day when they are settled. */
interface Merged {
  readonly body: Uint8Array;
  /** How many visitors the clicks had that were open. */
  readonly visitors: number;
}

/**
 * Puts all clicks of a link and a day into one detail, in which those that are alike have one row, or
 * as few as can count them. Each visitor counts with the first of their clicks, by the quarter; who is
 * not told apart, or no people by `isPeople`, counts not at all. What was settled before is kept as it is:
 * who came before and after that counts twice.
 */
export function mergeDetails(
  parts: readonly DetailRows[],
  isPeople: (agentId: number, isScan: boolean) => boolean,
): Merged {
  const { all, visitor } = putTogether(parts);
  const order = sortRows(all);
  const groups = groupRows(all, order);
  const seen = new Set<number>();
  // Of each group.
  const clicks = new Float64Array(groups.length);
  const visitors = new Float64Array(groups.length);
  for (const [group, from] of groups.entries()) {
    for (let i = from; i < (groups[group + 1] ?? order.length); i += 1) {
      const row = order[i]!;
      clicks[group]! += all.clicks[row]!;
      visitors[group]! += all.visitors[row]!;
      const number = visitor[row]!;
      if (number === 0 || seen.has(number)) continue;
      if (!isPeople(all.agent[row]!, all.scan[row] === 1)) continue;
      seen.add(number);
      visitors[group]! += 1;
    }
  }
  const firsts = groups.map((from) => order[from]!);
  return { body: createBody(all, firsts, clicks, visitors), visitors: seen.size };
}

/** A body of such rows as these are, each with so many clicks and visitors. */
function createBody(
  all: SettledDetail,
  rows: Uint32Array,
  clicks: Float64Array,
  visitors: Float64Array,
): Uint8Array {
  const count = clicks.reduce((sum, some) => sum + Math.ceil(some / ROW_CLICKS_MAX), 0);
  const { body, detail } = createDetail('settled', count);
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

/** Where in an order the rows begin that are alike. */
function groupRows(all: SettledDetail, order: Uint32Array): Uint32Array {
  const starts = new Uint32Array(order.length);
  let groups = 0;
  for (let i = 0; i < order.length; i += 1) {
    if (i > 0 && areAlike(all, order[i - 1]!, order[i]!)) continue;
    starts[groups] = i;
    groups += 1;
  }
  return starts.subarray(0, groups);
}

const columns = ['agent', 'referrer', 'campaign', 'place', 'language', 'scan', 'quarter'] as const;

/** All rows, with the visitor of each that is told apart, else 0. */
function putTogether(parts: readonly DetailRows[]): {
  all: SettledDetail;
  visitor: Float64Array;
} {
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
  return { all, visitor };
}

/** The rows by quarter, and in each so that those alike are neighbours. */
function sortRows(all: SettledDetail): Uint32Array {
  const ends = new Uint32Array(QUARTERS + 1);
  for (const quarter of all.quarter) ends[quarter + 1]! += 1;
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) ends[quarter + 1]! += ends[quarter]!;
  const order = new Uint32Array(all.rows);
  const next = ends.slice();
  for (let row = 0; row < all.rows; row += 1) {
    const quarter = all.quarter[row]!;
    order[next[quarter]!] = row;
    next[quarter]! += 1;
  }
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    if (ends[quarter + 1]! - ends[quarter]! < 2) continue;
    const some = order.subarray(ends[quarter], ends[quarter + 1]);
    some.sort((a, b) => compareRows(all, a, b) || a - b);
  }
  return order;
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
