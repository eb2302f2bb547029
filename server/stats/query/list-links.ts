import { sql } from 'kysely';
import type { Audience } from '../../../contracts/stats/stats.constants.ts';
import type { RankedLink } from '../../../contracts/stats/stats.ts';
import type { Engine } from '../../engine/engine.ts';
import { classesOf } from '../classify/classes.ts';
import { dayOf, DAY_SECONDS, QUARTER_SECONDS, QUARTERS, type Days } from '../quarter.ts';
import type { Connection } from '../warehouse/connection.ts';
import { selectLinkClicks } from '../warehouse/rollup-tables.ts';
import type { Tables } from '../warehouse/warehouse.ts';
import { chooseLinks, digestLinks, linkConditions, type ChosenLinks } from './chosen-links.ts';
import { classCondition, filterConditions, type Filters } from './filters.ts';
import { readKnownDays, type ReportSource } from './known-days.ts';
import { cutRange, findFiltersFrom, type ClicksRequest } from './report.ts';
import { hasBefore, readRange, type TimeRange } from './time-range.ts';
import { TimeZone } from './time-zone.ts';

const ARRAY_BITS = 21;
/** Links per list, and candidates for it: deleted links are not left out before. */
const LINKS = 10;
const CANDIDATES = 40;

/** Most clicked links, and links that fell silent; null: the days before are unknown. */
export interface LinkList {
  readonly top: RankedLink[];
  readonly silent: RankedLink[] | null;
}

/** The UTC days nearest to a range, at least one. */
function toDays({ from, to }: TimeRange): Days {
  const last = dayOf(to - 1);
  return { first: Math.min(Math.round(from / DAY_SECONDS), last), last };
}

interface DaysBefore extends Days {
  /** The quarters of the last day that count. */
  readonly quarters: number;
}

/** The same number of days, right before these; as far as these have passed. */
function daysBefore({ first, last }: Days, now: number): DaysBefore {
  const today = dayOf(now);
  const length = last - first + 1;
  if (today < first || today > last)
    return { first: first - length, last: first - 1, quarters: QUARTERS };
  const quarters = Math.floor((now - today * DAY_SECONDS) / QUARTER_SECONDS) + 1;
  return { first: first - length, last: today - length, quarters };
}

/** The ids of the best existing links. `pick` returns the best ones, deleted ones included. */
async function pickExisting(
  engine: Engine,
  pick: (max: number) => readonly number[] | Promise<readonly number[]>,
): Promise<readonly number[]> {
  for (let max = CANDIDATES; ; max *= 4) {
    const ids = await pick(max);
    const { rows } = await sql<{ id: number }>`
      select id from link
      where id in (select id from ${engine.sql.idsOf(ids)} as wanted)`.execute(engine.db);
    const existing = new Set(rows.map(({ id }) => id));
    const picked = ids.filter((id) => existing.has(id));
    if (picked.length >= CANDIDATES / 2 || ids.length < max) return picked.slice(0, CANDIDATES);
  }
}

/** Ranks existing links by clicks; `beforeOf` is null when the days before are unknown. */
async function listByPeople(
  { db }: Engine,
  ids: readonly number[],
  peopleOf: (linkId: number) => number,
  beforeOf: ((linkId: number) => number) | null,
): Promise<LinkList> {
  const links =
    ids.length === 0
      ? []
      : await db
          .selectFrom('link')
          .select(['id', 'short_url', 'title', 'long_url'])
          .where('id', 'in', ids)
          .execute();
  const rows = links.map(({ id, short_url, title, long_url }) => ({
    short_url,
    title,
    long_url,
    people: peopleOf(id),
    before: beforeOf?.(id) ?? null,
  }));
  const visited = rows.filter((link) => link.people > 0);
  const quiet = rows.filter((link) => link.people === 0 && (link.before ?? 0) > 0);
  return {
    top: visited.toSorted((a, b) => b.people - a.people).slice(0, LINKS),
    silent:
      beforeOf === null ? null : quiet.toSorted((a, b) => b.before! - a.before!).slice(0, LINKS),
  };
}

interface LinkClicks {
  readonly links: ChosenLinks;
  readonly audience: Audience;
  readonly filters: Filters;
  readonly filtersFrom: number;
  readonly now: Days;
  readonly before: DaysBefore | null;
}

interface CountedLink {
  readonly linkId: number;
  readonly now: number;
  readonly before: number;
}

