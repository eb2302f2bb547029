import { afterAll, afterEach, beforeAll, expect, setSystemTime, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { places, rules, toVisit } from '../../../tests/support/statistics/report-clicks.ts';
import { storeVisits } from '../../../tests/support/statistics/stats-log.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { VisitRecorder } from '../ingest/visit-recorder.ts';
import { createReport } from '../query/report.ts';
import { dayOf } from '../quarter.ts';
import { Warehouse } from './warehouse.ts';

const NOW = Date.UTC(2026, 4, 5, 12);
const languages = ['de', 'zh', 'en'];

let dataDir: string;
let engine: Engine;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-order-'));
  engine = await openTestEngine(dataDir);
});
afterEach(() => setSystemTime());
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

function openWarehouse(name: string): Warehouse {
  const own = join(dataDir, name);
  mkdirSync(own);
  return new Warehouse({
    engine,
    dataDir: own,
    onError(error) {
      throw error;
    },
  });
}

async function visit(language: string): Promise<void> {
  const click = {
    linkId: 1,
    day: dayOf(NOW / 1000),
    quarter: 48,
    agent: 0,
    address: '203.0.1',
    path: '',
    source: '',
    language,
    target: '',
    domain: '',
    isScan: false,
    isNameless: false,
  };
  const recorder = new VisitRecorder(engine, places, rules);
  await storeVisits(engine, recorder, [toVisit(click)]);
}

/** Visitors by the language of their first click. */
async function countVisitors(warehouse: Warehouse): Promise<number[]> {
  const request = { period: '24h', timeZone: 'UTC', audience: 'people' } as const;
  const counts: number[] = [];
  for (const language of languages) {
    const source = { engine, warehouse };
    const { totals } = await createReport(
      source,
      { ...request, linkIds: [1], reach: 'all', filters: { language } },
      NOW / 1000,
    );
    counts.push(totals.visitors);
  }
  return counts;
}

test("servers with different clocks agree on a visitor's first click", async () => {
  const first = openWarehouse('first');
  for (const [at, language] of languages.entries()) {
    // Each batch is a minute earlier than the one before.
    setSystemTime(NOW - at * 60_000);
    await visit(language);
    expect(await countVisitors(first)).toEqual([1, 0, 0]);
  }
  const second = openWarehouse('second');
  expect(await countVisitors(second)).toEqual([1, 0, 0]);
  await first.close();
  await second.close();
});
