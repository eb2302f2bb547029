import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import type { Dimension } from '../../../contracts/stats/stats.constants.ts';
import type { Report } from '../../../contracts/stats/stats.ts';
import { dropColumn } from '../../../tests/support/statistics/former-batches.ts';
import { rules } from '../../../tests/support/statistics/report-clicks.ts';
import { SampleLog } from '../../../tests/support/statistics/sample-log.ts';
import { rewriteBefore } from '../../../tests/support/statistics/stats-log.ts';
import { firstInShort, testInAll } from '../../../tests/support/test-run.ts';
import { exportClicks } from '../../export/export-clicks.ts';

/** The newest dimensions, each with a value of the sample. */
const newDimensions = firstInShort([
  ['target', 'https://a.example/?variant=b'],
  ['domain', 'go.example'],
] as const);

setDefaultTimeout(300_000);

let log: SampleLog;

beforeEach(async () => {
  log = await SampleLog.create();
});
afterEach(() => log[Symbol.asyncDispose]());

/** Reports of clicks before a dimension was known: without its filter, the first one. */
async function readFormer(): Promise<Report> {
  return ((await log.readAnew()) as Report[])[0]!;
}

function without(name: Dimension, { lists, ...report }: Report) {
  return { ...report, lists: lists.filter(({ dimension }) => dimension !== name) };
}

function listOf(name: Dimension, { lists }: Report) {
  return lists.find(({ dimension }) => dimension === name)!;
}

test.each(newDimensions)(
  'clicks that are older than the dimension %s are unknown in reports',
  async (name) => {
    const before = await readFormer();
    await dropColumn(log.engine, name);
    const report = await readFormer();
    expect(without(name, report)).toEqual(without(name, before));
    expect(listOf(name, report)).toEqual({
      dimension: name,
      values: [],
      other: 0,
      none: before.clicks,
    });
  },
);

test.each(newDimensions)(
  'clicks that are older than the dimension %s stay when new ones follow, and when days are rewritten',
  async (name, value) => {
    await dropColumn(log.engine, name);
    const former = await readFormer();
    await log.addClicks();
    const report = await readFormer();
    expect(report.clicks).toBeGreaterThan(former.clicks);
    expect(listOf(name, report).none).toBeGreaterThanOrEqual(former.clicks);
    expect(listOf(name, report).values).toMatchObject([{ value }]);
    for (const state of ['open', 'sealed'] as const) {
      await log.withWarehouse((warehouse) =>
        rewriteBefore({ engine: log.engine, warehouse }, Number.POSITIVE_INFINITY, state, rules),
      );
      expect(await readFormer()).toEqual(report);
    }
  },
);

testInAll.each(newDimensions)(
  'an export has the clicks that are older than the dimension %s',
  async (name, value) => {
    const { clicks } = await readFormer();
    await dropColumn(log.engine, name);
    await log.addClicks();
    const path = join(log.dataDir, 'clicks.parquet');
    await exportClicks(log.engine, log.dataDir, path);
    const rows = await parquetReadObjects({
      file: await Bun.file(path).arrayBuffer(),
      compressors: { ZSTD: (bytes) => Bun.zstdDecompressSync(bytes) },
    });
    const people = rows.filter((row) => row['class'] === 'person' || row['class'] === 'scan');
    const values = Map.groupBy(people, (row) => row[name] as string | null);
    expect([...values.keys()]).toEqual([null, value]);
    expect(values.get(null)!.length).toBeGreaterThanOrEqual(clicks);
  },
);
