import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SampleLog } from '../../../tests/support/statistics/sample-log.ts';
import { chooseForRun, testInAll } from '../../../tests/support/test-run.ts';

let log: SampleLog;

beforeAll(async () => {
  log = await SampleLog.create();
});
afterAll(() => log[Symbol.asyncDispose]());

test('a missing projection is rebuilt', async () => {
  rmSync(log.file);
  await log.expectSame();
  rmSync(log.file);
  writeFileSync(`${log.file}.wal`, 'of another file');
  await log.expectSame();
});

test.each(chooseForRun([4096], [0, 1, 100, 4096, 12_288, 100_000]))(
  'a projection that is cut off at byte %d is rebuilt',
  async (size) => {
    truncateSync(log.file, size);
    await log.expectSame();
  },
);

test('a file that another process has open is awaited', async () => {
  const holding = `const { DuckDBInstance } = require('@duckdb/node-api');
    await DuckDBInstance.create(process.argv[1]);
    console.log('open');
    await new Response(Bun.stdin.stream()).text();`;
  const holder = Bun.spawn([process.execPath, '-e', holding, log.file], {
    cwd: import.meta.dir,
    stdin: 'pipe',
    stdout: 'pipe',
  });
  for await (const _ of holder.stdout) break;
  const reading = log.withWarehouse((warehouse) => log.read(warehouse));
  await holder.stdin.end();
  expect(await reading).toEqual(log.expected);
  expect(await holder.exited).toBe(0);
});

testInAll('a projection of random bytes is rebuilt', async () => {
  writeFileSync(log.file, Buffer.alloc(200_000, 'not a database'));
  await log.expectSame();
});

testInAll('a projection of another version is rebuilt', async () => {
  await log.withWarehouse((warehouse) =>
    warehouse.read(({ db }) => db.run('update warehouse set version = 0', 'delete from click')),
  );
  await log.expectSame();
});

test('the files of a killed process are removed at the next start', async () => {
  const folder = `${log.file}.tmp`;
  mkdirSync(folder, { recursive: true });
  // Both may have hashes of visitors.
  for (const name of ['duckdb_temp_storage_DEFAULT-0.tmp', '000000-a.parquet']) {
    writeFileSync(join(folder, name), 'a hash');
  }
  await log.withWarehouse((warehouse) => warehouse.removeLeftovers());
  expect(readdirSync(folder)).toEqual([]);
  await log.expectSame();
});
