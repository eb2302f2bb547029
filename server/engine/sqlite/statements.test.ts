import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStatements } from './dialect.ts';

test('a statement stays prepared until too many others are used', () => {
  using database = new Database(':memory:');
  const statements = new SqliteStatements(database);
  const first = statements.prepare('select 1 as n');
  for (let n = 2; n <= 100; n += 1) {
    expect(statements.prepare(`select ${n} as n`).all()).toEqual([{ n }]);
  }
  expect(statements.prepare('select 1 as n')).toBe(first);
  for (let n = 101; n <= 1000; n += 1) statements.prepare(`select ${n} as n`);
  const again = statements.prepare('select 1 as n');
  expect(again).not.toBe(first);
  expect(again.all()).toEqual([{ n: 1 }]);
});

test('a statement prepared before a table changed reads the new table', () => {
  using database = new Database(':memory:');
  const statements = new SqliteStatements(database);
  expect(() => statements.prepare('select * from some')).toThrow('no such table');
  statements.prepare('create table some (a)').run();
  statements.prepare('insert into some values (?)').run(1);
  expect(statements.prepare('select * from some').all()).toEqual([{ a: 1 }]);
  statements.prepare('alter table some add column b default 2').run();
  expect(statements.prepare('select * from some').all()).toEqual([{ a: 1, b: 2 }]);
});

test('a database with finalized statements can be closed, and removes its log', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-statements-'));
  const file = join(dataDir, 'some.db');
  const database = new Database(file, { create: true });
  const statements = new SqliteStatements(database);
  statements.prepare('pragma journal_mode = wal').all();
  statements.prepare('create table some (a)').run();
  statements.prepare('select * from some').all();
  statements.end();
  database.close(true);
  expect(readdirSync(dataDir)).toEqual(['some.db']);
  rmSync(dataDir, { recursive: true });
});
