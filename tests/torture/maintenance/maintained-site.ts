import { existsSync, mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../../contracts/stats/stats.ts';
import { drainJournal } from '../../../server/clicks/drain.ts';
import { Journal } from '../../../server/clicks/journal/journal.ts';
import { openJournalDirectory } from '../../../server/clicks/journal/segments.ts';
import { PROJECTION_FOLDER } from '../../../server/engine/files/data-directory.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { VisitRecorder } from '../../../server/stats/ingest/visit-recorder.ts';
import { dayOf, DAY_SECONDS } from '../../../server/stats/quarter.ts';
import { createReport } from '../../../server/stats/query/report.ts';
import { Warehouse } from '../../../server/stats/warehouse/warehouse.ts';
import { SMALL_ROLLUPS } from '../../support/statistics/small-rollups.ts';
import { expectTotals } from '../../support/statistics/click-totals.ts';
import { places, rules } from '../../support/statistics/report-clicks.ts';
import { readLog } from '../../support/statistics/read-log.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { databaseEnvironment, openTestEngine } from '../../support/test-engine.ts';
import type { Dice } from '../dice.ts';
import type { FromMaintenance } from './maintain-site.ts';

const PROGRAM = 'tests/torture/maintenance/maintain-site.ts';
const LINKS = 5;
const VISITORS = 40;
/** Clicks of a drain. */
const CLICKS = 30;
/** What retention removes from a report. */
const forgotten: ReadonlySet<string> = new Set(['page', 'city']);

export const KEEP_DAYS = 2;

interface KillOptions {
  /** The day that maintenance rewrites when it is killed, counted from 0. */
  readonly day: number;
  /** The statement, from the day's transaction on, before which it is killed; null: by `step`. */
  readonly statement: number | null;
  /** The statement or change of a file of that day after which it is killed. */
  readonly step: number;
}

/** A site with clicks of several days, which a process of its own maintains. */
export class MaintainedSite implements AsyncDisposable {
  readonly dataDir: string;
  readonly engine: Engine;
  readonly #journal: Journal;
  readonly #dice: Dice;
  #isClosed = false;

  private constructor(dataDir: string, engine: Engine, dice: Dice) {
    this.dataDir = dataDir;
    this.engine = engine;
    this.#dice = dice;
    this.#journal = new Journal({ directory: openJournalDirectory(dataDir) });
  }

  static async open(dice: Dice): Promise<MaintainedSite> {
    const dataDir = mkdtempSync(join(tmpdir(), 'brisk-maintained-'));
    const engine = await openTestEngine(dataDir);
    const links = Array.from({ length: LINKS }, (_, at) => ({ id: at + 1, short_url: `l${at}` }));
    await seedLinks(engine, links);
    return new MaintainedSite(dataDir, engine, dice);
  }

  /** Counts clicks of a day by a number of drains. */
  async addClicks(day: number, drains: number): Promise<void> {
    const { engine } = this;
    const recorder = new VisitRecorder(engine, places, rules);
    for (let drain = 0; drain < drains; drain += 1) {
      for (let click = 0; click < CLICKS; click += 1) this.#visit(day);
      const directory = openJournalDirectory(this.dataDir);
      await drainJournal({ engine, directory, recorder, onError: fail });
    }
  }

  #visit(day: number): void {
    const dice = this.#dice;
    const visitor = dice.below(VISITORS);
    this.#journal.append({
      linkId: 1 + dice.below(LINKS),
      time: (day * DAY_SECONDS + dice.below(DAY_SECONDS / 2)) * 1000,
      address: `203.0.${visitor % 8}.${visitor}`,
      referrer: `https://a.example/${dice.below(9)}`,
      userAgent: `agent ${visitor % 4}`,
      language: dice.pick(['de', 'zh', null]),
      query: dice.pick(['', 'qr', 'utm_source=letter']),
      asksNotToBeTracked: visitor === 0,
    });
  }

  /** Runs maintenance; returns whether it was killed. */
  async maintain(now: number, kill: KillOptions | null): Promise<boolean> {
    let [day, step] = [-1, 0];
    const onStep = (): void => {
      step += 1;
      if (kill === null || kill.statement !== null || day < kill.day) return;
      if (day > kill.day || step >= kill.step) child.kill('SIGKILL');
    };
    const fatal = kill === null || kill.statement === null ? [] : [kill.day, kill.statement];
    const child = Bun.spawn(
      [process.execPath, PROGRAM, this.dataDir, ...[now, KEEP_DAYS, ...fatal].map(String)],
      {
        env: { PATH: process.env['PATH'] ?? '', ...(await databaseEnvironment(this.dataDir)) },
        stdin: 'ignore',
        stdout: 'inherit',
        stderr: 'inherit',
        ipc(message: FromMaintenance) {
          if (message === 'day') [day, step] = [day + 1, 0];
          onStep();
        },
      },
    );
    const watcher = watch(this.dataDir, { recursive: true }, onStep);
    const exitCode = await child.exited;
    watcher.close();
    if (child.signalCode === 'SIGKILL') return true;
    if (exitCode !== 0) throw new Error(`maintenance ended with ${exitCode}`);
    return false;
  }

  /** The figures that maintenance must not change: of the log, and of reports on it. */
  async readFigures(now: number): Promise<unknown> {
    const { engine, dataDir } = this;
    const warehouse = new Warehouse({ engine, dataDir, onError: fail, rollupSizes: SMALL_ROLLUPS });
    try {
      const reports: unknown[] = [];
      for (const choice of [{}, { linkIds: [1] }]) {
        const period = { period: 'all', timeZone: 'Asia/Kathmandu', audience: 'all' } as const;
        const source = { engine, warehouse };
        const report = await createReport(
          source,
          { ...period, ...choice, reach: 'all', filters: {} },
          now,
        );
        reports.push(withoutForgotten(report));
      }
      return {
        clicks: await expectTotals(engine),
        ofLog: await this.#readDays(),
        ofDays: await warehouse.read(({ db }) => db.all(FIGURES_OF_DAYS)),
        reports,
      };
    } finally {
      await warehouse.close();
    }
  }

  /** The clicks of the log, by day, link and class. */
  async #readDays(): Promise<ReadonlyMap<string, number>> {
    const days = new Map<string, number>();
    for (const { day, linkId, class: own, clicks } of await readLog(this.engine)) {
      const key = `day ${day}, link ${linkId}, class ${own}`;
      days.set(key, (days.get(key) ?? 0) + clicks);
    }
    return new Map([...days].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** What maintenance has to do, by day in the order of its work. */
  async listDue(now: number): Promise<readonly string[]> {
    const batches = await this.engine.db
      .selectFrom('click_batch')
      .select(['day', 'state'])
      .execute();
    const today = dayOf(now);
    const due: string[] = [];
    for (const [day, own] of [...Map.groupBy(batches, (batch) => batch.day)].toSorted(
      ([a], [b]) => a - b,
    )) {
      const wanted = day < today - KEEP_DAYS ? 'reduced' : 'sealed';
      if (day === today ? own.length > 32 : own.some(({ state }) => state !== wanted)) {
        due.push(day === today ? 'merged' : wanted);
      }
    }
    return due;
  }

  /** Files that a killed process has left. */
  get leftovers(): number {
    const folder = join(this.dataDir, PROJECTION_FOLDER);
    if (!existsSync(folder)) return 0;
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#journal.close();
    await this.engine.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    rmSync(this.dataDir, { recursive: true });
  }
}

const FIGURES_OF_DAYS = `
  select day, link_id as "linkId", sum(clicks)::double as clicks,
    coalesce(sum(site_visitors), 0)::double as "siteVisitors",
    coalesce(sum(link_visitors), 0)::double as "linkVisitors"
  from click group by day, link_id order by day, link_id`;

function withoutForgotten({ lists, ...report }: Pick<Report, 'lists'>) {
  return { ...report, lists: lists.filter(({ dimension }) => !forgotten.has(dimension)) };
}

function fail(error: unknown): never {
  throw error;
}
