import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'bun:test';
import type { Engine } from '../../../server/engine/engine.ts';
import { VisitRecorder } from '../../../server/stats/ingest/visit-recorder.ts';
import { createReport, type ReportRequest } from '../../../server/stats/query/report.ts';
import { Warehouse } from '../../../server/stats/warehouse/warehouse.ts';
import { places, rules, toVisit } from './report-clicks.ts';
import { SMALL_ROLLUPS } from './small-rollups.ts';
import { rewriteBefore, storeVisits } from './stats-log.ts';
import { openTestEngine } from '../test-engine.ts';

const FIRST_DAY = 20_000;
const DAYS = 6;
const CLICKS_A_DAY = 200;
const PAGES = 60;
const NOW = (FIRST_DAY + DAYS) * 86_400;

/** A log of sealed days and an open one, with its reports. */
export class SampleLog implements AsyncDisposable {
  readonly dataDir: string;
  readonly engine: Engine;
  /** The file of its projection. */
  readonly file: string;
  /** Errors of its warehouses. */
  readonly errors: unknown[] = [];
  expected: unknown;

  private constructor(dataDir: string, engine: Engine) {
    this.dataDir = dataDir;
    this.engine = engine;
    this.file = join(dataDir, 'clicks.duckdb');
  }

  static async create(): Promise<SampleLog> {
    const dataDir = mkdtempSync(join(tmpdir(), 'brisk-sample-'));
    const log = new SampleLog(dataDir, await openTestEngine(dataDir));
    for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day += 1) await log.addClicks(day);
    await log.withWarehouse(async (warehouse) => {
      await rewriteBefore({ engine: log.engine, warehouse }, FIRST_DAY + DAYS - 1, 'sealed', rules);
      log.expected = await log.read(warehouse);
    });
    return log;
  }

  /** Adds clicks to a day, the last one by default. */
  async addClicks(day = FIRST_DAY + DAYS - 1): Promise<void> {
    const clicks = Array.from({ length: CLICKS_A_DAY }, (_, at) =>
      toVisit({
        linkId: 1 + (at % 7),
        day,
        quarter: at % 96,
        agent: at % 4,
        address: `203.0.${1 + (at % 3)}`,
        path: `https://a.example/${day}-${at % PAGES}`,
        source: at % 5 === 0 ? `letter-${at}` : '',
        language: at % 2 === 0 ? 'de' : '',
        target: at % 2 === 0 ? 'https://a.example/?variant=b' : '',
        domain: at % 7 === 2 ? 'go.example' : '',
        isScan: at % 9 === 0,
        isNameless: false,
      }),
    );
    await storeVisits(this.engine, new VisitRecorder(this.engine, places, rules), clicks);
  }

  /** Opens a projection for some work, in another data directory if given. */
  async withWarehouse<Result>(
    work: (warehouse: Warehouse) => Promise<Result>,
    dataDir = this.dataDir,
  ): Promise<Result> {
    const { engine, errors } = this;
    const warehouse = new Warehouse({
      engine,
      dataDir,
      onError: (error) => errors.push(error),
      rollupSizes: SMALL_ROLLUPS,
    });
    try {
      return await work(warehouse);
    } finally {
      await warehouse.close();
    }
  }

  async read(warehouse: Warehouse): Promise<unknown> {
    const asked: ReportRequest = {
      period: 'all',
      timeZone: 'Asia/Kathmandu',
      audience: 'people',
      reach: 'all',
      filters: {},
    };
    const source = { engine: this.engine, warehouse };
    return [
      await createReport(source, asked, NOW),
      await createReport(
        source,
        {
          ...asked,
          linkIds: [3],
          reach: 'all',
          filters: { language: 'de', target: 'https://a.example/?variant=b' },
        },
        NOW,
      ),
    ];
  }

  async readAnew(): Promise<unknown> {
    const dataDir = mkdtempSync(join(this.dataDir, 'anew-'));
    return this.withWarehouse((warehouse) => this.read(warehouse), dataDir);
  }

  /** Expects the same figures, and a readable file. */
  async expectSame(): Promise<void> {
    for (let time = 0; time < 2; time += 1) {
      expect(await this.withWarehouse((warehouse) => this.read(warehouse))).toEqual(this.expected);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine.close();
    rmSync(this.dataDir, { recursive: true });
  }
}
