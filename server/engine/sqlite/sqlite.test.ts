import { afterEach, expect, spyOn, test } from 'bun:test';
import * as fs from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import { DATABASE_FILE } from '../files/data-directory.ts';
import type { Engine } from '../engine.ts';
import { lockDataDirectory, openSqlite } from './sqlite.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-engine-'));
  cleanups.push(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

test('two processes that open a new data directory at once both find it ready', async () => {
  const dataDir = createDataDir();
  const engines = await Promise.all([openSqlite(dataDir), openSqlite(dataDir)]);
  for (const engine of engines) {
    expect(await engine.db.selectFrom('link').selectAll().execute()).toEqual([]);
    await engine.close();
  }
});

/** Locks the whole database, as a process that recovers it does. */
const HOLDER = `
  const { Database } = require('bun:sqlite');
  const database = new Database(process.argv[1]);
  database.run('pragma locking_mode = exclusive');
  database.run("replace into option (key, value, updated_at) values ('held', '', 1)");
  console.log('held');
  setTimeout(() => database.close(), 300);
`;

test('opening waits for a process that has the database for itself', async () => {
  const dataDir = createDataDir();
  await (await openSqlite(dataDir)).close();
  const holder = Bun.spawn([process.execPath, '-e', HOLDER, join(dataDir, DATABASE_FILE)], {
    stdout: 'pipe',
  });
  await holder.stdout.getReader().read();
  const engine = await openSqlite(dataDir);
  expect(await engine.db.selectFrom('option').select('key').execute()).toEqual([{ key: 'held' }]);
  await engine.close();
  expect(await holder.exited).toBe(0);
});

async function readNumber(engine: Engine, text: string): Promise<number> {
  const { rows } = await engine.db.executeQuery<Record<string, number>>(CompiledQuery.raw(text));
  return Object.values(rows[0]!)[0]!;
}

function setOption(engine: Engine, value: string): Promise<void> {
  return engine.write(async (tx) => {
    await tx.replaceInto('option').values({ key: 'k', value, updated_at: 1 }).execute();
  });
}

function replaceSync(sync: (fd: number, answer: (error: Error | null) => void) => void): void {
  const spy = spyOn(fs, 'fdatasync').mockImplementation(sync as typeof fs.fdatasync);
  cleanups.push(() => spy.mockRestore());
}

test("a write resolves after the sync of SQLite's log, and is committed before", async () => {
  const dataDir = createDataDir();
  const engine = await openSqlite(dataDir);
  const begun = Promise.withResolvers<{ readonly fd: number; readonly finish: () => void }>();
  replaceSync((fd, answer) => begun.resolve({ fd, finish: () => answer(null) }));
  let isDone = false;
  const write = setOption(engine, 'x').then(() => (isDone = true));
  const { fd, finish } = await begun.promise;
  expect(fs.fstatSync(fd).ino).toBe(fs.statSync(join(dataDir, 'brisk.db-wal')).ino);
  // 1 = NORMAL: the commit itself does not sync.
  expect(await readNumber(engine, 'pragma synchronous')).toBe(1);
  expect(await readNumber(engine, "select count(*) from option where key = 'k'")).toBe(1);
  expect(isDone).toBe(false);
  finish();
  await write;
  await engine.close();
});

test('a write that cannot be made durable fails, and the next one rewrites the log', async () => {
  const dataDir = createDataDir();
  const engine = await openSqlite(dataDir);
  const faults = ['ENOSPC', null].map((code) =>
    code === null ? null : Object.assign(new Error(code), { code }),
  );
  const written = spyOn(fs, 'writeSync');
  cleanups.push(() => written.mockRestore());
  replaceSync((_, answer) => setImmediate(answer, faults.shift() ?? null));
  const error: unknown = await setOption(engine, 'lost').catch((error: unknown) => error);
  expect(engine.classifyError(error)).toBe('full');
  expect(written).not.toHaveBeenCalled();
  await setOption(engine, 'kept');
  const bytes = written.mock.results.reduce((sum, { value }) => sum + (value as number), 0);
  expect(bytes).toBe(fs.statSync(join(dataDir, 'brisk.db-wal')).size);
  await setOption(engine, 'kept too');
  expect(written).toHaveBeenCalledTimes(1);
  await engine.close();
});

test('a server asks another process for checkpoints, and the next write starts the log over', async () => {
  const dataDir = createDataDir();
  const [server, other] = [
    await openSqlite(dataDir, { asksForCheckpoints: true }),
    await openSqlite(dataDir),
  ];
  const readLength = async () => {
    const { rows } = await sql<{ log: number }>`pragma wal_checkpoint(noop)`.execute(server.db);
    return rows[0]!.log;
  };
  for (let write = 0; !(await server.needsCheckpoint()); write += 1) {
    await setOption(server, String(write % 10).repeat(4_000_000));
  }
  expect(await readLength()).toBeGreaterThanOrEqual(20_000);
  await other.checkpoint();
  expect(await server.needsCheckpoint()).toBe(false);
  await setOption(server, 'small');
  expect(await readLength()).toBeLessThan(1000 + 4_000_000 / 4096);
  await server.close();
  await other.close();
});

test("listeners hear of own changes with the write, and of other processes' by a pull", async () => {
  const dataDir = createDataDir();
  const [here, there] = [await openSqlite(dataDir), await openSqlite(dataDir)];
  const notified: string[] = [];
  here.changes.subscribe('link', (code) => void notified.push(`here ${code}`));
  there.changes.subscribe('link', (code) => void notified.push(`there ${code}`));
  await here.write(async (_, changed) => {
    changed('link', 'a');
    changed('link', 'b');
  });
  expect(notified).toEqual(['here a', 'here b']);
  await here.changes.pull();
  await there.changes.pull();
  await there.changes.pull();
  expect(notified).toEqual(['here a', 'here b', 'there a', 'there b']);
  await here.close();
  await there.close();
});

test('a write that fails changes nothing and notifies no listener', async () => {
  const engine = await openSqlite(createDataDir());
  const notified: string[] = [];
  engine.changes.subscribe('option', (key) => void notified.push(key));
  const failing = engine.write(async (tx, changed) => {
    await tx.insertInto('option').values({ key: 'k', value: '1', updated_at: 1 }).execute();
    changed('option', 'k');
    throw new Error('no');
  });
  expect(failing).rejects.toThrow('no');
  await failing.catch(() => undefined);
  expect(await engine.db.selectFrom('option').selectAll().execute()).toEqual([]);
  expect(notified).toEqual([]);
  await engine.close();
});

test('the change feed prunes rows that every follower has seen, but keeps its place', async () => {
  const engine = await openSqlite(createDataDir());
  await engine.write(async (_, changed) => {
    for (const code of ['a', 'b', 'c']) changed('link', code);
  });
  await engine.changes.prune(Date.now() / 1000 + 3602);
  const rows = await engine.db.selectFrom('change_feed').select('key').execute();
  expect(rows).toEqual([{ key: 'c' }]);
  await engine.close();
});

test('the data directory has one owner at a time', () => {
  const dataDir = createDataDir();
  const lock = lockDataDirectory(dataDir);
  expect(lock).not.toBeNull();
  expect(lockDataDirectory(dataDir)).toBeNull();
  lock!.release();
  const again = lockDataDirectory(dataDir);
  expect(again).not.toBeNull();
  again!.release();
});
