import { afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import type { Report } from '../../../contracts/stats.ts';
import { dropColumn } from '../../../tests/support/former-batches.ts';
import { rules } from '../../../tests/support/report-clicks.ts';
import { SampleLog } from '../../../tests/support/sample-log.ts';
import { rewriteBefore } from '../../../tests/support/stats-log.ts';
import { exportClicks } from '../../export/export-clicks.ts';

let log: SampleLog;

beforeEach(async () => {
  log = await SampleLog.create();
});
afterEach(() => log[Symbol.asyncDispose]());

/** Reports of clicks before a dimension was known: without its filter, the first one. */
async function readFormer(): Promise<Report> {
  return ((await log.readAnew()) as Report[])[0]!;
}

function withoutLanguage({ lists, ...report }: Report) {
  return { ...report, lists: lists.filter(({ dimension }) => dimension !== 'language') };
}

function languagesOf({ lists }: Report) {
  return lists.find(({ dimension }) => dimension === 'language')!;
}

test('of clicks from before a dimension, reports say that it is unknown', async () => {
  const before = await readFormer();
  await dropColumn(log.engine, 'language');
  const report = await readFormer();
  expect(withoutLanguage(report)).toEqual(withoutLanguage(before));
  expect(languagesOf(report)).toEqual({
    dimension: 'language',
    values: [],
    other: 0,
    none: before.clicks,
  });
});

test('clicks from before a dimension stay when new ones follow, and when days are rewritten', async () => {
  await dropColumn(log.engine, 'language');
  const former = await readFormer();
  await log.addClicks();
  const report = await readFormer();
  expect(report.clicks).toBeGreaterThan(former.clicks);
  expect(languagesOf(report).none).toBeGreaterThanOrEqual(former.clicks);
  expect(languagesOf(report).values).toMatchObject([{ value: 'de' }]);
  for (const state of ['open', 'sealed'] as const) {
    await log.withWarehouse((warehouse) =>
      rewriteBefore(log.engine, warehouse, Number.POSITIVE_INFINITY, state, rules),
    );
    expect(await readFormer()).toEqual(report);
  }
});

test('an export has the clicks from before a dimension', async () => {
  const { clicks } = await readFormer();
  await dropColumn(log.engine, 'language');
  await log.addClicks();
  const path = join(log.dataDir, 'clicks.parquet');
  await exportClicks(log.engine, log.dataDir, path);
  const rows = await parquetReadObjects({
    file: await Bun.file(path).arrayBuffer(),
    compressors: { ZSTD: (bytes) => Bun.zstdDecompressSync(bytes) },
  });
  const people = rows.filter((row) => row['class'] === 'person' || row['class'] === 'scan');
  const languages = Map.groupBy(people, (row) => row['language'] as string | null);
  expect([...languages.keys()]).toEqual([null, 'de']);
  expect(languages.get(null)!.length).toBeGreaterThanOrEqual(clicks);
});
