import { sql } from 'kysely';
import { joinCode } from '../../../contracts/links/domain-code.ts';
import {
  clickClasses,
  type Audience,
  dimensions,
  LIST_MAX,
  OTHER,
  type Comparison,
  type Dimension,
} from '../../../contracts/stats/stats.constants.ts';
import type { Report, RankedList } from '../../../contracts/stats/stats.ts';
import { endOfPrefix } from '../../engine/texts/code-spellings.ts';
import type { Engine } from '../../engine/engine.ts';
import { hasDomain } from '../../engine/sql.ts';
import { classesOf } from '../classify/classes.ts';
import type { KnownDays } from '../ingest/click-batches.store.ts';
import { dayOf, DAY_SECONDS, QUARTER_SECONDS } from '../quarter.ts';
import type { Connection } from '../warehouse/connection.ts';
import type { Tables } from '../warehouse/warehouse.ts';
import {
  chooseLinks,
  digestLinks,
  linkConditions,
  type ChosenLinks,
  type LinkChoice,
} from './chosen-links.ts';
import { needSingleClicks, readDomain, type Filters } from './filters.ts';
import { readKnownDays, type ReportSource } from './known-days.ts';
import { listSegments } from './segments.ts';
import { readTimes, countBars, selectCells } from './select-cells.ts';
import {
  hasBefore,
  listStarts,
  readRange,
  rangeBefore,
  rangeYearBefore,
  granularityOf,
  type TimeRange,
  type RangeRequest,
} from './time-range.ts';
import { TimeZone } from './time-zone.ts';
import { dimensionTables, isFolded, tableDimensions } from '../dimension-tables.ts';
import { kindOf } from '../warehouse/tables.ts';

export interface ClicksRequest extends RangeRequest, LinkChoice {
  readonly audience: Audience;
  readonly filters: Filters;
}

export interface ReportRequest extends ClicksRequest {
  readonly compare?: Comparison | undefined;
}

/** `now` is in Unix seconds. */
export async function createReport(
  source: ReportSource,
  request: ReportRequest,
  now: number,
): Promise<Omit<Report, 'knows_places' | 'pending_clicks'>> {
  const { engine, warehouse } = source;
  const { reach, filters, audience, compare } = request;
  const knownDays = await readKnownDays(source, request);
  const links = await chooseLinks(engine, request);
  const zone = new TimeZone(request.timeZone);
  const filtersFrom = findFiltersFrom(filters, knownDays);
  const requested = readRange(request, zone, now, knownDays);
  const isAllTime = request.to === undefined && !hasBefore(request);
  const cut = cutRange(requested, filtersFrom);
  const before = hasBefore(request) ? rangeBefore(cut, request, zone, now) : null;
  const yearBefore = compare === 'year' && before !== null ? rangeYearBefore(cut, zone, now) : null;
  const key = [request, digestLinks(links), requested, before, filtersFrom];
  const report = await warehouse.readOnce(key, async (tables) => {
    const { db } = tables;
    const ofLinks = await linkConditions(db, links);
    const ofReach = reach === 'all' ? [] : ofLinks;
    const to = isAllTime ? await findEnd(db, ofReach, requested.to) : requested.to;
    const range = cutRange({ from: requested.from, to }, filtersFrom);
    const step = granularityOf(range);
    const starts = listStarts(range, step, zone);
    const segments = listSegments(range, step, zone);
    const clicksOf = { ofLinks, filters, filtersFrom };
    const count = (other: TimeRange | null) => countRange(tables, clicksOf, other, step, zone);
    const countsBefore = await count(before);
    await selectCells(tables, { ...clicksOf, range }, segments);
    const times = await readTimes(db, segments, starts, audience);
    const clicks = classesOf[audience].reduce(
      (sum, clickClass) => sum + times.totals[clickClasses[clickClass]!],
      0,
    );
    const lists = await rankValues(db, request, clicks);
    return {
      ...range,
      step,
      clicks,
      ...times,
      before: countsBefore?.totals ?? null,
      compared: compare === 'before' ? countsBefore : await count(yearBefore),
      lists,
      filters_from: filtersFrom,
    };
  });
  const imported = await countImportedClicks(engine, links, readDomain(filters));
  return { ...report, imported_clicks: imported };
}

