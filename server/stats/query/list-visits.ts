import { sql } from 'kysely';
import type { Audience } from '../../../contracts/stats/stats.constants.ts';
import type { Engine } from '../../engine/engine.ts';
import { classesOf, isPeople } from '../classify/classes.ts';
import { dayOf, QUARTER_SECONDS } from '../quarter.ts';
import { clicksOf } from '../warehouse/rollup-tables.ts';
import type { Tables } from '../warehouse/warehouse.ts';
import { chooseLinks, linkConditions, type ChosenLinks, type LinkChoice } from './chosen-links.ts';
import { classCondition, filterConditions, type Filters } from './filters.ts';
import type { ReportSource } from './known-days.ts';

/** Visits from `skip` on, newest first, at most `size`. Times are Unix seconds; `to` is exclusive. */
export interface VisitSlice {
  readonly from: number;
  readonly to: number;
  readonly skip: number;
  readonly size: number;
}

export interface VisitsRequest extends LinkChoice, VisitSlice {
  readonly audience: Audience;
  readonly filters: Filters;
}

/** Visits that are known to be equal; texts are empty where nothing is known. */
export interface EqualVisits {
  readonly times: number;
  /** The start of the quarter of an hour, in Unix seconds. */
  readonly at: number;
  readonly isPerson: boolean;
  /** The stored code with its domain; empty for a link that is gone for good. */
  readonly code: string;
  readonly browser: string;
  readonly system: string;
  readonly device: string;
  readonly referrer: string;
  readonly page: string;
  readonly country: string;
  readonly city: string;
  /** Where a rule led. */
  readonly target: string;
}

export interface VisitList {
  /** All visits that fit, on this page or another. */
  readonly total: number;
  readonly visits: readonly EqualVisits[];
}

interface PageRow {
  readonly total: number;
  readonly first: number | null;
  readonly last: number;
  /** Visits after the last quarter of the page. */
  readonly newer: number;
}

interface VisitRow extends Omit<EqualVisits, 'at' | 'isPerson' | 'code'> {
  readonly quarter: number;
  readonly linkId: number;
  readonly class: number;
}

/** What two visits of a quarter have in common when no column of the list tells them apart. */
const SAME = 'link_id, class, agent_id, referrer_id, place_id, route_id';

export async function listVisits(
  { engine, warehouse }: ReportSource,
  request: VisitsRequest,
): Promise<VisitList> {
  const links = await chooseLinks(engine, request);
  const { total, rows } = await warehouse.read((tables) => readRows(tables, request, links));
  const codes = await selectCodes(engine, [...new Set(rows.map(({ linkId }) => linkId))]);
  const visits = rows.map(({ quarter, linkId, class: clickClass, ...row }) =>
    Object.assign(row, {
      at: quarter * QUARTER_SECONDS,
      isPerson: isPeople(clickClass),
      code: codes.get(linkId) ?? '',
    }),
  );
  return { total, visits };
}

/** Finds the quarters of the page first: a long history is only added up. */
async function readRows(
  { db }: Tables,
  { audience, filters, from, to, skip, size }: VisitsRequest,
  links: ChosenLinks,
): Promise<{ readonly total: number; readonly rows: readonly VisitRow[] }> {
  const fitting = [
    ...(await linkConditions(db, links)),
    ...filterConditions(filters, 0),
    classCondition(classesOf[audience]),
  ];
  const between = (first: number, end: number): string =>
    clicksOf(
      [{ first: dayOf(first * QUARTER_SECONDS), last: dayOf(end * QUARTER_SECONDS) }],
      [`quarter >= ${first} and quarter < ${end}`, ...fitting],
    );
  const all = between(Math.floor(from / QUARTER_SECONDS), Math.ceil(to / QUARTER_SECONDS));
  const isOnPage = `upto > ${skip} and upto - clicks < ${skip + size}`;
  const [page] = await db.all<PageRow>(
    `select coalesce(sum(clicks), 0)::double as total,
      min(quarter) filter (${isOnPage}) as first, max(quarter) filter (${isOnPage}) as last,
      min(upto - clicks) filter (${isOnPage})::double as newer
    from (
      select quarter, clicks, sum(clicks) over (order by quarter desc) as upto
      from (select quarter, sum(clicks) as clicks from ${all} group by quarter)
    )`,
  );
  const { total, first, last, newer } = page!;
  if (first === null) return { total, rows: [] };
  const rows = await db.all<VisitRow>(
    `select quarter, link_id::double as "linkId", class,
      (least(upto, ${skip + size}) - greatest(upto - clicks, ${skip}))::double as times,
      browser, system, device, referrer.referrer, page, country, city, target
    from (
      select *, ${newer} + sum(clicks) over (
        order by quarter desc, ${SAME} rows unbounded preceding
      ) as upto
      from (select quarter, ${SAME}, sum(clicks) as clicks from ${between(first, last + 1)}
        group by quarter, ${SAME})
    )
    join agent on agent.id = agent_id join referrer on referrer.id = referrer_id
    join place on place.id = place_id join route on route.id = route_id
    where ${isOnPage} order by upto`,
  );
  return { total, rows };
}

async function selectCodes(
  { db, sql: dialect }: Engine,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const wanted = sql`id in (select id from ${dialect.idsOf(ids)} as wanted)`;
  const { rows } = await sql<{ id: number; code: string }>`
    select id, short_url as code from link where ${wanted}
    union all select id, short_url as code from deleted_link where ${wanted}`.execute(db);
  return new Map(rows.map(({ id, code }) => [id, code]));
}
