import { afterAll, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../server/version.ts';
import { runCommand, TestProcess } from '../journeys/test-process.ts';

const parent = mkdtempSync(join(tmpdir(), 'brisk-duckdb-'));
afterAll(() => rmSync(parent, { recursive: true }));

const VERSIONS = new RegExp(String.raw`^${RegExp.escape(VERSION)}\nDuckDB \d+\.\d+\.\d+\n$`);
const LIBRARY = /^libduckdb|\.dll$/;

function newDirectory(): string {
  return mkdtempSync(join(parent, 'x'));
}

/** `brisk version` runs SQL through the same code as statistics. */
async function expectDuckDb(dataDir: string, temporary = newDirectory()): Promise<void> {
  expect(await runCommand(['version'], dataDir, { env: { TMPDIR: temporary } })).toMatchObject({
    exitCode: 0,
    stderr: '',
    stdout: expect.stringMatching(VERSIONS),
  });
}

function findLibrary(dataDir: string): string {
  const cache = join(dataDir, 'cache');
  const names = readdirSync(cache, { recursive: true }).map(String);
  return join(
    cache,
    names.find((name) => LIBRARY.test(name.split('/').at(-1)!))!,
  );
}

test('in an empty directory the executable unpacks DuckDB and runs SQL', async () => {
  const [dataDir, temporary] = [newDirectory(), newDirectory()];
  await expectDuckDb(dataDir, temporary);
  expect(readdirSync(dataDir)).toEqual(['cache']);
  expect(readdirSync(temporary)).toEqual([]);
  await expectDuckDb(dataDir);
});

test('a damaged or short library is written again', async () => {
  const dataDir = newDirectory();
  await expectDuckDb(dataDir);
  const library = findLibrary(dataDir);
  const { size } = Bun.file(library);
  truncateSync(library, 4096);
  await expectDuckDb(dataDir);
  writeFileSync(library, new Uint8Array(size));
  await expectDuckDb(dataDir);
});

test('processes that unpack at once do not disturb each other', async () => {
  const dataDir = newDirectory();
  await Promise.all([expectDuckDb(dataDir), expectDuckDb(dataDir), expectDuckDb(dataDir)]);
  expect(readdirSync(join(findLibrary(dataDir), '..'))).toHaveLength(2);
});

test('other versions of DuckDB are removed, and nothing else', async () => {
  const dataDir = newDirectory();
  const cache = join(dataDir, 'cache');
  mkdirSync(join(cache, 'duckdb-1.0.0-linux-x64'), { recursive: true });
  mkdirSync(join(cache, 'other'));
  await expectDuckDb(dataDir);
  const names = readdirSync(cache);
  expect(names).toHaveLength(2);
  expect(names).toContain('other');
  expect(names).not.toContain('duckdb-1.0.0-linux-x64');
});

test('DuckDB goes to the temporary folder when the data directory is not writable', async () => {
  const [dataDir, temporary] = [newDirectory(), newDirectory()];
  writeFileSync(join(dataDir, 'cache'), '');
  await expectDuckDb(dataDir, temporary);
  expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^brisk-\d+$/)]);
  await expectDuckDb(dataDir, temporary);
});

test('one line of the log says why DuckDB cannot be loaded', async () => {
  const dataDir = newDirectory();
  writeFileSync(join(dataDir, 'cache'), '');
  const env = { TMPDIR: join(dataDir, 'none') };
  expect(await runCommand(['version'], dataDir, { env })).toMatchObject({
    exitCode: 1,
    stdout: `${VERSION}\n`,
    stderr: expect.stringMatching(
      /^brisk: DuckDB cannot be loaded: \/.*\/cache.*; \/.*\/none\/brisk-\d+: the folder does not exist.*\n$/,
    ),
  });
});

test('a server without requests for statistics does not load DuckDB', async () => {
  const dataDir = newDirectory();
  await using server = await TestProcess.start(dataDir);
  expect((await fetch(`${server.url}healthz`)).status).toBe(200);
  expect(existsSync(join(dataDir, 'cache'))).toBe(false);
});