/** Null without a range, and for one that filters do not reach. */
async function countRange(
  tables: Tables,
  clicks: Omit<Parameters<typeof countBars>[1], 'range'>,
  range: TimeRange | null,
  step: Report['step'],
  zone: TimeZone,
): Promise<Report['compared']> {
  if (range === null || range.from < clicks.filtersFrom) return null;
  const segments = listSegments(range, step, zone);
  const starts = listStarts(range, step, zone);
  return { ...range, ...(await countBars(tables, { ...clicks, range }, segments, starts)) };
}

/** Behind the last click of the day, which may be ahead of a clock that was set back. */
async function findEnd(db: Connection, ofLinks: readonly string[], to: number): Promise<number> {
  const conditions = [`day = ${dayOf(to - 1)}`, ...ofLinks].join(' and ');
  const [row] = await db.all<{ quarter: number | null }>(
    `select max(quarter) as quarter from click where ${conditions}`,
  );
  return Math.max(to, ((row?.quarter ?? -1) + 1) * QUARTER_SECONDS);
}

/** The instant from which the filters have data. */
export function findFiltersFrom(filters: Filters, { firstSingle }: KnownDays): number {
  return needSingleClicks(filters) && firstSingle !== null ? firstSingle * DAY_SECONDS : 0;
}

/** A range that ends before `filtersFrom` stays, without clicks. */
export function cutRange({ from, to }: TimeRange, filtersFrom: number): TimeRange {
  return { from: to > filtersFrom ? Math.max(from, filtersFrom) : from, to };
}

/** Clicks from before the import, of the chosen links, and of those of a domain. */
async function countImportedClicks(
  { db, sql: dialect }: Pick<Engine, 'db' | 'sql'>,
  links: ChosenLinks,
  domain?: string,
): Promise<number> {
  const isChosen =
    links === null ? sql`` : sql`and link_id in (select id from ${dialect.idsOf(links)} as chosen)`;
  const prefix = joinCode(domain ?? '', '');
  const isOfDomain =
    domain === ''
      ? sql`not ${hasDomain(dialect)}`
      : sql`short_url >= ${prefix} and short_url < ${endOfPrefix(prefix)}`;
  const ofDomain =
    domain === undefined ? sql`` : sql`and link_id in (select id from link where ${isOfDomain})`;
  const { rows } = await sql<{ clicks: number }>`
    select cast(coalesce(sum(imported_clicks), 0) as bigint) as clicks from click_count
    where imported_clicks > 0 ${isChosen} ${ofDomain}`.execute(db);
  return rows[0]!.clicks;
}

interface ValueRow {
  readonly dimension: Dimension;
  readonly value: string;
  readonly clicks: number;
}

/** Most clicks first, by dimension; `clicks` are all of the audience. */
async function rankValues(
  db: Connection,
  { audience, reach }: Pick<ReportRequest, 'audience' | 'reach'>,
  clicks: number,
): Promise<RankedList[]> {
  // Clicks on any link give a value its id.
  const spelling = reach === 'all' ? 'arg_min(value, id)' : 'min(value)';
  const rows = await db.all<ValueRow>(
    `select dimension, value, clicks::double as clicks from (
      select *, row_number() over (
        partition by dimension, value in ('', '${OTHER}') order by clicks desc, value
      ) as place from (${namedValues(audience, spelling)})
    ) where place <= ${LIST_MAX} order by clicks desc, value`,
  );
  const byDimension = Map.groupBy(rows, ({ dimension }) => dimension);
  return dimensions.map((dimension) => {
    const ranked = byDimension.get(dimension) ?? [];
    const values = ranked
      .filter(({ value }) => value !== '' && (value !== OTHER || dimension === 'channel'))
      .map(({ value, clicks: count }) => ({ value, clicks: count }));
    const none = ranked.find(({ value }) => value === '')?.clicks ?? 0;
    const listed = values.reduce((sum, value) => sum + value.clicks, 0);
    return { dimension, values, other: clicks - none - listed, none };
  });
}

function namedValues(audience: Audience, spelling: string): string {
  const classes = classesOf[audience].join(', ');
  const tables = dimensionTables.map((table) => {
    const columns = tableDimensions[table];
    const names = columns.map((dimension) => `'${dimension}'`);
    const folded = columns.map((name) => (isFolded(name) ? `lower(${name})` : name));
    return `select unnest([${names.join(', ')}]) as dimension,
        unnest([${columns.join(', ')}]) as value, unnest([${folded.join(', ')}]) as folded,
        id, clicks
      from cell join ${table} on id = key
      where kind = ${kindOf(table)} and class in (${classes})`;
  });
  return `select dimension, ${spelling} as value, sum(clicks) as clicks
    from (${tables.join(' union all ')}) group by dimension, folded`;
}
