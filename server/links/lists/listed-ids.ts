import type { LinkSelection, Resolved } from '../../../contracts/links/link-filter.ts';
import type { Reach } from '../../access/reach.ts';
import type { Engine } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import { selectSortKeys, sortIds, type SortKey, type Sorting } from './link-list.store.ts';
import { listFrom, type Place } from './list-from.ts';
import { findMatching, sortUnique, splitIds } from './matching-ids.ts';
import { selectAll } from './link-filter.store.ts';

/** Ids that the database sorts at once: a few hundredths of a second. */
const RUN = 10_000;
/** The next links of each run whose values are in memory; a long URL has 8 KiB at most. */
const AHEAD = 50;

export interface Listing extends Sorting {
  /** Null: links that match `where`. */
  readonly ids: readonly number[] | null;
  readonly where: Resolved<LinkSelection>;
  readonly domains: readonly string[];
  /** Ids per batch. */
  readonly size: number;
}

/**
 * Ids in an order, in batches. Each link comes once, even if it changes its place meanwhile; links
 * may be gone or beyond the reach. Takes time in proportion to the links, and pauses for requests.
 */
export async function* selectListedIds(
  engine: Engine,
  reach: Reach,
  listing: Listing,
): AsyncGenerator<number[]> {
  const { sort, order, size } = listing;
  const ids = listing.ids === null ? await find(engine, reach, listing) : sortUnique(listing.ids);
  if (ids === null) yield* walkAll(engine, reach, listing);
  else if (sort === undefined) yield* splitIds(order === 'asc' ? ids : ids.toReversed(), size);
  else yield* mergeRuns(engine, await sortRuns(engine, ids, listing), listing);
}

/** Null: all links, in the order of their ids. */
async function find(engine: Engine, reach: Reach, listing: Listing): Promise<number[] | null> {
  const { where, domains, sort } = listing;
  const found = await findMatching(engine, reach, { where, domains, now: nowSeconds() });
  if (found === null && sort === undefined) return null;
  return (found ?? (await selectAll(engine))).ids;
}

async function* walkAll(engine: Engine, reach: Reach, { order, size }: Listing) {
  for (let place: Place | null = null; ;) {
    const places: Place[] = await listFrom(engine, reach, { place, order, size });
    if (places.length > 0) yield places.map(({ id }) => id);
    if (places.length < size) return;
    place = places.at(-1)!;
  }
}

/** A sorted part of the ids. */
interface Run {
  readonly ids: readonly number[];
  /** How many ids were read. */
  read: number;
  /** The next links, the first one at the end. */
  ahead: SortKey[];
}

async function sortRuns(engine: Engine, ids: readonly number[], sorting: Sorting): Promise<Run[]> {
  const runs: Run[] = [];
  for (const part of splitIds(ids, RUN)) {
    const sorted = await sortIds(engine, part, sorting, { skip: 0, size: RUN });
    runs.push({ ids: sorted, read: 0, ahead: [] });
    await yieldToRequests();
  }
  return runs;
}

async function* mergeRuns(
  engine: Engine,
  sorted: readonly Run[],
  { sort, order, size }: Listing,
): AsyncGenerator<number[]> {
  const [only] = sorted;
  if (sorted.length === 1) yield* splitIds(only!.ids, size);
  if (sorted.length <= 1) return;
  const sign = order === 'asc' ? 1 : -1;
  /** The run with the next link is the last. */
  const runs: Run[] = [];
  const insert = async (run: Run) => {
    if (run.ahead.length === 0) await readAhead(engine, run, { sort, order });
    const key = run.ahead.at(-1);
    if (key !== undefined) runs.splice(findPlace(runs, key, sign), 0, run);
  };
  for (const run of sorted) await insert(run);
  let batch: number[] = [];
  for (let run = runs.pop(); run !== undefined; run = runs.pop()) {
    batch.push(run.ahead.pop()!.id);
    await insert(run);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Leaves `ahead` empty at the end of the run. */
async function readAhead(engine: Engine, run: Run, sorting: Sorting): Promise<void> {
  while (run.ahead.length === 0 && run.read < run.ids.length) {
    const next = run.ids.slice(run.read, run.read + AHEAD);
    run.read += next.length;
    run.ahead = (await selectSortKeys(engine, next, sorting)).toReversed();
  }
}

/** Where a run belongs among others, whose first links descend (`sign` 1) or ascend (-1). */
function findPlace(runs: readonly Run[], key: SortKey, sign: 1 | -1): number {
  let [from, to] = [0, runs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sign * compareKeys(runs[middle]!.ahead.at(-1)!, key) > 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function compareKeys(a: SortKey, b: SortKey): number {
  for (const [at, value] of a.values.entries()) {
    const other = b.values[at]!;
    const difference =
      typeof value === 'number' || typeof other === 'number'
        ? Number(value) - Number(other)
        : Buffer.compare(value, other);
    if (difference !== 0) return difference;
  }
  return a.id - b.id;
}
