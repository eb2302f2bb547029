import { afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import type { Report } from '../../../contracts/stats.ts';
import { dropColumn } from '../../../tests/support/former-batches.ts';
import { rules } from '../../../tests/support/report-clicks.ts';
import { SampleLog } from '../../../tests/support/sample-log.ts';
import { rewriteBefore } from '../../../tests/support/stats-log.ts';
import { exportClicks } from '../../export/export-clicks.ts';

/** The target of half of the clicks in the sample. */
const TARGET = 'https://a.example/?variant=b';

let log: SampleLog;

beforeEach(async () => {
  log = await SampleLog.create();
});
afterEach(() => log[Symbol.asyncDispose]());

/** Reports of clicks before a dimension was known: without its filter, the first one. */
async function readFormer(): Promise<Report> {
  return ((await log.readAnew()) as Report[])[0]!;
}

function withoutTarget({ lists, ...report }: Report) {
  return { ...report, lists: lists.filter(({ dimension }) => dimension !== 'target') };
}

function targetsOf({ lists }: Report) {
  return lists.find(({ dimension }) => dimension === 'target')!;
}

test('reports show a new dimension as unknown for older clicks', async () => {
  const before = await readFormer();
  await dropColumn(log.engine, 'target');
  const report = await readFormer();
  expect(withoutTarget(report)).toEqual(withoutTarget(before));
  expect(targetsOf(report)).toEqual({
    dimension: 'target',
    values: [],
    other: 0,
    none: before.clicks,
  });
});

test('clicks that are older than a dimension stay when new ones follow, and when days are rewritten', async () => {
  await dropColumn(log.engine, 'target');
  const former = await readFormer();
  await log.addClicks();
  const report = await readFormer();
  expect(report.clicks).toBeGreaterThan(former.clicks);
  expect(targetsOf(report).none).toBeGreaterThanOrEqual(former.clicks);
  expect(targetsOf(report).values).toMatchObject([{ value: TARGET }]);
  for (const state of ['open', 'sealed'] as const) {
    await log.withWarehouse((warehouse) =>
      rewriteBefore(log.engine, warehouse, Number.POSITIVE_INFINITY, state, rules),
    );
    expect(await readFormer()).toEqual(report);
  }
});

test('an export has the clicks that are older than a dimension', async () => {
  const { clicks } = await readFormer();
  await dropColumn(log.engine, 'target');
  await log.addClicks();
  const path = join(log.dataDir, 'clicks.parquet');
  await exportClicks(log.engine, log.dataDir, path);
  const rows = await parquetReadObjects({
    file: await Bun.file(path).arrayBuffer(),
    compressors: { ZSTD: (bytes) => Bun.zstdDecompressSync(bytes) },
  });
  const people = rows.filter((row) => row['class'] === 'person' || row['class'] === 'scan');
  const targets = Map.groupBy(people, (row) => row['target'] as string | null);
  expect([...targets.keys()]).toEqual([null, TARGET]);
  expect(targets.get(null)!.length).toBeGreaterThanOrEqual(clicks);
});
