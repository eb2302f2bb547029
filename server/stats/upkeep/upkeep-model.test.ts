import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  ClickModel,
  countPeople,
  isBot,
  timeOf,
  type ModelVisit,
} from '../../../tests/click-model.ts';
import { expectTotals, sum } from '../../../tests/click-totals.ts';
import { readWholeSum, type ReadSum } from '../../../tests/day-sum.ts';
import { seedLinks } from '../../../tests/seed.ts';
import { isPostgres, openTestEngine } from '../../../tests/test-engine.ts';
import { drainJournal } from '../../clicks/drain.ts';
import { Journal } from '../../clicks/journal.ts';
import { openJournalDirectory } from '../../clicks/segments.ts';
import type { Engine } from '../../engine/engine.ts';
import { valueKey } from '../day-sum.ts';
import { countByLink, countClicks, readAllDetails } from '../../../tests/day-details.ts';
import { numberOf } from '../fact-kinds.ts';
import type { AgentRules } from '../read-fact.ts';
import { decodeTopLinks } from '../../../tests/top-links.ts';
import { Upkeep } from './upkeep.ts';
import { VisitRecorder } from '../visit-recorder.ts';

const AGENTS = 4;
const LINKS = 3;
const BROWSER = numberOf('browser');
const KEEP_DAYS = 3;
/** What the links had before there were statistics. */
const IMPORTED = 7;
/** Ten minutes before a midnight. */
const START = 20_000 * 86_400 - 600;
const RUNS = isPostgres ? 50 : 200;

type Step =
  | { readonly do: 'visit'; readonly visit: Omit<ModelVisit, 'time'>; readonly times: number }
  | { readonly do: 'drain' | 'keep up'; readonly failsAt: number; readonly isLate: boolean }
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
  do: fc.constantFrom('drain' as const, 'keep up' as const),
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

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-upkeep-'));
  engine = await openTestEngine(dataDir);
});

afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('whatever happens, all sums are those of the clicks', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (some) => {
      await using site = await Site.open();
      for (const step of some) await site.do(step);
      await site.do({ do: 'drain', failsAt: 0, isLate: false });
      await site.do({ do: 'keep up', failsAt: 0, isLate: false });
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
  #recorder: VisitRecorder;
  #rules = 0;
  #version = 1;
  #now = START;
  #pending: ModelVisit[] = [];

  private constructor(directory: string) {
    this.#directory = directory;
    this.#journal = new Journal({ directory });
    this.#recorder = this.#startRecorder();
  }

  static async open(): Promise<Site> {
    for (const table of [
      'link',
      'click_count',
      'option',
      'click_value',
      'click_fact',
      'click_sum',
      'open_part',
      'open_chunk',
      'settled_detail',
      'click_day',
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
      this.#recorder = this.#startRecorder();
    } else {
      if (step.do === 'drain') await this.#drain(step);
      else await this.#keepUp(step);
      await this.#check();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#journal.close();
  }

  #startRecorder(): VisitRecorder {
    const { engine: failing } = this.#failure;
    return new VisitRecorder(failing, undefined, rulesOf(this.#rules, this.#version));
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
    const isCounted = await drainJournal({
      engine: this.#failure.engine,
      directory: this.#directory,
      recorder: this.#recorder,
      onError: fail,
    }).then(
      () => true,
      () => false,
    );
    this.#failure.set(0, false);
    // Either it was killed, or it goes on.
    if (isLate) this.#recorder = this.#startRecorder();
    if (!isCounted) return;
    this.#model.count(this.#pending, this.#rules);
    this.#pending = [];
  }

  async #keepUp({ failsAt, isLate }: { failsAt: number; isLate: boolean }): Promise<void> {
    if (failsAt !== 0) {
      this.#failure.set(failsAt, isLate);
      await this.#createUpkeep(ignore).run();
      this.#failure.set(0, false);
      await expectTotals(engine, IMPORTED);
      if (isLate) this.#recorder = this.#startRecorder();
    }
    await this.#createUpkeep(fail).run();
    this.#model.keepUp(this.#now, KEEP_DAYS, this.#rules, this.#version);
  }

  #createUpkeep(onError: (error: unknown) => void): Upkeep {
    const clock = () => this.#now;
    const recorder = this.#recorder;
    const { engine: failing } = this.#failure;
    return new Upkeep({
      engine: failing,
      recorder,
      keepDays: KEEP_DAYS,
      partsMax: 1,
      clock,
      onError,
    });
  }

  /** All that is stored, against the model. */
  async #check(): Promise<void> {
    await expectTotals(engine, IMPORTED);
    const stored = await engine.db.selectFrom('click_sum').selectAll().execute();
    const groups = [...this.#model.days].flatMap(([day, links]) =>
      [...links].map(([linkId, group]) => ({ day, linkId, group })),
    );
    const summed = groups.filter(({ linkId, group }) => linkId === 0 || group.isSummed);
    expect(stored).toHaveLength(summed.length);
    const details = await readAllDetails(engine);
    const browsers = await engine.db
      .selectFrom('click_value')
      .selectAll()
      .where('dimension', '=', BROWSER)
      .execute();
    for (const [day, links] of this.#model.days) {
      const ofSite = details.filter((rows) => rows.day === day && rows.linkId === 0);
      const known = [...links].filter(([linkId, { all, forgotten }]) => {
        return linkId !== 0 && all.length > forgotten;
      });
      expect(countByLink(ofSite)).toEqual(
        new Map(known.map(([linkId, { all, forgotten }]) => [linkId, all.length - forgotten])),
      );
    }
    for (const { day, linkId, group } of groups) {
      const isOurs = (row: { day: number; link_id: number }) =>
        row.day === day && row.link_id === linkId;
      const body = stored.find(isOurs)?.body;
      const total = body === undefined ? NO_SUM : readWholeSum(body);
      const { clicks, people, visitors } = total;
      const all = linkId === 0 ? group.all : group.settled;
      expect({ day, linkId, clicks, people, visitors }).toEqual({
        day,
        linkId,
        clicks: all.length,
        people: countPeople(all),
        visitors: group.visitors,
      });
      expect(total.byTime).toEqual(countBy(all.map(timeOf)));
      const named = all.filter((one) => !one.isBot && !one.visit.isNameless);
      expect(browsersOf(total, browsers)).toEqual(countBy(named.map((one) => one.visit.agent)));
      const parts = details.filter((rows) => rows.day === day && rows.linkId === linkId);
      if (linkId !== 0) expect(sum(parts.map((rows) => rows.people))).toBe(countPeople(group.open));
      expect(sum(parts.map(countClicks))).toBe(group.all.length - group.forgotten);
      const isSettled = parts.every(({ part }) => part === 0);
      if (this.#model.settled.has(day))
        expect({ day, linkId, isSettled }).toMatchObject({ isSettled: true });
    }
    await this.#checkDays();
  }

  async #checkDays(): Promise<void> {
    for (const { day, salt, top_links } of await engine.db
      .selectFrom('click_day')
      .selectAll()
      .execute()) {
      const isSettled = this.#model.settled.has(day);
      expect({ day, isSettled: salt === null }).toEqual({ day, isSettled });
      if (!isSettled) continue;
      const top = [...this.#model.days.get(day)!]
        .map(([linkId, { all }]) => ({ linkId, people: countPeople(all) }))
        .filter(({ linkId, people }) => linkId !== 0 && people > 0)
        .sort((a, b) => b.people - a.people || a.linkId - b.linkId);
      expect(decodeTopLinks(top_links!)).toEqual(top);
    }
  }
}

/** What is known of a link before its first day is settled. */
const NO_SUM: ReadSum = {
  clicks: 0,
  people: 0,
  visitors: 0,
  byTime: new Map(),
  byValue: new Map(),
};

/** Of how many people's clicks a sum says that they came with the browser of which user agent. */
function browsersOf(total: ReadSum, browsers: readonly { id: number; text: string }[]) {
  const counts = new Map<number, number>();
  for (const { id, text } of browsers) {
    const clicks = total.byValue.get(valueKey(BROWSER, id));
    if (clicks !== undefined) counts.set(Number(text.slice('Browser '.length)), clicks);
  }
  return counts;
}

/** Who is killed tells nobody. */
function ignore(): void {}

function fail(error: unknown): never {
  throw error;
}

function countBy(keys: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
