import { sql, type RawBuilder } from 'kysely';
import { isWithin, type Reach } from '../../access/reach.ts';
import type { Engine } from '../../engine/engine.ts';
import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import type { LinkSet } from '../../search/link-set.ts';
import { sortTerms, sourceOf, storedOrders, type Sorting } from './link-list.store.ts';

/** Where a link stands in an order: the values that it is sorted by, and its id. */
export interface Place {
  readonly id: number;
  readonly values: readonly (string | number)[];
}

export interface Start extends Sorting {
  /** The list begins behind it; null: at the first link. */
  readonly place: Place | null;
  readonly size: number;
}

/** Above this many matches, walking through all links is faster than sorting the matches. */
export const SORTED_MAX = 10_000;
const WALK_STEP = 1000;

/** The next links of an order. An index serves each step, however many links lie before it. */
export async function listFrom(engine: Engine, reach: Reach, start: Start): Promise<Place[]> {
  const { place, size } = start;
  const ends = place === null ? [wholeList] : bounds(start, place);
  const places: Place[] = [];
  for (const bound of ends) {
    if (places.length >= size) break;
    const { table } = sourceOf(start);
    const condition = sql<boolean>`${bound.condition} and ${isWithin(reach)}`;
    const rest = { ...start, size: size - places.length };
    places.push(...(await selectPlaces(engine, table, { ...bound, condition }, rest)));
  }
  return places;
}

/** The next of these links, which are within reach. */
export async function listMatchesFrom(
  engine: Engine,
  matches: LinkSet,
  start: Start,
): Promise<Place[]> {
  if (start.sort === undefined) return takeIds(matches, start);
  if (matches.size <= SORTED_MAX) {
    const { table, id } = sourceOf(start);
    const requested = sql`${engine.sql.idsOf(matches.ids)} as requested join ${table} on ${id} = requested.id`;
    const { place } = start;
    const conditions = (place === null ? [wholeList] : bounds(start, place)).map(
      ({ condition }) => condition,
    );
    const behind = { condition: sql<boolean>`(${sql.join(conditions, sql` or `)})`, equal: 0 };
    return selectPlaces(engine, requested, behind, start);
  }
  const found: Place[] = [];
  for (let { place } = start; found.length < start.size;) {
    const step = await listFrom(engine, 'all', { ...start, place, size: WALK_STEP });
    found.push(...step.filter(({ id }) => matches.has(id)));
    if (step.length < WALK_STEP) break;
    place = step.at(-1)!;
    await yieldToRequests();
  }
  return found.slice(0, start.size);
}

function takeIds(matches: LinkSet, { place, order, size }: Start): Place[] {
  const { ids } = matches;
  const next = place === null ? ids : ids.filter((id) => isBehind(id, place.id, order));
  const taken = order === 'asc' ? next.slice(0, size) : next.slice(-size).toReversed();
  return taken.map((id) => ({ id, values: [] }));
}

function isBehind(id: number, other: number, order: Sorting['order']): boolean {
  return order === 'asc' ? id > other : id < other;
}

function listTerms(start: Sorting): RawBuilder<unknown>[] {
  return [...sortTerms(start.sort, storedOrders), sourceOf(start).id];
}

interface Bound {
  readonly condition: RawBuilder<boolean>;
  /** How many of the first terms are the same in all of it. SQLite would sort by them. */
  readonly equal: number;
}

const wholeList: Bound = { condition: sql<boolean>`true`, equal: 0 };

/** What lies behind a place, nearest first: the same values and a further id, then further values. */
function bounds(start: Start, place: Place): Bound[] {
  const terms = listTerms(start);
  const values = [...place.values, place.id];
  const beyond = sql.raw(start.order === 'asc' ? '>' : '<');
  return terms
    .map((term, at) => {
      const same = terms.slice(0, at).map((other, index) => sql`${other} = ${values[index]}`);
      const parts = [...same, sql`${term} ${beyond} ${values[at]}`];
      return { condition: sql<boolean>`(${sql.join(parts, sql` and `)})`, equal: at };
    })
    .toReversed();
}

async function selectPlaces(
  { db }: Engine,
  source: RawBuilder<unknown>,
  { condition, equal }: Bound,
  start: Start,
): Promise<Place[]> {
  const terms = listTerms(start);
  const columns = terms.map((term, at) => sql`${term} as ${sql.ref(`k${at}`)}`);
  const ordering = terms.slice(equal).map((term) => sql`${term} ${sql.raw(start.order)}`);
  const { rows } = await sql<Record<string, string | number>>`
    select ${sql.join(columns)} from ${source} where ${condition}
    order by ${sql.join(ordering)} limit ${start.size}`.execute(db);
  return rows.map((row) => {
    const values = terms.map((_, at) => row[`k${at}`]!);
    return { id: Number(values.at(-1)), values: values.slice(0, -1) };
  });
}
