import { afterAll, beforeAll, expect, test } from 'bun:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { dimensionTables } from '../dimension-tables.ts';
import { Connection } from './connection.ts';
import { fillRollups, rowsOf } from './rollup-tables.ts';
import { createTables } from './tables.ts';

const INTEGER_MAX = 2 ** 31 - 1;

let instance: DuckDBInstance;
let db: Connection;

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  db = new Connection(await instance.connect());
  await db.run(...createTables);
});
afterAll(() => {
  db.close();
  instance.closeSync();
});

test('a rollup of busy days has more clicks than one row of clicks can have', async () => {
  const ids = dimensionTables.map(() => 1).join(', ');
  for (const day of [0, 1]) {
    await db.run(
      `insert into loaded_batch values ('${day}', ${day}, false, 1, 1)`,
      `insert into click values
        (${day}, ${day * 96}, 1, 0, ${ids}, ${INTEGER_MAX}, ${INTEGER_MAX}, ${INTEGER_MAX})`,
    );
  }
  const rollup = { size: 2, number: 0 };
  await fillRollups(db, { cells: [2, 1], links: [2], minBytes: 0 });
  const clicks = 2 * INTEGER_MAX;
  expect(
    await db.all(`select distinct sum(clicks)::double as clicks, sum(visitors)::double as visitors
      from ${rowsOf('site_cell', [rollup])} group by kind`),
  ).toEqual([{ clicks, visitors: clicks }]);
  expect(
    await db.all(`select clicks::double as clicks from ${rowsOf('link_sum', [rollup])}`),
  ).toEqual([{ clicks }]);
});
