import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '../../../tests/support/random.ts';
import { clickClasses } from '../../../contracts/stats/stats.constants.ts';
import type { Bar, RankedLink } from '../../../contracts/stats/stats.ts';
import {
  endOfDays,
  reportCases,
  CASE_DAYS,
  type tagNames,
  type ReportQuery,
  type SampleClick,
} from '../../../tests/support/statistics/report-cases.ts';
import {
  places,
  plainClick,
  rules,
  toModel,
  toVisit,
} from '../../../tests/support/statistics/report-clicks.ts';
import { SMALL_ROLLUPS } from '../../../tests/support/statistics/small-rollups.ts';
import { rewriteBefore, storeVisits } from '../../../tests/support/statistics/stats-log.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { isPostgres, openTestEngine } from '../../../tests/support/test-engine.ts';
import {
  countClasses,
  countClicks,
  countValues,
  countWeek,
  dayOf,
  type ModelClick,
} from '../../../tests/support/statistics/report-model.ts';
import { foldTag } from '../../../contracts/links/tag-names.ts';
import { replaceTags } from '../../tags/tags.store.ts';
import type { Engine } from '../../engine/engine.ts';
import { VisitRecorder } from '../ingest/visit-recorder.ts';
import { Warehouse } from '../warehouse/warehouse.ts';
import { listLinks } from './list-links.ts';
import { createReport, type ReportRequest } from './report.ts';
import { rangeBefore, rangeYearBefore, type TimeRange } from './time-range.ts';
import { TimeZone } from './time-zone.ts';
import { chooseForRun } from '../../../tests/support/test-run.ts';

const DAY = 86_400;
const QUARTER = 900;
const LINK_IDS = [1, 2, 3];
const RUNS = chooseForRun(2, isPostgres ? 10 : 30);
/** Friday, 2024-10-04. */
const FIRST_DAY = 20_000;

