import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  ClickModel,
  isBot,
  type LoggedVisit,
  type ModelVisit,
} from '../../../tests/click-model.ts';
import { expectTotals } from '../../../tests/click-totals.ts';
import { readLog } from '../../../tests/read-log.ts';
import { seedLinks } from '../../../tests/seed.ts';
import { isPostgres, openTestEngine } from '../../../tests/test-engine.ts';
import { addCounts } from '../../clicks/counts.store.ts';
import { drainJournal } from '../../clicks/drain.ts';
import { Journal } from '../../clicks/journal.ts';
import { openJournalDirectory } from '../../clicks/segments.ts';
import type { Engine } from '../../engine/engine.ts';
import type { AgentRules } from '../classify/agents/agent.ts';
import { VisitRecorder } from '../ingest/visit-recorder.ts';
import { dayOf, QUARTER_SECONDS } from '../quarter.ts';
import { Warehouse } from '../warehouse/warehouse.ts';
import { MaintainLog } from './maintain-log.ts';

const AGENTS = 4;
const LINKS = 3;
const KEEP_DAYS = 3;
/** What the links had before there were statistics. */
const IMPORTED = 7;
/** Ten minutes before a midnight. */
const START = 20_000 * 86_400 - 600;
const RUNS = isPostgres ? 15 : 60;

type Step =
  | { readonly do: 'visit'; readonly visit: Omit<ModelVisit, 'time'>; readonly times: number }
  | { readonly do: 'drain' | 'maintain'; readonly failsAt: number; readonly isLate: boolean }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'restart'; readonly rules: number };

const visits = fc.record({
  do: fc.constant('visit' as const),
  visit: fc.record({
    linkId: fc.integer({ min: 1, max: LINKS }),
    agent: fc.nat(AGENTS - 1),
    address: fc.constantFrom('203.0.1.7', '203.0.2.7', '2001:db8:1::7'),
    isScan: fc.boolean(),
    isNameless: fc.nat(4).map((number) => number === 0),
  }),
  times: fc.integer({ min: 1, max: 3 }),
});
const writes = fc.record({
  do: fc.constantFrom('drain' as const, 'maintain' as const),
  /** Which write fails; 0: none. */
  failsAt: fc.constantFrom(0, 0, 0, 1, 2, 3, 5),
  /** Whether it fails when its work is done. */
  isLate: fc.boolean(),
});
const waits = fc.record({
  do: fc.constant('wait' as const),
  seconds: fc.constantFrom(60, 900, 3600, 43_200, 86_400, 4 * 86_400, -1200, -86_400, -3 * 86_400),
});
const restarts = fc.record({
  do: fc.constant('restart' as const),
  rules: fc.nat(2 ** AGENTS - 1),
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: visits },
    { weight: 4, arbitrary: writes },
    { weight: 2, arbitrary: waits },
    { weight: 1, arbitrary: restarts },
  ),
  { minLength: 8, maxLength: 40 },
);

let dataDir: string;
let engine: Engine;
let warehouse: Warehouse;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-log-'));
  engine = await openTestEngine(dataDir);
  warehouse = new Warehouse({ engine, dataDir, onError: fail });
});

afterAll(async () => {
  await warehouse.close();
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('whatever happens, log, counts and projection have the same clicks', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (some) => {
      await using site = await Site.open();
      for (const step of some) await site.do(step);
      await site.do({ do: 'drain', failsAt: 0, isLate: false });
      await site.do({ do: 'maintain', failsAt: 0, isLate: false });
    }),
    { numRuns: RUNS },
  );
}, 120_000);

/** Rules with a bit for each user agent that is a bot. */
function rulesOf(bots: number, version: number): AgentRules {
  return {
    version,
    read(text) {
      const agent = Number(text.slice(-1));
      const said = { system: '', device: '' };
      return isBot(bots, agent)
        ? { class: 'bot', browser: `Bot ${agent}`, ...said }
        : { class: 'person', browser: `Browser ${agent}`, ...said };
    },
  };
}

/** Has a write of the engine fail. */
class Failure {
  #left = 0;
  #isLate = false;

