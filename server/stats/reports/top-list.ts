import type { Engine } from '../../engine/engine.ts';
import { selectOpenDays, selectSettledRevision } from '../days.store.ts';
import {
  daysBefore,
  listByPeople,
  pickThere,
  toDays,
  type Days,
  type LinkList,
} from './link-list.ts';
import type { ReportMemory } from './report-memory.ts';
import type { Span } from './span.ts';
import { selectDayTops, selectPeople, selectPeopleOn, type LinkDay } from './top-links.store.ts';
import { TopLinks } from '../top-links.ts';
import { TopSums } from './top-sums.ts';

/** What lists of links are made of. */
export interface ListSource {
  readonly engine: Engine;
  readonly memory: ReportMemory;
}

/**
 * The links with most people in a span, and those that fell silent since the one before, if there is one.
 */
export async function listTopLinks(
  source: ListSource,
  span: Span,
  hasBefore: boolean,
): Promise<LinkList> {
  const { engine, memory } = source;
  const days = toDays(span);
  const now = await readTops(source, days);
  const then = hasBefore ? await readTops(source, daysBefore(days)) : null;
  const countSettled = (visits: readonly LinkDay[]) => selectPeopleOn(engine, visits);
  const countOpen = (visits: readonly LinkDay[]) => memory.openPeople.countOn(engine, visits);
  const top = await pickThere(engine, (max) => pickTop(now, max));
  const isListed = (id: number): boolean => now.some((tops) => tops.listedOf(id) > 0);
  let silent: readonly number[] = [];
  if (then !== null) {
    silent = await pickThere(engine, (max) => pickTop(then, max, (id) => !isListed(id)));
    silent = await now[1].findSilent(silent, countOpen);
    silent = await now[0].findSilent(silent, countSettled);
  }
  const ids = [...top, ...silent];
  for (const [settled, open] of then === null ? [now] : [now, then]) {
    await settled.countPeople(ids, countSettled);
    await open.countPeople(ids, countOpen);
  }
  return listByPeople(
    engine,
    ids,
    (id) => peopleOf(now, id),
    then === null ? null : (id) => peopleOf(then, id),
  );
}

/** The ids of the links with most people in these days, at most so many. */
export async function findTop(source: ListSource, days: Days, max: number): Promise<number[]> {
  return pickTop(await readTops(source, days), max);
}

/** How many people came to links on days, by link, then by day from the first on. */
export async function countPeople(
  { engine, memory }: ListSource,
  linkIds: readonly number[],
  { first, last }: Days,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const open = [...(await selectOpenDays(engine))].filter((day) => day >= first && day <= last);
  const people = await selectPeople(engine, linkIds, first, last);
  // What is settled of an open day by now may have been counted there already.
  for (const days of people.values()) for (const day of open) days[day - first] = 0;
  const visits = open.flatMap((day) => linkIds.map((id): LinkDay => [day, id]));
  for (const { day, linkId, people: count } of await memory.openPeople.countOn(engine, visits)) {
    people.get(linkId)![day - first] = count;
  }
  return people;
}

/** The tops of settled days, which are remembered, and those of the others. */
type Tops = readonly [settled: TopSums, open: TopSums];

async function readTops({ engine, memory }: ListSource, { first, last }: Days): Promise<Tops> {
  // Before anything that it says something of.
  const revision = await selectSettledRevision(engine);
  const open = [...(await selectOpenDays(engine))].filter((day) => day >= first && day <= last);
  const settled = await memory.tops.get(revision, JSON.stringify([first, last, open]), async () => {
    const tops = await selectDayTops(engine, first, last);
    return new TopSums(
      tops.filter(({ day }) => !open.includes(day)),
      true,
    );
  });
  const others = [];
  for (const day of open) others.push({ day, links: await memory.openTops.read(engine, day) });
  return [settled, new TopSums(others, false)];
}

function peopleOf(tops: Tops, linkId: number): number {
  return tops.reduce((people, some) => people + some.peopleOf(linkId), 0);
}

/** The ids of the links with most people, at most so many of those that may be. */
function pickTop(
  [settled, open]: Tops,
  max: number,
  mayBe: (linkId: number) => boolean = () => true,
): number[] {
  const top = new TopLinks(max);
  const add = (linkId: number, people: number): void => {
    if (top.mayHave(people) && mayBe(linkId)) top.add(linkId, people);
  };
  settled.forEach((id, people) => add(id, people + open.listedOf(id)));
  open.forEach((id, people) => {
    if (settled.listedOf(id) === 0) add(id, people);
  });
  return top.list().map(({ linkId }) => linkId);
}
