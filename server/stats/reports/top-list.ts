import type { RankedLink } from '../../../contracts/stats.ts';
import type { Engine } from '../../engine/engine.ts';
import { giveWay } from '../../engine/give-way.ts';
import { dayOf, DAY_SECONDS } from '../quarter.ts';
import type { Span } from './span.ts';
import { selectDayTops, selectPeopleOn, type DayTop } from './top-links.store.ts';
import { readTopLinks, TOP_LINKS_MAX, TopLinks } from '../top-links.ts';

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
  const tops = await selectDayTops(engine, now.first, now.last);
  const topsBefore = await selectDayTops(engine, then.first, then.last);
  const visited = sumTops(tops);
  const ids = [
    ...pickTop(visited, CANDIDATES),
    ...pickTop(sumTops(topsBefore), CANDIDATES, (id) => !visited.has(id)),
  ];
  const people = await sumPeople(engine, ids, tops);
  const before = await sumPeople(engine, ids, topsBefore);
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
  return pickTop(sumTops(await selectDayTops(engine, first, last)), max);
}

/** Link → its people on those of the days on which it is among the top. */
function sumTops(tops: readonly DayTop[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { links } of tops) {
    giveWay();
    readTopLinks(links, (linkId, people) => sums.set(linkId, (sums.get(linkId) ?? 0) + people));
  }
  return sums;
}

/** The ids of the links with most people, at most so many of those that may be. */
function pickTop(
  sums: ReadonlyMap<number, number>,
  max: number,
  mayBe: (linkId: number) => boolean = () => true,
): number[] {
  const top = new TopLinks(max);
  for (const [linkId, people] of sums) if (mayBe(linkId)) top.add(linkId, people);
  return top.list().map(({ linkId }) => linkId);
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

/** How many people came to links on days: as the tops of the days say it, or else their sums. */
async function sumPeople(
  engine: Engine,
  ids: readonly number[],
  tops: readonly DayTop[],
): Promise<ReadonlyMap<number, number>> {
  const sums = new Map(ids.map((id) => [id, 0]));
  const add = (linkId: number, people: number): void => {
    sums.set(linkId, sums.get(linkId)! + people);
  };
  const unknown: [day: number, linkId: number][] = [];
  for (const { day, links, isExact } of tops) {
    const missing = new Set(ids);
    let listed = 0;
    giveWay();
    readTopLinks(links, (linkId, people) => {
      listed += 1;
      if (isExact && missing.delete(linkId)) add(linkId, people);
    });
    if (isExact && listed < TOP_LINKS_MAX) continue;
    for (const linkId of missing) unknown.push([day, linkId]);
  }
  for (const { linkId, people } of await selectPeopleOn(engine, unknown)) add(linkId, people);
  return sums;
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