  /** The same engine, but that its writes fail as this says. */
  readonly engine: Engine = {
    ...engine,
    write: (work) =>
      engine.write(async (tx, changed) => {
        this.#left -= 1;
        const fails = this.#left === 0;
        if (fails && !this.#isLate) throw new Error('killed');
        const result = await work(tx, changed);
        if (fails) throw new Error('killed');
        return result;
      }),
  };

  /** Which of the next writes fails, 0 for none; and whether only when its work is done. */
  set(failsAt: number, isLate: boolean): void {
    this.#left = failsAt;
    this.#isLate = isLate;
  }
}

/** A site and the model of it. */
class Site implements AsyncDisposable {
  readonly #model = new ClickModel();
  readonly #directory: string;
  readonly #journal: Journal;
  readonly #failure = new Failure();
  #rules = 0;
  #version = 1;
  #now = START;
  #pending: ModelVisit[] = [];

  private constructor(directory: string) {
    this.#directory = directory;
    this.#journal = new Journal({ directory });
  }

  static async open(): Promise<Site> {
    for (const table of [
      'link',
      'click_count',
      'option',
      'click_batch',
      'visitor_salt',
      'journal_segment',
    ] as const) {
      await engine.db.deleteFrom(table).execute();
    }
    const links = Array.from({ length: LINKS }, (_, i) => i + 1);
    await seedLinks(
      engine,
      links.map((id) => ({ id, short_url: `l${id}`, clicks: IMPORTED })),
    );
    return new Site(openJournalDirectory(mkdtempSync(join(dataDir, 'journal-'))));
  }

  async do(step: Step): Promise<void> {
    if (step.do === 'wait') this.#now += step.seconds;
    else if (step.do === 'visit') this.#visit(step.visit, step.times);
    else if (step.do === 'restart') {
      this.#rules = step.rules;
      this.#version += 1;
    } else {
      if (step.do === 'drain') await this.#drain(step);
      else await this.#maintain(step);
      await this.#check(step.do === 'maintain');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#journal.close();
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

  async #drain({ failsAt, isLate }: { failsAt: number; isLate: boolean }): Promise<void> {
    this.#failure.set(failsAt, isLate);
    const { engine: failing } = this.#failure;
    const isCounted = await drainJournal({
      engine: failing,
      directory: this.#directory,
      recorder: new VisitRecorder(failing, undefined, rulesOf(this.#rules, this.#version)),
      onError: fail,
    }).then(
      () => true,
      () => false,
    );
    this.#failure.set(0, false);
    if (!isCounted) return;
    this.#model.count(this.#pending, this.#rules, this.#version);
    this.#pending = [];
  }

  async #maintain({ failsAt, isLate }: { failsAt: number; isLate: boolean }): Promise<void> {
    if (failsAt !== 0) {
      this.#failure.set(failsAt, isLate);
      await this.#createMaintenance(ignore).run();
      this.#failure.set(0, false);
      await expectTotals(engine, IMPORTED);
    }
    await this.#createMaintenance(fail).run();
    this.#model.maintain(this.#now, KEEP_DAYS, this.#rules, this.#version);
  }

  #createMaintenance(onError: (error: unknown) => void): MaintainLog {
    return new MaintainLog({
      engine: this.#failure.engine,
      warehouse,
      rules: rulesOf(this.#rules, this.#version),
      changeCounts: (tx, counts) => addCounts(engine, tx, counts),
      keepDays: KEEP_DAYS,
      clock: () => this.#now,
      onError,
    });
  }

  async #check(isMaintained: boolean): Promise<void> {
    await expectTotals(engine, IMPORTED);
    const rows = await readLog(engine);
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
    const salts = await engine.db.selectFrom('visitor_salt').select('day').execute();
    const open = new Set(rows.filter(({ state }) => state === 'open').map(({ day }) => day));
    expect(new Set(salts.map(({ day }) => day)).isSupersetOf(open)).toBe(true);
    if (isMaintained) {
      const isOver = (day: number) => day < dayOf(this.#now - 1800) || day > dayOf(this.#now) + 1;
      expect(salts.filter(({ day }) => isOver(day))).toEqual([]);
    }
    await this.#checkProjection();
  }

  async #checkProjection(): Promise<void> {
    const found = await warehouse.read(({ db }) =>
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
}

function classOf({ isBot: bot, isScan }: LoggedVisit): number {
  if (bot) return 3;
  return isScan ? 1 : 0;
}

/** Visitors whose first click is known as a person's; a visitor has one user agent. */
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

/** What is killed reports nothing. */
function ignore(): void {}

function fail(error: unknown): never {
  throw error;
}
