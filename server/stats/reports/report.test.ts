import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Dimension, RankedLink } from '../../../contracts/stats.ts';
import {
  lastInstant,
  reportCases,
  CASE_DAYS,
  type AskedReport,
  type SaidClick,
} from '../../../tests/report-cases.ts';
import { places, rules, toModel, toVisit } from '../../../tests/report-clicks.ts';
import { readVisit } from '../../../tests/read-visit.ts';
import { seedLinks } from '../../../tests/seed.ts';
import { isPostgres, openTestEngine } from '../../../tests/test-engine.ts';
import {
  countClasses,
  countClicks,
  countValues,
  countWeek,
  dayOf,
  type ModelClick,
} from '../../../tests/report-model.ts';
import { SETTLED_COPY_FILE } from '../../engine/data-directory.ts';
import type { Engine } from '../../engine/engine.ts';
import { upsertRulesVersion } from '../facts.store.ts';
import type { Days } from './link-list.ts';
import { listLinks } from './list-links.ts';
import { createReport } from './report.ts';
import { ReportMemory } from './report-memory.ts';
import type { ReportRequest } from './source.ts';
import { SettledCopy } from './settled-copy.ts';
import { settleDay } from '../upkeep/settle.ts';
import { spanBefore, type Span } from './span.ts';
import type { RecordedVisit } from '../visit-reader.ts';
import { VisitRecorder } from '../visit-recorder.ts';
import { Visits } from '../visits.ts';

const DAY = 86_400;
const QUARTER = 900;
/** On which clicks come. */
const LINK_IDS = [1, 2, 3];
const RUNS = isPostgres ? 30 : 200;
/** Friday, 2024-10-04. */
const FIRST_DAY = 20_000;

let dataDir: string;
let engine: Engine;
let recorder: VisitRecorder;
let settledCopy: SettledCopy;
let memory: ReportMemory;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-report-'));
  engine = await openTestEngine(dataDir);
  await seedLinks(
    engine,
    LINK_IDS.map((id) => ({ id, short_url: `l${id}` })),
  );
  recorder = new VisitRecorder(engine, places, rules);
  settledCopy = new SettledCopy(dataDir, { bytesMin: 1 });
});
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('reports tell what counting clicks one by one tells', async () => {
  await fc.assert(
    fc.asyncProperty(
      reportCases,
      fc.constantFrom(rules.version, rules.version - 1),
      async ({ firstDay, batches, requests, keptFrom }, sumsVersion) => {
        const site = await Site.open(firstDay);
        await engine.write((tx) => upsertRulesVersion(tx, sumsVersion, 0));
        for (const { clicks, settledBefore, isCopied } of batches) {
          await site.count(clicks);
          await site.settle(settledBefore);
          if (isCopied) await settledCopy.refresh(engine, await recorder.openFacts());
          // What is remembered of them must hold after the next clicks, or be forgotten.
          for (const request of requests) await site.check(request);
        }
        const ends: [number, number] = [0, site.now + 1];
        const wholeDays = { ...requests[0]!, ends, filters: {} };
        const whole = { ...wholeDays, timeZone: 'UTC', audience: 'people' } as const;
        const before = await report(toRequest(whole), site.now);
        await site.forget(keptFrom);
        const { filters_from: _, ...after } = await report(toRequest(whole), site.now);
        expect({ ...before }).toMatchObject(after);
        for (const request of requests) await site.check(request);
        // Alike but for what is asked of the same clicks.
        const { ends: sameEnds, linkId } = requests[0]!;
        for (const request of requests) await site.check({ ...request, ends: sameEnds, linkId });
      },
    ),
    { numRuns: RUNS },
  );
}, 120_000);

test('values beyond those that are kept apart are told as others, and nothing is lost', async () => {
  await Site.open();
  const sources = 11_000;
  const clicks = Array.from({ length: sources }, (_, i) => {
    const click = toVisit({ ...someClick, quarter: i % 96, source: `source${i}` });
    return { ...click, referrer: `https://host${i}.example/page${i}` };
  });
  await store(clicks);
  const found = await report({ ...toRequest(someRequest), linkId: 1 });
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
}, 60_000);

