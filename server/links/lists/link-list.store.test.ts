import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { isPostgres, openTestEngine } from '../../../tests/support/test-engine.ts';
import { isWithin } from '../../access/reach.ts';
import { countLinks, selectIds } from './link-list.store.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-list-'));
const engine = await openTestEngine(dataDir);

afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

async function seed(first: number, size: number, owner = 1): Promise<void> {
  const links = Array.from({ length: size }, (_, offset) => first + offset);
  await seedLinks(
    engine,
    links.map((id) => ({ id, short_url: `s${id}`, owner_id: owner })),
  );
}

test('the number of links follows additions and deletions', async () => {
  expect(await countLinks(engine, 'all')).toBe(0);
  await seed(1, 1200);
  await seed(1_000_000, 10);
  expect(await countLinks(engine, 'all')).toBe(1210);
  await engine.write((tx) => tx.deleteFrom('link').where('id', '<=', 200).execute());
  expect(await countLinks(engine, 'all')).toBe(1010);
  await engine.write((tx) => tx.deleteFrom('link').where('id', '>', 1_000_003).execute());
  expect(await countLinks(engine, 'all')).toBe(1004);
});

test('an aborted transaction does not change the number of links', async () => {
  const before = await countLinks(engine, 'all');
  const taken = seedLinks(engine, [{ short_url: 'new' }, { short_url: 's700' }]);
  const cutOff = engine.write(async (tx) => {
    await tx.deleteFrom('link').execute();
    throw new Error('cut off');
  });
  for (const { status } of await Promise.allSettled([taken, cutOff]))
    expect(status).toBe('rejected');
  expect(await countLinks(engine, 'all')).toBe(before);
  // Taken codes are skipped.
  await sql`
    insert into link (short_url, long_url, long_url_hash, title, description, created_at,
      updated_at, expires_at, ip)
    select short_url, long_url, long_url_hash, title, description, created_at, updated_at,
      expires_at, ip from link where true on conflict do nothing`.execute(engine.db);
  expect(await countLinks(engine, 'all')).toBe(before);
});

test('the number of links of an account follows additions, deletions and gifts', async () => {
  const counts = async () => {
    const owned = [1, 2, 3].map((owner) => countLinks(engine, { owner }));
    return Promise.all([countLinks(engine, 'all'), ...owned]);
  };
  const before = await countLinks(engine, { owner: 1 });
  await seed(100_000, 30, 2);
  await seed(120_000, 5, 3);
  await seed(140_000, 4);
  expect(await counts()).toEqual([before + 39, before + 4, 30, 5]);
  const give = (to: number, ids: number[]) =>
    engine.write((tx) =>
      tx.updateTable('link').set({ owner_id: to }).where('id', 'in', ids).execute(),
    );
  await give(3, [100_000, 100_001, 140_000]);
  await give(1, [100_002, 120_000]);
  await give(2, [100_003]);
  expect(await counts()).toEqual([before + 39, before + 5, 27, 7]);
  await engine.write((tx) =>
    tx.deleteFrom('link').where('id', '>=', 100_000).where('id', '<', 200_000).execute(),
  );
  expect(await counts()).toEqual([before, before, 0, 0]);
});

test('an emptied table has no links', async () => {
  // SQLite has no truncate; a delete without a condition does the same.
  await (isPostgres ? sql`truncate link` : sql`delete from link`).execute(engine.db);
  expect(await countLinks(engine, 'all')).toBe(0);
  await seed(2_000_000, 3, 2);
  expect(await countLinks(engine, 'all')).toBe(3);
  expect(await countLinks(engine, { owner: 2 })).toBe(3);
});

test.each([
  ['all', 1],
  [{ owner: 1 }, 1],
  [{ owner: 2 }, 2],
] as const)('a slice by id of %j is found beside empty blocks of ids', async (reach, owner) => {
  for (const table of ['link', 'click_count']) {
    await sql`delete from ${sql.table(table)}`.execute(engine.db);
  }
  const block = 16_384;
  await seed(block, 20, 3 - owner);
  await seed(3 * block - 9000, 18_000, owner);
  await seed(7 * block - 5, 10, owner);
  await engine.write((tx) =>
    tx
      .deleteFrom('link')
      .where('id', '<', 3 * block - 8500)
      .execute(),
  );
  await seed(9 * block, 1, owner);
  const { rows } = await sql<{ id: number }>`
    select id from link where ${isWithin(reach)} order by id`.execute(engine.db);
  const ids = rows.map(({ id }) => id);
  for (const skip of [0, 8499, 8500, 16_383, 16_384, ids.length - 12, ids.length - 6, ids.length]) {
    const slice = { skip, size: 10 };
    expect(await selectIds(engine, reach, { order: 'asc' }, slice)).toEqual(
      ids.slice(skip, skip + 10),
    );
    const backwards = ids.toReversed().slice(skip, skip + 10);
    expect(await selectIds(engine, reach, { order: 'desc' }, slice)).toEqual(backwards);
  }
});

test('links of an account by clicks, in the share of all and without clicks', async () => {
  for (const table of ['link', 'click_count']) {
    await sql`delete from ${sql.table(table)}`.execute(engine.db);
  }
  const links = Array.from({ length: 1500 }, (_, at) => ({
    id: at + 1,
    short_url: `c${at}`,
    owner_id: 1 + (at % 3),
    clicks: at % 3 === 2 ? 0 : (at * 7919) % 50,
  }));
  await seedLinks(engine, links);
  for (const owner of [1, 2, 3]) {
    const sorted = links
      .filter(({ owner_id: of }) => of === owner)
      .toSorted((a, b) => a.clicks - b.clicks || a.id - b.id)
      .map(({ id }) => id);
    for (const [skip, order] of [
      [0, 'desc'],
      [7, 'asc'],
      [495, 'desc'],
    ] as const) {
      const slice = { skip, size: 10 };
      const expected = order === 'asc' ? sorted : sorted.toReversed();
      expect(await selectIds(engine, { owner }, { sort: 'clicks', order }, slice)).toEqual(
        expected.slice(skip, skip + 10),
      );
    }
  }
});
