import { afterAll, beforeAll, expect, test } from 'bun:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { Connection, quote } from './connection.ts';

let instance: DuckDBInstance;
let db: Connection;

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  db = new Connection(await instance.connect());
});
afterAll(() => {
  db.close();
  instance.closeSync();
});

test.each(['', "it's", "';--", '\\', '\0', 'a\0b\0', "'\0'", '$1 ?', '值 🦊', '\n\r\t'])(
  'a quoted text stays unchanged: %j',
  async (text) => {
    expect(await db.all(`select ${quote(text)} as text, 1 as after`)).toEqual([{ text, after: 1 }]);
  },
);

test('a failed transaction leaves nothing, and the next one works', async () => {
  await db.run('create table number (n integer)');
  const failing = db.transaction(() => db.run('insert into number values (1)', 'select nothing'));
  expect(await failing.catch((error: unknown) => error)).toBeInstanceOf(Error);
  await db.transaction(() => db.run('insert into number values (2)'));
  expect(await db.all('from number')).toEqual([{ n: 2 }]);
});