test('what a click says that comes while a report is made is told too', async () => {
  await Site.open();
  await store([toVisit(someClick)]);
  const read = memory.openDetails.read.bind(memory.openDetails);
  let came = 0;
  memory.openDetails.read = async (...args) => {
    came += 1;
    const visit = toVisit({ ...someClick, language: 'xh' });
    await store([{ ...visit, userAgent: `new ${came} agent 1` }]);
    return read(...args);
  };
  const found = await report({ ...toRequest(someRequest), linkId: 1 });
  expect(came).toBeGreaterThan(0);
  expect([found.clicks, found.totals.visitors]).toEqual([1 + came, 1 + came]);
  const listOf = (name: Dimension) => found.lists.find(({ dimension }) => dimension === name)!;
  expect(listOf('browser').values).toHaveLength(2);
  expect(listOf('language')).toMatchObject({ none: 1, values: [{ value: 'xh', clicks: came }] });
});

const someClick: SaidClick = {
  linkId: 1,
  day: FIRST_DAY,
  quarter: 0,
  agent: 0,
  address: '203.0.1',
  path: '',
  source: '',
  language: '',
  isScan: false,
  isNameless: false,
};
const someRequest: AskedReport = {
  linkId: 0,
  ends: [FIRST_DAY * DAY, (FIRST_DAY + CASE_DAYS) * DAY],
  timeZone: 'UTC',
  audience: 'people',
  filters: {},
};

function toRequest({ ends, ...request }: AskedReport): ReportRequest {
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  return { ...request, period: '30d', from, to: Math.max(to, from + QUARTER) };
}

async function report(request: ReportRequest, now = lastInstant(FIRST_DAY)) {
  return createReport({ engine, memory, facts: await recorder.openFacts() }, request, now);
}

async function store(visits: readonly RecordedVisit[]): Promise<void> {
  const open = await recorder.open();
  const read = new Visits();
  for (const visit of visits) read.add(readVisit(open, visit));
  const batch = await open.prepare(read);
  await engine.write((tx) => batch.store(tx));
}

class Site {
  readonly clicks: ModelClick[] = [];
  readonly #settledTimes = new Map<number, number>();
  readonly #firstDay: number;
  #keptFrom = 0;

  private constructor(firstDay: number) {
    this.#firstDay = firstDay;
  }

