import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../engine/engine.ts';
import { openTestEngine } from '../../tests/test-engine.ts';
import { seedLinks } from '../../tests/seed.ts';
import { fold, type SearchField } from './grams.ts';
import { SearchIndex } from './search-index.ts';
import { findMatches } from './search.ts';
import { selectReadyBuilds, selectStale } from './search.store.ts';
import { SEGMENT_SIZE } from './segment.ts';
import { markStale } from './stale.ts';

const LINKS = 2 * SEGMENT_SIZE + 3000;
const titles = [
  'Summer sale',
  '新年优惠活动',
  '双十一',
  'ÜBER uns',
  '100% off_now',
  'it\'s "here"',
  '',
];

let dataDir: string;
let engine: Engine;
let index: SearchIndex;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-search-'));
  engine = await openTestEngine(dataDir);
  index = new SearchIndex(engine);
  const links = Array.from({ length: LINKS }, (_, number) => ({
    short_url: `s${number}`,
    long_url: `https://${number % 3 === 0 ? 'www.' : ''}Example.com/a_b/${(number * 7919).toString(36)}?n=${number}`,
    title: `${titles[number % titles.length]} ${number % 2 === 0 ? 'x' : '链接'}${number}`,
  }));
  await seedLinks(engine, links);
}, 60_000);

afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

/** Looks at every link: slow, and right. */
async function findAll(field: SearchField, keyword: string): Promise<number[]> {
  const rows = await engine.db
    .selectFrom('link')
    .select(['id', field])
    .orderBy('id', 'desc')
    .execute();
  return rows.filter((row) => fold(row[field]).includes(fold(keyword))).map(({ id }) => id);
}

async function expectAsFindAll(field: SearchField, keyword: string): Promise<void> {
  const matches = await findMatches(engine, field, keyword);
  const expected = await findAll(field, keyword);
  expect({ keyword, total: matches.total }).toEqual({ keyword, total: expected.length });
  expect(matches.newest(0, LINKS)).toEqual(expected);
  expect(matches.newest(7, 5)).toEqual(expected.slice(7, 12));
  // A step that meets every segment, and in it links with every title.
  const some = Array.from({ length: LINKS / 101 }, (_, number) => number * 101 + 1);
  const found = new Set(expected);
  expect(some.filter((id) => matches.has(id))).toEqual(some.filter((id) => found.has(id)));
}

const keywords: Readonly<Record<SearchField, readonly string[]>> = {
  long_url: [
    'n=4711',
    'example',
    'EXAMPLE.COM/A',
    'www.example.com/a_b/',
    'om/a_b/1',
    'https://',
    'ht',
    'h',
    '_',
    '%',
    'nothing like this',
    '?n=1',
    '9',
    'k'.repeat(3000),
  ],
  title: [
    '优惠',
    '新年优惠',
    '链接',
    '双十一 链接7',
    'über',
    'sale',
    'SUMMER SALE x1',
    '100%',
    'off_',
    "it's",
    '"',
    '\\',
    'x2',
    ' ',
    '😀',
  ],
};

async function expectAllAsFindAll(): Promise<void> {
  for (const field of ['long_url', 'title'] as const) {
    for (const keyword of keywords[field]) await expectAsFindAll(field, keyword);
  }
}

describe('a search finds what a look at every link finds', () => {
  test('before there is an index', expectAllAsFindAll, 60_000);

  test('with an index and links behind it', async () => {
    await index.update();
    expect(await selectReadyBuilds(engine)).toHaveLength(2);
    await expectAllAsFindAll();
  }, 60_000);

  test('after links changed, came and went', async () => {
    await engine.write(async (tx) => {
      const ids = Array.from({ length: 600 }, (_, number) => number * 29 + 1);
      await tx
        .updateTable('link')
        .set({ title: 'Summer sale 优惠 x1' })
        .where('id', 'in', ids)
        .execute();
      const gone = ids.map((id) => id + 1);
      await tx.deleteFrom('link').where('id', 'in', gone).execute();
      await markStale(tx, ids);
      await markStale(tx, gone);
    });
    await expectAllAsFindAll();
  }, 60_000);

  test('when segments with many changes were built anew', async () => {
    expect(await selectStale(engine)).not.toEqual([]);
    await index.update();
    expect((await selectStale(engine)).length).toBeLessThan(256);
    await expectAllAsFindAll();
    const builds = await engine.db.selectFrom('search_build').select('state').execute();
    expect(builds).toEqual([{ state: 'ready' }, { state: 'ready' }]);
  }, 60_000);

  test('while an update runs and links change under it', async () => {
    await engine.db.updateTable('search_build').set({ state: 'dead' }).execute();
    const update = index.update();
    for (let round = 0; round < 20; round += 1) {
      await engine.write(async (tx) => {
        const id = round * 700 + 50;
        await tx
          .updateTable('link')
          .set({ title: `new summer title ${round}` })
          .where('id', '=', id)
          .execute();
        await markStale(tx, [id]);
      });
      await expectAsFindAll('title', 'summer');
    }
    await update;
    await expectAllAsFindAll();
  }, 60_000);
});

test('a build that was cut off is thrown away', async () => {
  await engine.write((tx) =>
    tx.insertInto('search_build').values({ segment: 1, state: 'growing' }).execute(),
  );
  await index.update();
  const builds = await engine.db.selectFrom('search_build').select('segment').execute();
  expect(new Set(builds.map(({ segment }) => segment))).toEqual(new Set([0, 1]));
});
