import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLinks, seedLinks } from '../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import { linkColumns } from '../engine/schema.ts';
import { addCounts } from './counts.store.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-counts-'));
const engine = await openTestEngine(dataDir);

afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

const before = (id: number) => ({ id, clicks: id % 7, bots: id % 3, last_clicked_at: 1000 });
const isDeleted = (id: number) => id % 50 === 0 || (id > 600 && id < 700);
/** None, older or newer than the link's. */
const lastOf = (id: number) => [0, 500, 1500][id % 3]!;
const isGone = (id: number) => id % 70 === 1;

test('clicks are added to thousands of links, deleted ones included', async () => {
  const ids = Array.from({ length: 2000 }, (_, index) => index + 1);
  await seedLinks(
    engine,
    ids.map((id) => ({ short_url: `l${id}`, ...before(id) })),
  );
  await engine.db
    .insertInto('deleted_link')
    .columns([...linkColumns, 'deleted_at'])
    .expression((eb) =>
      eb
        .selectFrom('link')
        .innerJoin('click_count', 'link_id', 'id')
        .select([...linkColumns, 'updated_at as deleted_at'])
        .where('id', 'in', ids.filter(isDeleted)),
    )
    .execute();
  await removeLinks(
    engine,
    ids.filter((id) => isDeleted(id) || isGone(id)),
  );

  const counted = ids.filter((id) => id % 4 !== 0);
  const counts = new Map(counted.map((id) => [id, { clicks: id, bots: id % 2, last: lastOf(id) }]));
  const links = {
    linkIds: Float64Array.from(counted),
    clicks: Float64Array.from(counted),
    nonHuman: Float64Array.from(counted, (id) => id % 2),
    lastClicks: Float64Array.from(counted, lastOf),
  };
  await engine.write((tx) => addCounts(engine, tx, links));
  const after = (id: number) => {
    const { clicks, bots, last_clicked_at: former } = before(id);
    const added = counts.get(id) ?? { clicks: 0, bots: 0, last: 0 };
    return {
      id,
      clicks: clicks + added.clicks,
      bots: bots + added.bots,
      last_clicked_at: Math.max(former, added.last),
    };
  };
  const live = await engine.db
    .selectFrom('click_count')
    .select(['link_id as id', 'clicks', 'bots', 'last_clicked_at'])
    .orderBy('link_id')
    .execute();
  expect(live).toEqual(ids.filter((id) => !isDeleted(id) && !isGone(id)).map(after));
  const deleted = await engine.db
    .selectFrom('deleted_link')
    .select(['id', 'clicks', 'bots', 'last_clicked_at'])
    .orderBy('id')
    .execute();
  expect(deleted).toEqual(ids.filter(isDeleted).map(after));
});
