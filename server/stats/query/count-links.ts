import type { Audience } from '../../../contracts/stats.constants.ts';
import { classesOf } from '../classify/classes.ts';
import type { Connection } from '../warehouse/connection.ts';
import { classCondition, filterConditions } from './click-choice.ts';
import type { Filters } from './filters.ts';
import type { Days } from './link-list.ts';

export interface LinkClicks {
  readonly audience: Audience;
  readonly filters: Filters;
  /** The instant from which filters have data. */
  readonly filtersFrom: number;
  readonly now: Days;
  /** Null: not requested, or unknown. */
  readonly before: Days | null;
}

/** Clicks of a link on the requested days, and on those before. */
export interface CountedLink {
  readonly linkId: number;
  readonly now: number;
  readonly before: number;
}

/** The best links of each kind, at most `max`. */
export async function rankLinks(
  db: Connection,
  choice: LinkClicks,
  max: number,
): Promise<{ readonly top: CountedLink[]; readonly silent: CountedLink[] }> {
  const { audience, filters, filtersFrom, now, before } = choice;
  const conditions = [
    `day between ${(before ?? now).first} and ${now.last}`,
    classCondition(classesOf[audience]),
    ...filterConditions(filters, filtersFrom),
  ];
  const ofNow = before === null ? '' : ` filter (day >= ${now.first})`;
  await db.run(
    `create or replace temp table counted_link as
      select "linkId", now, together - now as before from (
        select link_id::double as "linkId", coalesce(sum(clicks)${ofNow}, 0)::double as now,
          sum(clicks)::double as together
        from click where ${conditions.join(' and ')} group by link_id)`,
  );
  return {
    top: await db.all<CountedLink>(
      `from counted_link where now > 0 order by now desc, "linkId" limit ${max}`,
    ),
    silent: await db.all<CountedLink>(
      `from counted_link where now = 0 order by before desc, "linkId" limit ${max}`,
    ),
  };
}

/** Visitors by link, then by day from the first on. */
export async function countPeople(
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
