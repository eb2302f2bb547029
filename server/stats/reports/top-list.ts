import type { RankedLink } from '../../../contracts/stats.ts';
import type { Engine } from '../../engine/engine.ts';
import { dayOf, DAY_SECONDS } from '../quarter.ts';
import type { Span } from './span.ts';
import { selectPeople, selectTopLinks } from './top-links.store.ts';

/** How many links a list has, and how many are looked at for it. */
const LINKS = 10;
const CANDIDATES = 40;

/** Links with most people, and links that fell silent. */
export interface LinkList {
  readonly top: RankedLink[];
  readonly silent: RankedLink[];
}

/** The links with most people in a span, and those that fell silent since the one before. */
export async function listTopLinks(engine: Engine, span: Span): Promise<LinkList> {
  const now = toDays(span);
  const then = { first: now.first - (now.last - now.first + 1), last: now.first - 1 };
  const visited = await findTop(engine, now, Number.POSITIVE_INFINITY);
  const formers = await findTop(engine, then, Number.POSITIVE_INFINITY);
  const stillVisited = new Set(visited);
  const ids = [
    ...visited.slice(0, CANDIDATES),
    ...formers.filter((id) => !stillVisited.has(id)).slice(0, CANDIDATES),
  ];
  const people = await sumPeople(engine, ids, now);
  const before = await sumPeople(engine, ids, then);
  const found = (await selectLinks(engine, ids)).map(({ id, short_url, title, long_url }) => ({
    short_url,
    title,
    long_url,
    people: people.get(id) ?? 0,
    before: before.get(id) ?? 0,
  }));
  const top = found.filter((link) => link.people > 0);
  const silent = found.filter((link) => link.people === 0 && link.before > 0);
  return {
    top: top.toSorted((a, b) => b.people - a.people).slice(0, LINKS),
    silent: silent.toSorted((a, b) => b.before - a.before).slice(0, LINKS),
  };
}

/** The ids of the links with most people in these days, at most so many. */
export async function findTop(
  engine: Engine,
  { first, last }: Days,
  max: number,
): Promise<number[]> {
  const sums = new Map<number, number>();
  for (const { linkId, people } of await selectTopLinks(engine, first, last)) {
    sums.set(linkId, (sums.get(linkId) ?? 0) + people);
  }
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, max)
    .map(([id]) => id);
}

/** UTC days, both included. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

/** The UTC days nearest to a span: of the first it has the greater part, or it is the only one. */
function toDays({ from, to }: Span): Days {
  const last = dayOf(to - 1);
  return { first: Math.min(Math.round(from / DAY_SECONDS), last), last };
}

async function sumPeople(
  engine: Engine,
  ids: readonly number[],
  { first, last }: Days,
): Promise<ReadonlyMap<number, number>> {
  const people = await selectPeople(engine, ids, first, last);
  return new Map([...people].map(([id, days]) => [id, days.reduce((sum, day) => sum + day, 0)]));
}

function selectLinks({ db }: Engine, ids: readonly number[]) {
  return ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('link')
        .select(['id', 'short_url', 'title', 'long_url'])
        .where('id', 'in', ids)
        .execute();
}
