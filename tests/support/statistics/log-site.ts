import { expect } from 'bun:test';
import { existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { addCounts } from '../../../server/clicks/counts.store.ts';
import { drainJournal } from '../../../server/clicks/drain.ts';
import { Journal } from '../../../server/clicks/journal/journal.ts';
import { openJournalDirectory } from '../../../server/clicks/journal/segments.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { deleteByIds, restoreByIds } from '../../../server/links/bin/deleted-links.store.ts';
import { nowSeconds } from '../../../server/engine/now.ts';
import { VisitRecorder } from '../../../server/stats/ingest/visit-recorder.ts';
import { MaintainLog } from '../../../server/stats/log/maintain-log.ts';
import { dayOf, QUARTER_SECONDS } from '../../../server/stats/quarter.ts';
import { createReport } from '../../../server/stats/query/report.ts';
import { Warehouse } from '../../../server/stats/warehouse/warehouse.ts';
import { ClickModel, rulesOf, type LoggedVisit, type ModelVisit } from './click-model.ts';
import { expectTotals } from './click-totals.ts';
import { readLog } from './read-log.ts';
import { FailingEngine, NO_FAILURE, type WriteFailure } from '../failing-engine.ts';
import { seedLinks } from './seed.ts';
import { SMALL_ROLLUPS } from './small-rollups.ts';
import { sumParts } from './sum-parts.ts';
import { authority } from '../owner.ts';

export const LINKS = 3;
export const AGENTS = 4;
const linkIds = Array.from({ length: LINKS }, (_, at) => at + 1);
const KEEP_DAYS = 3;
/** Counts of the links before statistics existed. */
const IMPORTED = 7;
/** Ten minutes before a midnight. */
const START = 20_000 * 86_400 - 600;
/** The range of the clock: reports look at most a year ahead. */
const EARLIEST = START - 300 * 86_400;
const LATEST = START + 60 * 86_400;
const tables = [
  'link',
  'deleted_link',
  'click_count',
  'option',
  'click_batch',
  'visitor_salt',
  'journal_segment',
  'unsorted_block',
] as const;

export type Step =
  | { readonly do: 'visit'; readonly visit: Omit<ModelVisit, 'time'>; readonly times: number }
  | ({ readonly do: 'drain' | 'maintain' } & WriteFailure)
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'restart'; readonly rules: number }
  | { readonly do: 'delete'; readonly linkId: number }
  | { readonly do: 'restore'; readonly linkId: number }
  /** Closes the projection; its file is then removed, truncated or kept. */
  | { readonly do: 'close'; readonly file: 'stays' | 'goes' | 'is cut off' };

export class LogSite implements AsyncDisposable {
  readonly #model = new ClickModel();
  readonly #engine: Engine;
  readonly #dataDir: string;
  readonly #directory: string;
  readonly #journal: Journal;
  readonly #failure: FailingEngine;
  #warehouse: Warehouse;
  #rules = 0;
  #version = 1;
  #now = START;
  #pending: ModelVisit[] = [];

  private constructor(engine: Engine, dataDir: string) {
    this.#engine = engine;
    this.#failure = new FailingEngine(engine);
    this.#dataDir = dataDir;
    this.#directory = openJournalDirectory(mkdtempSync(join(dataDir, 'journal-')));
    this.#journal = new Journal({ directory: this.#directory });
    this.#warehouse = this.#openWarehouse();
  }

  /** Empties the database and adds links; the projection stays that of the earlier site. */
  static async open(engine: Engine, dataDir: string): Promise<LogSite> {
    for (const table of tables) await engine.db.deleteFrom(table).execute();
    await seedLinks(
      engine,
      linkIds.map((id) => ({ id, short_url: `l${id}`, clicks: IMPORTED })),
    );
    return new LogSite(engine, dataDir);
  }

  async do(step: Step): Promise<void> {
    if (step.do === 'wait') {
      this.#now = Math.min(Math.max(this.#now + step.seconds, EARLIEST), LATEST);
    } else if (step.do === 'visit') this.#visit(step.visit, step.times);
    else if (step.do === 'restart') {
      this.#rules = step.rules;
      this.#version += 1;
    } else if (step.do === 'delete')
      await deleteByIds(this.#engine, authority, [step.linkId], nowSeconds());
    else if (step.do === 'restore')
      await restoreByIds(this.#engine, {
        authority,
        ids: [step.linkId],
        now: nowSeconds(),
        ownHostnames: [],
      });
    else if (step.do === 'close') await this.#close(step.file);
    else {
      if (step.do === 'drain') await this.#drain(step);
      else await this.#maintain(step);
      await this.#check(step.do === 'maintain');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#journal.close();
    await this.#warehouse.close();
  }

  #openWarehouse(): Warehouse {
    return new Warehouse({
      engine: this.#engine,
      dataDir: this.#dataDir,
      onError: ignore,
      rollupSizes: SMALL_ROLLUPS,
    });
  }

  async #close(file: 'stays' | 'goes' | 'is cut off'): Promise<void> {
    await this.#warehouse.close();
    const path = join(this.#dataDir, 'clicks.duckdb');
    if (file === 'goes') rmSync(path, { force: true });
    if (file === 'is cut off' && existsSync(path)) truncateSync(path, statSync(path).size / 2);
    this.#warehouse = this.#openWarehouse();
  }

