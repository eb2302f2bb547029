import { expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { lockDataDirectory, openSqlite } from './sqlite.ts';

function createDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'brisk-engine-'));
}

test('two processes that open a new data directory at once both find it ready', async () => {
  const dataDir = createDataDir();
  const engines = await Promise.all([openSqlite(dataDir), openSqlite(dataDir)]);
  for (const engine of engines) {
    expect(await engine.db.selectFrom('link').selectAll().execute()).toEqual([]);
    await engine.close();
  }
});

test('links are durable when a write is done: WAL, and a full sync at each commit', async () => {
  const engine = await openSqlite(createDataDir());
  const { rows: journal } = await engine.db.executeQuery<{ journal_mode: string }>(
    CompiledQuery.raw('pragma journal_mode'),
  );
  const { rows: sync } = await engine.db.executeQuery<{ synchronous: number }>(
    CompiledQuery.raw('pragma synchronous'),
  );
  expect([journal[0]?.journal_mode, sync[0]?.synchronous]).toEqual(['wal', 2]);
  await engine.close();
});

test('listeners are told of a change when the write is done, and of another process by a pull', async () => {
  const dataDir = createDataDir();
  const [here, there] = [await openSqlite(dataDir), await openSqlite(dataDir)];
  const told: string[] = [];
  here.changes.subscribe('link', (code) => void told.push(`here ${code}`));
  there.changes.subscribe('link', (code) => void told.push(`there ${code}`));
  await here.write(async (_, changed) => {
    changed('link', 'a');
    changed('link', 'b');
  });
  expect(told).toEqual(['here a', 'here b']);
  await here.changes.pull();
  await there.changes.pull();
  await there.changes.pull();
  expect(told).toEqual(['here a', 'here b', 'there a', 'there b']);
  await here.close();
  await there.close();
});

test('a write that fails changes nothing and tells nobody', async () => {
  const engine = await openSqlite(createDataDir());
  const told: string[] = [];
  engine.changes.subscribe('option', (key) => void told.push(key));
  const failing = engine.write(async (tx, changed) => {
    await tx.insertInto('option').values({ key: 'k', value: '1', updated_at: 1 }).execute();
    changed('option', 'k');
    throw new Error('no');
  });
  expect(failing).rejects.toThrow('no');
  await failing.catch(() => undefined);
  expect(await engine.db.selectFrom('option').selectAll().execute()).toEqual([]);
  expect(told).toEqual([]);
  await engine.close();
});

test('the change feed forgets what every follower has seen, but never its place', async () => {
  const engine = await openSqlite(createDataDir());
  await engine.write(async (_, changed) => {
    for (const code of ['a', 'b', 'c']) changed('link', code);
  });
  await engine.changes.prune(Date.now() / 1000 + 3602);
  const rows = await engine.db.selectFrom('change_feed').select('key').execute();
  expect(rows).toEqual([{ key: 'c' }]);
  await engine.close();
});

test('a database of a newer version is refused', async () => {
  const dataDir = createDataDir();
  const engine = await openSqlite(dataDir);
  await engine.db.executeQuery(
    CompiledQuery.raw("insert into kysely_migration (name, timestamp) values ('999-future', '')"),
  );
  await engine.close();
  expect(openSqlite(dataDir)).rejects.toThrow('999-future');
});

test('the data directory belongs to one holder at a time', () => {
  const dataDir = createDataDir();
  const lock = lockDataDirectory(dataDir);
  expect(lock).not.toBeNull();
  expect(lockDataDirectory(dataDir)).toBeNull();
  lock!.release();
  const again = lockDataDirectory(dataDir);
  expect(again).not.toBeNull();
  again!.release();
});