async function rankLinks(
  { db, days }: Tables,
  choice: LinkClicks,
  max: number,
): Promise<{ readonly top: CountedLink[]; readonly silent: CountedLink[] }> {
  const { audience, filters, filtersFrom, now, before } = choice;
  const ofLinks = await linkConditions(db, choice.links);
  const conditions = [...ofLinks, ...filterConditions(filters, filtersFrom)];
  const covers = (before === null ? [now] : [...splitPartialDay(before), now]).map((range) =>
    conditions.length === 0 ? days.coverLinks(range) : { rollups: [], others: [range] },
  );
  const rollups = covers.flatMap((cover) => cover.rollups);
  const others = covers.flatMap((cover) => cover.others);
  const passed = before === null ? [] : [excludeRest(before)];
  const clicks = selectLinkClicks({ rollups, others }, [...conditions, ...passed]);
  const counted = `select link_id, sum(clicks) as together,
      sum(if(day >= ${now.first}, clicks, 0)) as now
    from (${clicks}) where ${classCondition(classesOf[audience])} group by link_id`;
  const kinds = [`(${selectMost('now', 'now > 0', max)})`];
  if (before !== null) kinds.push(`(${selectMost('together', 'now = 0', max)})`);
  const query = `with counted as (${counted}) ${kinds.join(' union all ')}`;
  // In rollups, most links have clicks.
  const links = await (rollups.length > 0 ? groupInArray(db, query) : db.all<CountedLink>(query));
  return { top: links.filter(({ now }) => now > 0), silent: links.filter(({ now }) => now === 0) };
}

/** Runs a query that groups by link in an array of all ids, not by hash: slower for few links. */
async function groupInArray(db: Connection, query: string): Promise<CountedLink[]> {
  await db.run(`set perfect_ht_threshold = ${ARRAY_BITS}`);
  try {
    return await db.all<CountedLink>(query);
  } finally {
    await db.run('reset perfect_ht_threshold');
  }
}

/** No rollup may hold a day of which only a part counts. */
function splitPartialDay({ first, last, quarters }: DaysBefore): Days[] {
  if (quarters === QUARTERS) return [{ first, last }];
  const partial = { first: last, last };
  return first === last ? [partial] : [{ first, last: last - 1 }, partial];
}

function excludeRest({ last, quarters }: DaysBefore): string {
  const start = last * QUARTERS;
  return `quarter not between ${start + quarters} and ${start + QUARTERS - 1}`;
}

function selectMost(count: 'now' | 'together', condition: string, max: number): string {
  return `select link_id::double as "linkId", now::double as now, (together - now)::double as before
    from counted where ${condition} order by ${count} desc, link_id limit ${max}`;
}

/** Visitors by link, then by day from the first on. */
async function countPeople(
  db: Connection,
  linkIds: readonly number[],
  { first, last }: Days,
): Promise<Map<number, number[]>> {
  const people = new Map(
    linkIds.map((id) => [id, Array.from({ length: last - first + 1 }, () => 0)]),
  );
  if (linkIds.length === 0) return people;
  const rows = await db.all<{ linkId: number; day: number; clicks: number }>(
    `select link_id::double as "linkId", day, sum(clicks)::double as clicks from click
      where day between ${first} and ${last} and link_id in (${linkIds.join(', ')})
        and ${classCondition(classesOf.people)}
      group by link_id, day`,
  );
  for (const { linkId, day, clicks } of rows) people.get(linkId)![day - first] = clicks;
  return people;
}

/** Uses the UTC days nearest to the range; `now` is in Unix seconds. */
export async function listLinks(
  source: ReportSource,
  request: ClicksRequest,
  now: number,
): Promise<LinkList> {
  const { engine, warehouse } = source;
  const { audience, filters } = request;
  const knownDays = await readKnownDays(source, request);
  const filtersFrom = findFiltersFrom(filters, knownDays);
  const range = cutRange(
    readRange(request, new TimeZone(request.timeZone), now, knownDays),
    filtersFrom,
  );
  const days = toDays(range);
  const earlier = daysBefore(days, now);
  const isKnownBefore = hasBefore(request) && earlier.first * DAY_SECONDS >= filtersFrom;
  const before = isKnownBefore ? earlier : null;
  const counted = new Map<number, CountedLink>();
  const links = await chooseLinks(engine, request);
  const choice = { links, audience, filters, filtersFrom, now: days, before };
  const key = { ...choice, links: digestLinks(links) };
  const pick = async (kind: 'top' | 'silent', max: number): Promise<number[]> => {
    const ranked = await warehouse.readOnce([key, max], (tables) => rankLinks(tables, choice, max));
    for (const link of ranked[kind]) counted.set(link.linkId, link);
    return ranked[kind].map(({ linkId }) => linkId);
  };
  const top = await pickExisting(engine, (max) => pick('top', max));
  const silent = before === null ? [] : await pickExisting(engine, (max) => pick('silent', max));
  return listByPeople(
    engine,
    [...top, ...silent],
    (id) => counted.get(id)!.now,
    before === null ? null : (id) => counted.get(id)!.before,
  );
}

export async function findTopLinks(
  { warehouse }: Pick<ReportSource, 'warehouse'>,
  days: Days,
  max: number,
): Promise<number[]> {
  const choice = {
    links: null,
    audience: 'people',
    filters: {},
    filtersFrom: 0,
    now: days,
    before: null,
  } as const;
  const { top } = await warehouse.read((tables) => rankLinks(tables, choice, max));
  return top.map(({ linkId }) => linkId);
}

export function countLinkPeople(
  { warehouse }: Pick<ReportSource, 'warehouse'>,
  linkIds: readonly number[],
  days: Days,
): Promise<Map<number, number[]>> {
  return warehouse.read(({ db }) => countPeople(db, linkIds, days));
}
