import { selectKnownDays } from '../log/click-batches.store.ts';
import { DAY_SECONDS, type Days } from '../quarter.ts';
import { countPeople, rankLinks, type CountedLink } from './count-links.ts';
import { daysBefore, listByPeople, pickExisting, toDays, type LinkList } from './link-list.ts';
import { cutRange, findFiltersFrom, type ClicksRequest, type ReportSource } from './report.ts';
import { hasBefore, readRange } from './time-range.ts';
import { TimeZone } from './time-zone.ts';

/** Uses the UTC days nearest to the range; `now` is in Unix seconds. */
export async function listLinks(
  { engine, warehouse }: ReportSource,
  request: ClicksRequest,
  now: number,
): Promise<LinkList> {
  const { audience, filters } = request;
  const known = await selectKnownDays(engine.db);
  const filtersFrom = findFiltersFrom(filters, known);
  const range = cutRange(
    readRange(request, new TimeZone(request.timeZone), now, known),
    filtersFrom,
  );
  const days = toDays(range);
  const earlier = daysBefore(days, now);
  const isKnownBefore = hasBefore(request) && earlier.first * DAY_SECONDS >= filtersFrom;
  const before = isKnownBefore ? earlier : null;
  const counted = new Map<number, CountedLink>();
  const rankings = new Map<number, ReturnType<typeof rankLinks>>();
  const rank = (max: number): ReturnType<typeof rankLinks> => {
    const known = rankings.get(max);
    if (known !== undefined) return known;
    const choice = { audience, filters, filtersFrom, now: days, before };
    const ranking = warehouse.read((tables) => rankLinks(tables, choice, max));
    rankings.set(max, ranking);
    return ranking;
  };
  const pick = async (kind: 'top' | 'silent', max: number): Promise<number[]> => {
    const ranked = await rank(max);
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