  /** The present instant, in Unix seconds. */
  get now(): number {
    return lastInstant(this.#firstDay);
  }

  /** Those that are known one by one. */
  get #known(): ModelClick[] {
    return this.clicks.filter((click) => dayOf(click) >= this.#keptFrom);
  }

  static async open(firstDay = FIRST_DAY): Promise<Site> {
    for (const table of [
      'click_sum',
      'open_part',
      'open_chunk',
      'settled_detail',
      'click_day',
    ] as const) {
      await engine.db.deleteFrom(table).execute();
    }
    // What is there is a copy of none of these.
    rmSync(join(dataDir, SETTLED_COPY_FILE), { force: true });
    memory = new ReportMemory(settledCopy);
    return new Site(firstDay);
  }

  async count(clicks: readonly SaidClick[]): Promise<void> {
    if (clicks.length === 0) return;
    await store(clicks.map(toVisit));
    for (const click of clicks) {
      this.clicks.push(toModel(click, this.#settledTimes.get(click.day) ?? 0));
    }
  }

  async settle(before: number): Promise<void> {
    const facts = await recorder.openFacts();
    for (let day = this.#firstDay; day < before; day += 1) {
      await settleDay({ engine, facts, isOver: () => false }, day);
      this.#settledTimes.set(day, (this.#settledTimes.get(day) ?? 0) + 1);
    }
  }

  /** Deletes the details of all days before this. */
  async forget(keptFrom: number): Promise<void> {
    await this.settle(keptFrom);
    await engine.db.deleteFrom('settled_detail').where('day', '<', keptFrom).execute();
    const days = this.clicks.map(dayOf);
    const known = days.filter((day) => day >= keptFrom);
    if (days.every((day) => day >= keptFrom)) return;
    this.#keptFrom = known.length === 0 ? Math.floor(this.now / DAY) : Math.min(...known);
  }

  async check(asked: AskedReport): Promise<void> {
    const request = toRequest(asked);
    const found = await report(request, this.now);
    const keptFrom = this.#keptFrom * DAY;
    expect(found.filters_from).toBe(keptFrom);
    const isFiltered = asked.audience !== 'people' || Object.keys(asked.filters).length > 0;
    const span = fit(request.from!, request.to!, keptFrom, isFiltered);
    expect({ from: found.from, to: found.to }).toEqual(span);
    const clicks = isFiltered ? this.#known : this.clicks;
    const { told, passing, visitors } = countClicks(clicks, { ...asked, ...span });

    const { visitors: foundVisitors, ...classes } = found.totals;
    expect(classes).toEqual(countClasses(passing));
    expect(foundVisitors).toBeGreaterThanOrEqual(visitors.min);
    expect(foundVisitors).toBeLessThanOrEqual(visitors.max);
    expect(found.clicks).toBe(told.length);

    const starts = found.bars.map(({ start }) => start);
    expect(found.bars).toEqual(
      starts.map((start, bar) => {
        const end = starts[bar + 1] ?? Number.POSITIVE_INFINITY;
        const own = passing.filter(({ time }) => time >= start && time < end);
        return Object.assign({ start }, countClasses(own));
      }),
    );
    expect(found.week).toEqual(countWeek(told, asked.timeZone));
    for (const { dimension, values, other, none } of found.lists) {
      const counts = countValues(told, dimension);
      expect([dimension, none, other]).toEqual([dimension, counts.get('') ?? 0, 0]);
      counts.delete('');
      const listed = values.map(({ value, clicks }) => [value, clicks] as const);
      expect(new Map(listed)).toEqual(counts);
      expect(listed).toEqual(listed.toSorted(([, a], [, b]) => b - a));
    }
    this.#checkBefore(asked, found, isFiltered, keptFrom);
    // Which links lead in all is remembered for a while.
    if (isFiltered) await this.#checkLinks(asked, span);
  }

  /** The lists of links, which go by whole days. */
  async #checkLinks(asked: AskedReport, { from, to }: Span): Promise<void> {
    const last = Math.floor((to - 1) / DAY);
    const first = Math.min(Math.round(from / DAY), last);
    const earlier = { first: 2 * first - last - 1, last: first - 1 };
    const isKnown = earlier.first >= this.#keptFrom;
    const now = this.#groupByLink(asked, { first, last });
    const before = this.#groupByLink(asked, earlier);
    const source = { engine, memory, facts: await recorder.openFacts() };
    const { top, silent } = await listLinks(source, toRequest(asked), this.now);
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

  /** By link the clicks that are told of on some days. */
  #groupByLink(asked: AskedReport, { first, last }: Days): Map<number, ModelClick[]> {
    const span = { from: first * DAY, to: (last + 1) * DAY };
    const { told } = countClicks(this.#known, { ...asked, ...span, linkId: 0 });
    return Map.groupBy(told, ({ linkId }) => linkId);
  }

  #checkBefore(
    asked: AskedReport,
    found: Awaited<ReturnType<typeof createReport>>,
    isFiltered: boolean,
    keptFrom: number,
  ): void {
    const span = spanBefore(found);
    if (isFiltered && span.from < keptFrom) {
      expect(found.before).toBeNull();
      return;
    }
    const { passing, visitors } = countClicks(this.clicks, { ...asked, ...span });
    const { visitors: foundVisitors, ...classes } = found.before!;
    expect(classes).toEqual(countClasses(passing));
    // Of a part of a day without details nobody knows them.
    if (span.from < keptFrom) return;
    expect(foundVisitors).toBeGreaterThanOrEqual(visitors.min);
    expect(foundVisitors).toBeLessThanOrEqual(visitors.max);
  }
}

function byCode(
  links: readonly Omit<RankedLink, 'title' | 'long_url'>[],
): Map<string, [number, number | null]> {
  return new Map(links.map(({ short_url: code, people, before }) => [code, [people, before]]));
}

/** What is told of; filters know nothing of the time before. */
function fit(from: number, to: number, keptFrom: number, isFiltered: boolean): Span {
  if (isFiltered) return { from: to > keptFrom ? Math.max(from, keptFrom) : from, to };
  return {
    from: from < keptFrom ? Math.floor(from / DAY) * DAY : from,
    to: to < keptFrom ? Math.ceil(to / DAY) * DAY : to,
  };
}