  #visit(visit: Omit<ModelVisit, 'time'>, times: number): void {
    for (let i = 0; i < times; i += 1) {
      this.#pending.push({ ...visit, time: this.#now });
      this.#journal.append({
        linkId: visit.linkId,
        time: this.#now * 1000,
        address: visit.address,
        referrer: 'https://example.org/a',
        userAgent: `agent ${visit.agent}`,
        language: 'en',
        query: visit.isScan ? 'qr' : '',
        asksNotToBeTracked: visit.isNameless,
      });
    }
  }

  async #drain(failure: WriteFailure): Promise<void> {
    this.#failure.set(failure);
    const { engine } = this.#failure;
    const isCounted = await drainJournal({
      engine,
      directory: this.#directory,
      recorder: new VisitRecorder(engine, undefined, rulesOf(this.#rules, this.#version)),
      onError: ignore,
    }).then(
      () => true,
      () => false,
    );
    this.#failure.set(NO_FAILURE);
    if (!isCounted) return;
    this.#model.count(this.#pending, this.#rules, this.#version);
    this.#pending = [];
  }

  async #maintain(failure: WriteFailure): Promise<void> {
    if (failure.failsAt !== 0) {
      this.#failure.set(failure);
      await this.#createMaintenance(ignore).run();
      this.#failure.set(NO_FAILURE);
      await expectTotals(this.#engine, IMPORTED);
    }
    await this.#createMaintenance(fail).run();
    this.#model.maintain(this.#now, KEEP_DAYS, this.#rules, this.#version);
  }

  #createMaintenance(onError: (error: unknown) => void): MaintainLog {
    return new MaintainLog({
      engine: this.#failure.engine,
      warehouse: this.#warehouse,
      rules: rulesOf(this.#rules, this.#version),
      changeCounts: (tx, counts) => addCounts(this.#engine, tx, counts),
      keepDays: KEEP_DAYS,
      clock: () => this.#now,
      onError,
    });
  }

  async #check(isMaintained: boolean): Promise<void> {
    await expectTotals(this.#engine, IMPORTED);
    const rows = await readLog(this.#engine);
    const logged = rows.map(({ day, state, linkId, time, class: own, clicks }) => ({
      key: [day, state, linkId, time, own],
      clicks,
    }));
    const wanted = this.#model.visits.map((visit) => ({
      key: [
        dayOf(visit.time),
        visit.state,
        visit.linkId,
        Math.floor(visit.time / QUARTER_SECONDS) * QUARTER_SECONDS,
        classOf(visit),
      ],
      clicks: 1,
    }));
    expect(sumUp(logged)).toEqual(sumUp(wanted));
    for (const { state, visitor, texts } of rows) {
      if (state !== 'open') expect(visitor).toBeNull();
      if (state === 'reduced') expect([texts['agent'], texts['page']]).toEqual(['', '']);
    }
    const salts = await this.#engine.db.selectFrom('visitor_salt').select('day').execute();
    const open = new Set(rows.filter(({ state }) => state === 'open').map(({ day }) => day));
    expect(new Set(salts.map(({ day }) => day)).isSupersetOf(open)).toBe(true);
    if (isMaintained) {
      const isOver = (day: number) => day < dayOf(this.#now - 1800) || day > dayOf(this.#now) + 1;
      expect(salts.filter(({ day }) => isOver(day))).toEqual([]);
    }
    await this.#checkProjection();
    if (isMaintained) await this.#checkReports();
  }

  async #checkProjection(): Promise<void> {
    const found = await this.#warehouse.read(({ db }) =>
      db.all<{ day: number; clicks: number; site: number; link: number }>(
        `select day, sum(clicks)::double as clicks,
            coalesce(sum(site_visitors) filter (class < 2), 0)::double as site,
            coalesce(sum(link_visitors) filter (class < 2), 0)::double as link
          from click group by day order by day`,
      ),
    );
    const days = Map.groupBy(this.#model.visits, ({ time }) => dayOf(time));
    expect(found).toEqual(
      [...days]
        .toSorted(([a], [b]) => a - b)
        .map(([day, own]) => ({
          day,
          clicks: own.length,
          site: countVisitors(own, () => ''),
          link: countVisitors(own, ({ linkId }) => String(linkId)),
        })),
    );
  }

  /** The parts of each report must add up to its total, and totals must match the list. */
  async #checkReports(): Promise<void> {
    const counts = await this.#engine.db.selectFrom('click_count').selectAll().execute();
    const source = { engine: this.#engine, warehouse: this.#warehouse };
    for (const linkId of [0, ...counts.map(({ link_id: id }) => id)]) {
      const report = await createReport(
        source,
        {
          ...(linkId !== 0 && { linkIds: [linkId] }),
          period: 'all',
          timeZone: 'Asia/Kathmandu',
          audience: 'all',
          reach: 'all',
          filters: {},
        },
        this.#now,
      );
      const { clicks, totals } = report;
      const own = counts.find((row) => row.link_id === linkId);
      const listed = own === undefined ? this.#model.visits.length : own.clicks - IMPORTED;
      expect({ linkId, clicks }).toEqual({ linkId, clicks: listed });
      if (own !== undefined) expect(totals.preview + totals.bot).toBe(own.bots);
      expect(new Set(sumParts(report))).toEqual(new Set([clicks]));
    }
  }
}

function classOf({ isBot: bot, isScan }: LoggedVisit): number {
  if (bot) return 3;
  return isScan ? 1 : 0;
}

/** Visitors whose first click is a person's; each visitor has one user agent. */
function countVisitors(
  visits: readonly LoggedVisit[],
  groupOf: (visit: LoggedVisit) => string,
): number {
  const human = visits.filter((visit) => visit.visitor !== null && !visit.isBot);
  return new Set(human.map((visit) => `${groupOf(visit)} ${visit.visitor}`)).size;
}

function sumUp(rows: readonly { key: readonly unknown[]; clicks: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { key, clicks } of rows) {
    const name = JSON.stringify(key);
    sums.set(name, (sums.get(name) ?? 0) + clicks);
  }
  return new Map([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A killed process reports nothing. */
function ignore(): void {}

function fail(error: unknown): never {
  throw error;
}
