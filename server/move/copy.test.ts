import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { sharedPostgres } from '../../tests/postgres/postgres-server.ts';
import type { Engine } from '../engine/engine.ts';
import { emptyTarget, withMoveTarget } from '../engine/move-target.ts';
import { openSqlite } from '../engine/sqlite.ts';
import { compareTable, copyTable, StaleCopy, type Databases } from './copy.ts';
import { movedTables } from './tables.ts';

const MEGABYTE = 1024 * 1024;
const details = movedTables.find(({ name }) => name === 'open_chunk')!;

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-copy-'));
let site: Engine;
let url: string;
beforeAll(async () => {
  site = await openSqlite(dataDir);
  url = await (await sharedPostgres()).createDatabase();
});
afterAll(async () => {
  await site.close();
  rmSync(dataDir, { recursive: true });
});

/** A link, a day or a part is not enough to tell these apart. */
const keys = [
  { day: 1, part: 2, last_link_id: 3 },
  { day: 1, part: 2, last_link_id: 2 ** 48 },
  { day: 1, part: 10, last_link_id: 1 },
  { day: 2, part: 1, last_link_id: 1 },
  { day: 10, part: 1, last_link_id: 0 },
];

/** Has work done on a site with details of these sizes, and an empty target. */
function withDetails(
  bytes: readonly number[],
  work: (databases: Databases) => Promise<void>,
): Promise<void> {
  return withMoveTarget(url, async (target) => {
    await emptyTarget(target);
    await site.db.deleteFrom('open_chunk').execute();
    const rows = keys.map((key, i) => ({ ...key, body: Buffer.alloc(bytes[i]!, 200 + i) }));
    await site.db.insertInto('open_chunk').values(rows).execute();
    await work({ source: site.db, target });
  });
}

async function copy(databases: Databases): Promise<number[]> {
  const pages: number[] = [];
  await copyTable(databases, details, (rows) => pages.push(rows));
  return pages;
}

test('a page has a few megabytes; a row of more comes alone', async () => {
  const sizes = [MEGABYTE, 2 * MEGABYTE, 9 * MEGABYTE, 5 * MEGABYTE, 0];
  await withDetails(sizes, async (databases) => {
    expect(await copy(databases)).toEqual([2, 1, 1, 1]);
    const copied = await databases.target.selectFrom('open_chunk').selectAll().execute();
    expect(copied).toEqual(await site.db.selectFrom('open_chunk').selectAll().execute());
    const sums = await compareTable(databases, details, () => undefined);
    expect(sums).toEqual({ rows: 5, clicks: 0, people: 0 });
  });
});

test('a copy goes on amid a key, and amid a page', async () => {
  for (const last of keys) {
    await withDetails([3 * MEGABYTE, 2 * MEGABYTE, 1, 1, 1], async (databases) => {
      await copy(databases);
      const { day, part, last_link_id } = last;
      await sql`
        delete from open_chunk where (day, part, last_link_id) > (${day}, ${part}, ${last_link_id})
      `.execute(databases.target);
      expect(await copy(databases)).toEqual([1, 4]);
      await compareTable(databases, details, () => undefined);
    });
  }
});

test('a byte that changed and a row too many are seen', async () => {
  await withDetails([5, 5, 5, 5, 5], async (databases) => {
    await copy(databases);
    await site.db
      .updateTable('open_chunk')
      .set({ body: Buffer.of(202, 202, 202, 202, 0) })
      .where('part', '=', 10)
      .execute();
    expect(copy(databases)).rejects.toBeInstanceOf(StaleCopy);
    expect(compareTable(databases, details, () => undefined)).rejects.toThrow(
      'the table open_chunk differs, at the day, part, last_link_id 1, 10, 1 for the first time',
    );
  });
  await withDetails([5, 5, 5, 5, 5], async (databases) => {
    await copy(databases);
    await site.db.deleteFrom('open_chunk').where('day', '=', 10).execute();
    expect(copy(databases)).rejects.toBeInstanceOf(StaleCopy);
    expect(compareTable(databases, details, () => undefined)).rejects.toThrow(
      'at the day, part, last_link_id 10, 1, 0 for the first time',
    );
  });
});
