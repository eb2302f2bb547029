import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { places, rules, toVisit } from '../../../tests/report-clicks.ts';
import { rewriteBefore, storeVisits } from '../../../tests/stats-log.ts';
import { openTestEngine } from '../../../tests/test-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { VisitRecorder } from '../ingest/visit-recorder.ts';
import { createReport, type ReportRequest } from '../query/report.ts';
import { Warehouse } from './warehouse.ts';

const FIRST_DAY = 20_000;
const DAYS = 40;
const NOW = (FIRST_DAY + DAYS) * 86_400;
const PAGES = 60;

let dataDir: string;
let engine: Engine;
let file: string;
let expected: unknown;
const errors: unknown[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-warehouse-'));
  file = join(dataDir, 'clicks.duckdb');
  engine = await openTestEngine(dataDir);
  const recorder = new VisitRecorder(engine, places, rules);
  for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day += 1) {
    const clicks = Array.from({ length: 200 }, (_, at) =>
      toVisit({
        linkId: 1 + (at % 7),
        day,
        quarter: at % 96,
        agent: at % 4,
        address: `203.0.${1 + (at % 3)}`,
        path: `https://a.example/${day}-${at % PAGES}`,
        source: at % 5 === 0 ? `letter-${at}` : '',
        language: at % 2 === 0 ? 'de' : '',
        isScan: at % 9 === 0,
        isNameless: false,
      }),
    );
    await storeVisits(engine, recorder, clicks);
  }
  await withWarehouse(async (warehouse) => {
    await rewriteBefore(engine, warehouse, FIRST_DAY + DAYS - 1, 'sealed', rules);
    expected = await readAll(warehouse);
  });
});
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

async function withWarehouse<Result>(
  work: (warehouse: Warehouse) => Promise<Result>,
): Promise<Result> {
  const warehouse = new Warehouse({ engine, dataDir, onError: (error) => errors.push(error) });
  try {
    return await work(warehouse);
  } finally {
    await warehouse.close();
  }
}

async function readAll(warehouse: Warehouse): Promise<unknown> {
  const asked: ReportRequest = {
    linkId: 0,
    period: 'all',
    timeZone: 'Asia/Kathmandu',
    audience: 'people',
    filters: {},
  };
  const source = { engine, warehouse };
  return [
    await createReport(source, asked, NOW),
    await createReport(source, { ...asked, linkId: 3, filters: { language: 'de' } }, NOW),
  ];
}

/** Expects the same figures, and a file that can be opened again. */
async function expectSame(): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    expect(await withWarehouse(readAll)).toEqual(expected);
  }
}

test('a projection that is gone is built anew', async () => {
  rmSync(file);
  await expectSame();
  rmSync(file);
  writeFileSync(`${file}.wal`, 'of another file');
  await expectSame();
});

test.each([0, 1, 100, 4096, 12_288, 100_000])('one that is cut off at byte %d is', async (size) => {
  truncateSync(file, size);
  await expectSame();
});

test('a file that another process has open is waited for', async () => {
  const holding = `const { DuckDBInstance } = require('@duckdb/node-api');
    await DuckDBInstance.create(process.argv[1]);
    console.log('open');
    await new Response(Bun.stdin.stream()).text();`;
  const holder = Bun.spawn([process.execPath, '-e', holding, file], {
    cwd: import.meta.dir,
    stdin: 'pipe',
    stdout: 'pipe',
  });
  for await (const _ of holder.stdout) break;
  const reading = withWarehouse(readAll);
  await holder.stdin.end();
  expect(await reading).toEqual(expected);
  expect(await holder.exited).toBe(0);
});

test('one of other bytes is', async () => {
  writeFileSync(file, Buffer.alloc(200_000, 'not a database'));
  await expectSame();
});

test('one of another version is', async () => {
  await withWarehouse((warehouse) =>
    warehouse.read(({ db }) => db.run('update warehouse set version = 0', 'delete from click')),
  );
  await expectSame();
});

test('a flipped bit changes no figure', async () => {
  const whole = readFileSync(file);
  for (let flip = 0; flip < 12; flip += 1) {
    const at = Math.floor((whole.length / 12) * (flip + Math.random()));
    const damaged = Buffer.from(whole);
    damaged[at]! ^= 1 << (flip % 8);
    writeFileSync(file, damaged);
    expect({ at, found: await withWarehouse(readAll) }).toEqual({ at, found: expected });
    writeFileSync(file, whole);
  }
}, 60_000);

test('files of a process that was killed are taken away', async () => {
  const left = join(`${file}.tmp`, 'duckdb_temp_storage_DEFAULT-0.tmp');
  await withWarehouse(readAll);
  writeFileSync(left, 'a hash');
  await expectSame();
  expect(existsSync(left)).toBe(false);
});
