import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { sharedPostgres } from '../../tests/postgres/postgres-server.ts';
import type { Engine } from '../engine/engine.ts';
import { emptyTarget, withMoveTarget } from '../engine/move/target.ts';
import { openSqlite } from '../engine/sqlite/sqlite.ts';
import { compareTable, copyTable, StaleCopy, type Databases } from './copy.ts';
import { readTables, type Table } from './tables.ts';
import { chooseForRun, testInAll } from '../../tests/support/test-run.ts';

const MEGABYTE = 1024 * 1024;

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-copy-'));
let site: Engine;
let url: string;
let batches: Table;
beforeAll(async () => {
  site = await openSqlite(dataDir);
  batches = (await readTables(site.db)).find(({ name }) => name === 'click_batch')!;
  url = await (await sharedPostgres()).createDatabase();
});
afterAll(async () => {
  await site.close();
  rmSync(dataDir, { recursive: true });
});

const ids = ['a', 'b', 'c', 'd', 'e'];

/** Runs the work on a site with batches of these sizes, and an empty target. */
function withBatches(
  bytes: readonly number[],
  work: (databases: Databases) => Promise<void>,
): Promise<void> {
  return withMoveTarget(url, async (target) => {
    await emptyTarget(target);
    await site.db.deleteFrom('click_batch').execute();
    const rows = ids.map((id, i) => ({
      id,
      day: 1,
      state: 'sealed' as const,
      rules: 1,
      bytes: bytes[i]!,
      body: Buffer.alloc(bytes[i]!, 200 + i),
    }));
    await site.db.insertInto('click_batch').values(rows).execute();
    await work({ source: site.db, target });
  });
}

async function copy(databases: Databases): Promise<number[]> {
  const pages: number[] = [];
  await copyTable(databases, batches, (rows) => pages.push(rows));
  return pages;
}

testInAll('a page has at most a few megabytes, and a larger row is a page of its own', async () => {
  const sizes = [MEGABYTE, 2 * MEGABYTE, 9 * MEGABYTE, 5 * MEGABYTE, 0];
  await withBatches(sizes, async (databases) => {
    expect(await copy(databases)).toEqual([2, 1, 1, 1]);
    const copied = await databases.target.selectFrom('click_batch').selectAll().execute();
    expect(copied).toEqual(await site.db.selectFrom('click_batch').selectAll().execute());
    const sums = await compareTable(databases, batches, () => undefined);
    expect(sums).toEqual({ rows: 5, clicks: 0, people: 0 });
  });
});

test('a copy continues within a page', async () => {
  for (const last of chooseForRun(ids.slice(0, 2), ids)) {
    await withBatches([3 * MEGABYTE, 2 * MEGABYTE, 1, 1, 1], async (databases) => {
      await copy(databases);
      await sql`delete from click_batch where id > ${last}`.execute(databases.target);
      expect(await copy(databases)).toEqual([1, 4]);
      await compareTable(databases, batches, () => undefined);
    });
  }
});

test('rows that share the first column of their key are copied beyond a page', async () => {
  const identities = (await readTables(site.db)).find(({ name }) => name === 'identity')!;
  const rows = Array.from({ length: 2500 }, (_, at) => ({
    issuer: 'https://login.example',
    subject: String(at).padStart(4, '0'),
    account_id: at + 1,
    email: '',
    linked_at: 1,
    seen_at: 1,
  }));
  for (let from = 0; from < rows.length; from += 500) {
    await site.db
      .insertInto('identity')
      .values(rows.slice(from, from + 500))
      .execute();
  }
  await withMoveTarget(url, async (target) => {
    await emptyTarget(target);
    const pages: number[] = [];
    const databases = { source: site.db, target };
    await copyTable(databases, identities, (count) => pages.push(count));
    expect(pages).toEqual([2000, 500]);
    const { rows: compared } = await compareTable(databases, identities, () => undefined);
    expect(compared).toBe(2500);
  });
});

test('the comparison finds a changed byte and a surplus row', async () => {
  await withBatches([5, 5, 5, 5, 5], async (databases) => {
    await copy(databases);
    await site.db
      .updateTable('click_batch')
      .set({ body: Buffer.of(202, 202, 202, 202, 0) })
      .where('id', '=', 'c')
      .execute();
    expect(copy(databases)).rejects.toBeInstanceOf(StaleCopy);
    expect(compareTable(databases, batches, () => undefined)).rejects.toThrow(
      'the table click_batch differs, first at id c',
    );
  });
  await withBatches([5, 5, 5, 5, 5], async (databases) => {
    await copy(databases);
    await site.db.deleteFrom('click_batch').where('id', '=', 'e').execute();
    expect(copy(databases)).rejects.toBeInstanceOf(StaleCopy);
    expect(compareTable(databases, batches, () => undefined)).rejects.toThrow('first at id e');
  });
});