let dataDir: string;
let engine: Engine;
let recorder: VisitRecorder;
let warehouse: Warehouse;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-report-'));
  engine = await openTestEngine(dataDir);
  await seedLinks(
    engine,
    LINK_IDS.map((id) => ({ id, short_url: `l${id}` })),
  );
  recorder = new VisitRecorder(engine, places, rules);
  warehouse = openWarehouse();
});
afterAll(async () => {
  await warehouse.close();
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('reports equal a count of single clicks', async () => {
  await fc.assert(
    fc.asyncProperty(reportCases, async ({ firstDay, batches, requests, keptFrom, tags }) => {
      const site = await Site.open(firstDay, tags);
      for (const { clicks, sealedBefore, isLost } of batches) {
        await site.count(clicks);
        await site.seal(sealedBefore);
        if (isLost) await site.deleteProjection();
        for (const request of requests) await site.check(request);
      }
      await site.reduce(keptFrom);
      for (const request of requests) await site.check(request);
      // The same end and links: these requests read the same clicks.
      const { ends, linkIds, tags: sameTags } = requests[0]!;
      for (const request of requests) {
        await site.check({ ...request, ends, linkIds, tags: sameTags });
        await site.checkSum(request);
      }
    }),
    { numRuns: RUNS },
  );
}, 300_000);

test('values above the limit count as other, and no click is lost', async () => {
  await Site.open();
  const sources = 11_000;
  const clicks = Array.from({ length: sources }, (_, i) => {
    const click = toVisit({ ...someClick, quarter: i % 96, source: `source${i}` });
    return { ...click, referrer: `https://host${i}.example/page${i}` };
  });
  await storeVisits(engine, recorder, clicks);
  const found = await report({ ...toRequest(someRequest), linkIds: [1] });
  expect(found.clicks).toBe(sources);
  for (const { dimension, values, other, none } of found.lists) {
    const sum = values.reduce((total, { clicks: count }) => total + count, 0);
    expect([dimension, sum + other + none]).toEqual([dimension, sources]);
    expect(values.length).toBeLessThanOrEqual(100);
    if (['referrer', 'page', 'utm_source'].includes(dimension)) {
      expect([dimension, values.length, none]).toEqual([dimension, 100, 0]);
      expect(other).toBe(sources - 100);
    }
  }
}, 300_000);

test('links of a day that is not over are compared up to the same time of day', async () => {
  await Site.open();
  const times = [
    [0, 10],
    [0, 30],
    [0, 31],
    [1, 5],
  ] as const;
  const clicks = times.map(([days, quarter]) =>
    toVisit({ ...someClick, day: FIRST_DAY + days, quarter }),
  );
  await storeVisits(engine, recorder, clicks);
  const from = (FIRST_DAY + 1) * DAY;
  const request = { ...toRequest(someRequest), from, to: from + DAY };
  const { top } = await listLinks({ engine, warehouse }, request, from + 30 * QUARTER);
  expect(byCode(top)).toEqual(new Map([['l1', [1, 2]]]));
});

const someClick: SampleClick = { ...plainClick, day: FIRST_DAY };
const someRequest: ReportQuery = {
  ends: [FIRST_DAY * DAY, (FIRST_DAY + CASE_DAYS) * DAY],
  timeZone: 'UTC',
  audience: 'people',
  filters: {},
};

function toRequest({ ends, ...request }: ReportQuery): ReportRequest {
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  return { ...request, reach: 'all', period: '30d', from, to: Math.max(to, from + QUARTER) };
}

async function report(request: ReportRequest, now = endOfDays(FIRST_DAY)) {
  return createReport({ engine, warehouse }, request, now);
}

function openWarehouse(): Warehouse {
  return new Warehouse({
    engine,
    dataDir,
    onError(error) {
      throw error;
    },
    rollupSizes: SMALL_ROLLUPS,
  });
}

/** The tags of each link. */
type SiteTags = readonly (readonly (typeof tagNames)[number][])[];

class Site {
  readonly clicks: ModelClick[] = [];
  readonly #sealedTimes = new Map<number, number>();
  readonly #firstDay: number;
  readonly #tags: SiteTags;
  #keptFrom = 0;

  private constructor(firstDay: number, tags: SiteTags) {
    this.#firstDay = firstDay;
    this.#tags = tags;
  }

  get now(): number {
    return endOfDays(this.#firstDay);
  }

  static async open(firstDay = FIRST_DAY, tags: SiteTags = [[], [], []]): Promise<Site> {
    for (const table of ['click_batch', 'visitor_salt'] as const) {
      await engine.db.deleteFrom(table).execute();
    }
    for (const [at, names] of tags.entries()) {
      await engine.write((tx) => replaceTags(tx, engine.sql, LINK_IDS[at]!, names));
    }
    return new Site(firstDay, tags);
  }

  /** The links that a query names; null: all. */
  #choose({ linkIds, tags }: ReportQuery): readonly number[] | null {
    if (linkIds === undefined && tags === undefined) return null;
    const wanted = (tags ?? []).map(foldTag);
    return LINK_IDS.filter((id, at) => {
      const own = new Set(this.#tags[at]!.map(foldTag));
      return (linkIds?.includes(id) ?? true) && wanted.every((tag) => own.has(tag));
    });
  }

  async count(clicks: readonly SampleClick[]): Promise<void> {
    if (clicks.length === 0) return;
    await storeVisits(engine, recorder, clicks.map(toVisit));
    for (const click of clicks) {
      this.clicks.push(toModel(click, this.#sealedTimes.get(click.day) ?? 0));
    }
  }

  async seal(before: number): Promise<void> {
    await rewriteBefore({ engine, warehouse }, before, 'sealed', rules);
    for (let day = this.#firstDay; day < before; day += 1) {
      this.#sealedTimes.set(day, (this.#sealedTimes.get(day) ?? 0) + 1);
    }
  }

  async reduce(keptFrom: number): Promise<void> {
    await this.seal(keptFrom);
    await rewriteBefore({ engine, warehouse }, keptFrom, 'reduced', rules);
    const reduced = this.clicks.filter((click) => dayOf(click) < keptFrom);
    for (const click of reduced) {
      Object.assign(click.values, { page: '', city: '' });
      this.#keptFrom = Math.max(this.#keptFrom, dayOf(click) + 1);
    }
  }

  async deleteProjection(): Promise<void> {
    await warehouse.close();
    rmSync(join(dataDir, 'clicks.duckdb'), { force: true });
    warehouse = openWarehouse();
  }

  async check(query: ReportQuery): Promise<void> {
    const request = toRequest(query);
    const found = await report(request, this.now);
    const keptFrom = this.#findFiltersFrom(query);
    expect(found.filters_from).toBe(keptFrom);
    const range = fit(request.from!, request.to!, keptFrom);
    expect({ from: found.from, to: found.to }).toEqual(range);
    const clicks = this.clicks.filter(({ time }) => time >= keptFrom);
    const links = this.#choose(query);
    const { counted, passing, visitors } = countClicks(clicks, { ...query, ...range, links });

    expect(found.totals).toEqual({ ...countClasses(passing), visitors });
    expect(found.clicks).toBe(counted.length);

    expectBars(found.bars, passing);
    expect(found.week).toEqual(countWeek(counted, query.timeZone));
    for (const { dimension, values, other, none } of found.lists) {
      const counts = countValues(counted, dimension);
      expect([dimension, none, other]).toEqual([dimension, counts.get('') ?? 0, 0]);
      counts.delete('');
      const listed = values.map(({ value, clicks }) => [value, clicks] as const);
      expect(new Map(listed)).toEqual(counts);
      expect(listed).toEqual(listed.toSorted(([, a], [, b]) => b - a));
    }
    this.#checkBefore({ ...query, links }, found, keptFrom);
    await this.#checkLinks(query, range, keptFrom);
  }

  /** The report of several links has the sums of their own reports. */
  async checkSum(query: ReportQuery): Promise<void> {
    const ids = this.#choose(query);
    if (ids === null) return;
    const request = toRequest(query);
    const { clicks, totals, bars } = await report(request, this.now);
    const sums = { clicks: 0, totals: countClasses([]), visitors: 0 };
    const classes = bars.map(({ start }) => ({ start, ...countClasses([]) }));
    for (const id of ids) {
      const own = await report({ ...request, tags: undefined, linkIds: [id] }, this.now);
      sums.clicks += own.clicks;
      sums.visitors += own.totals.visitors;
      for (const name of clickClasses) {
        sums.totals[name] += own.totals[name];
        for (const [at, bar] of own.bars.entries()) classes[at]![name] += bar[name];
      }
    }
    const { visitors, ...byClass } = totals;
    expect({ clicks, totals: byClass, visitors }).toEqual(sums);
    expect(bars).toEqual(classes);
  }

  #findFiltersFrom({ filters }: ReportQuery): number {
    return filters.page === undefined ? 0 : this.#keptFrom * DAY;
  }

  async #checkLinks(query: ReportQuery, { from, to }: TimeRange, keptFrom: number): Promise<void> {
    const last = Math.floor((to - 1) / DAY);
    const first = Math.min(Math.round(from / DAY), last);
    const length = last - first + 1;
    const passed = Math.floor(this.now / QUARTER + 1) * QUARTER;
    const isRunning = this.now >= first * DAY && passed < (last + 1) * DAY;
    const isKnown = (first - length) * DAY >= keptFrom;
    const now = this.#groupByLink(query, first * DAY, (last + 1) * DAY);
    const end = (isRunning ? passed : (last + 1) * DAY) - length * DAY;
    const before = this.#groupByLink(query, (first - length) * DAY, end);
    const source = { engine, warehouse };
    const { top, silent } = await listLinks(source, toRequest(query), this.now);
    const all = LINK_IDS.map((id) => ({
      short_url: `l${id}`,
      people: now.get(id)?.length ?? 0,
      before: isKnown ? (before.get(id)?.length ?? 0) : null,
    }));
    expect(byCode(top)).toEqual(byCode(all.filter(({ people }) => people > 0)));
    expect(top).toEqual(top.toSorted((a, b) => b.people - a.people));
    const quiet = all.filter((link) => link.people === 0 && (link.before ?? 0) > 0);
    expect(silent === null ? null : byCode(silent)).toEqual(isKnown ? byCode(quiet) : null);
  }

  #groupByLink(query: ReportQuery, from: number, to: number): Map<number, ModelClick[]> {
    const { counted } = countClicks(
      this.clicks.filter(({ time }) => time >= this.#findFiltersFrom(query)),
      { ...query, from, to, links: this.#choose(query) },
    );
    return Map.groupBy(counted, ({ linkId }) => linkId);
  }

  #checkBefore(
    query: ReportQuery & Pick<Parameters<typeof countClicks>[1], 'links'>,
    found: Awaited<ReturnType<typeof createReport>>,
    keptFrom: number,
  ): void {
    const zone = new TimeZone(query.timeZone);
    const count = (range: TimeRange) => {
      if (range.from < keptFrom) return null;
      const { passing, visitors } = countClicks(this.clicks, { ...query, ...range });
      return { ...range, passing, totals: { ...countClasses(passing), visitors } };
    };
    const before = count(rangeBefore(found, toRequest(query), zone, this.now));
    expect(found.before).toEqual(before?.totals ?? null);
    if (query.compare === undefined) {
      expect(found.compared).toBeNull();
      return;
    }
    const compared =
      query.compare === 'before' ? before : count(rangeYearBefore(found, zone, this.now));
    const { bars = [], ...others } = found.compared ?? {};
    const { passing = [], ...expected } = compared ?? {};
    expect(others).toEqual(expected);
    expectBars(bars, passing);
  }
}

function expectBars(bars: readonly Bar[], clicks: readonly ModelClick[]): void {
  expect([...bars]).toEqual(
    bars.map(({ start }, bucket) => {
      const end = bars[bucket + 1]?.start ?? Number.POSITIVE_INFINITY;
      const own = clicks.filter(({ time }) => time >= start && time < end);
      return Object.assign({ start }, countClasses(own));
    }),
  );
}

function byCode(
  links: readonly Omit<RankedLink, 'title' | 'long_url'>[],
): Map<string, [number, number | null]> {
  return new Map(links.map(({ short_url: code, people, before }) => [code, [people, before]]));
}

/** The range of a filtered report: filters have no data before `keptFrom`. */
function fit(from: number, to: number, keptFrom: number): TimeRange {
  return { from: to > keptFrom ? Math.max(from, keptFrom) : from, to };
}
