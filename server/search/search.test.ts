import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldCode } from '../engine/texts/code-spellings.ts';
import type { Engine, LinkRow } from '../engine/engine.ts';
import { foldText, foldTexts, readableUrl } from '../engine/texts/folded-texts.ts';
import { isPostgres, openTestEngine } from '../../tests/support/test-engine.ts';
import { seedLinks } from '../../tests/support/statistics/seed.ts';
import type { SearchField } from './grams.ts';
import { indexLinks, openSearch } from './search-index.ts';
import { findMatches } from './search.ts';
import { countSegments, markStale, readStale } from './search.store.ts';
import { SEGMENT_SIZE } from './segment.ts';
import { chooseForRun, testInAll } from '../../tests/support/test-run.ts';

const SEGMENTS = chooseForRun(1, 2);
/** Some links are behind the last whole segment. */
const LINKS = SEGMENTS * SEGMENT_SIZE + chooseForRun(1000, 3000);
/** On PostgreSQL, and after changes, a short run takes one of so many keywords. */
const FEW = 20;
const titles = [
  'Summer sale',
  '新年优惠活动',
  '双十一',
  'ÜBER uns',
  '100% off_now',
  'it\'s "here"',
  '',
  'ＳＡＬＥ　Ｃａｆé',
  'ΟΔΟΣ İstanbul',
];
const paths = ['a_b', '%E3%83%91%E3%82%B9', '%d0%bf%d1%83%d1%82%d1%8c', 'a%20b', '100%25'];

let dataDir: string;
let engine: Engine;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-search-'));
  engine = await openTestEngine(dataDir);
  // In a full run there are too many trigrams for one part.
  const long = chooseForRun('', '/ab-cd'.repeat(280));
  const links = Array.from({ length: LINKS }, (_, number) => ({
    short_url: `${['s', 'S', 'Ä-Kurz', '短链'][number % 13] ?? 's'}${number}`,
    note: number % 4 === 0 ? `Ask ${titles[number % 7]}\nticket ${number}` : '',
    long_url: `https://${number % 3 === 0 ? 'www.' : ''}${number % 7 === 0 ? 'xn--bcher-kva.example' : 'Example.com'}/${paths[number % 11] ?? 'a_b'}/${(number * 7919).toString(36)}?n=${number}${number % 12 === 5 ? long : ''}`,
    title: `${titles[number % titles.length]} ${number % 2 === 0 ? 'x' : '链接'}${number}`,
  }));
  await seedLinks(engine, links);
}, 300_000);

afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

const everywhere = ['long_url', 'title', 'note', 'short_url'] as const;

type Row = Pick<LinkRow, 'id' | (typeof everywhere)[number]>;

function readRows(): Promise<Row[]> {
  return engine.db
    .selectFrom('link')
    .select(['id', ...everywhere])
    .orderBy('id', 'desc')
    .execute();
}

function findByScan(
  rows: readonly Row[],
  fields: readonly SearchField[],
  keyword: string,
): number[] {
  const tests = fields.map((field) => ({ field, holds: createTest(field, keyword) }));
  return rows
    .filter((row) => tests.some(({ field, holds }) => holds(row[field])))
    .map(({ id }) => id);
}

function createTest(field: SearchField, keyword: string): (text: string) => boolean {
  if (field === 'short_url') {
    const code = foldCode(keyword);
    return (text) => foldCode(text).includes(code);
  }
  if (field !== 'long_url') {
    const folded = foldText(keyword);
    return (text) => foldOnce(text).includes(folded);
  }
  const lower = keyword.toLowerCase();
  const typed = foldText(/[^!-~]/.test(keyword) ? readableUrl(keyword) : keyword);
  return (text) =>
    text.toLowerCase().includes(lower) || foldOnce(text, foldReadable).includes(typed);
}

function foldReadable(url: string): string {
  return foldText(readableUrl(url));
}

const folded = new Map([foldText, foldReadable].map((fold) => [fold, new Map<string, string>()]));

/** Folds each text once, because every keyword is compared with all texts. */
function foldOnce(text: string, fold = foldText): string {
  const texts = folded.get(fold)!;
  const known = texts.get(text) ?? fold(text);
  texts.set(text, known);
  return known;
}

async function expectSameAsScan(
  fields: readonly SearchField[],
  keyword: string,
  rows?: readonly Row[],
): Promise<void> {
  const matches = await findMatches(engine, fields, keyword);
  const expected = findByScan(rows ?? (await readRows()), fields, keyword);
  expect({ keyword, total: matches.size }).toEqual({ keyword, total: expected.length });
  expect(matches.newest(0, LINKS)).toEqual(expected);
  expect(matches.newest(7, 5)).toEqual(expected.slice(7, 12));
  // The step reaches every segment, and links with every title in it.
  const some = Array.from({ length: LINKS / 101 }, (_, number) => number * 101 + 1);
  const found = new Set(expected);
  expect(some.filter((id) => matches.has(id))).toEqual(some.filter((id) => found.has(id)));
}

function foldTitle(title: string): string | null {
  return foldTexts({ short_url: '', long_url: '', title, note: '' }).folded_title;
}

async function countStale(): Promise<number> {
  let links = 0;
  for await (const ids of readStale(engine, LINKS)) links += ids.length;
  return links;
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
    'bücher',
    'BÜCHER.example/パス/',
    'xn--bcher',
    'パ',
    'パス',
    '%e3%83%91',
    'bücher.example/%E3%83%91',
    'путь',
    'ПУТЬ/',
    'a b',
    '/a b/1',
    '%20',
    '100%',
    '100%25',
  ],
  note: [
    'ask',
    'ASK SUMMER',
    'sale ticket 4',
    'ask summer sale t',
    'ticket 11',
    'e tick',
    '优惠',
    '新',
    'k',
    'as',
    'nothing like it',
    '\n',
    'istanbul',
  ],
  short_url: [
    's1',
    'S12',
    's',
    'kurz',
    'ä-K',
    'a\u0308-kurz1',
    'z9',
    '-',
    '短',
    '链1',
    '短链',
    '%',
    '_',
    ' ',
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
    'cafe',
    'CAFÉ 链',
    'sale cafe',
    'οδος',
    'οδοσ',
    'ıstanbul',
    'İSTANBUL',
    'ｓａｌｅ',
    'uber',
  ],
};

/** A short run takes all keywords once on SQLite, and some of them elsewhere. */
async function expectSameAsFullScan(step = chooseForRun(FEW, 1)): Promise<void> {
  const rows = await readRows();
  for (const field of everywhere) {
    for (const [at, keyword] of keywords[field].entries()) {
      if (at % step === 0) await expectSameAsScan([field], keyword, rows);
    }
  }
  for (const keyword of [
    '1',
    's',
    'summer',
    'kurz',
    '短',
    '%',
    "it's",
    'ticket 99',
    'example',
    'zq',
  ]) {
    await expectSameAsScan(everywhere, keyword, rows);
  }
}

describe('a search finds the same links as a check of every link', () => {
  test('before there is an index', () => expectSameAsFullScan(), 300_000);

  test('with an index and links behind it', async () => {
    let isImporting = true;
    const runs: string[] = [];
    const feature = openSearch({
      engine,
      isImporting: () => Promise.resolve(isImporting),
      async indexInBackground() {
        runs.push('index');
        await indexLinks(engine);
      },
    });
    const [job] = feature.jobs!;
    await job!.run();
    expect(runs).toEqual([]);
    isImporting = false;
    await job!.run();
    await job!.run();
    expect(runs).toEqual(['index']);
    await feature.close?.();
    expect(await countSegments(engine)).toBe(SEGMENTS);
    await expectSameAsFullScan(isPostgres ? chooseForRun(FEW, 1) : 1);
  }, 300_000);

  test('after links were changed, added and deleted', async () => {
    await engine.write(async (tx) => {
      const ids = Array.from({ length: 600 }, (_, number) => number * 29 + 1);
      const title = 'Summer sale 优惠 ｘ1';
      await tx
        .updateTable('link')
        .set({ title, folded_title: foldTitle(title), note: 'ask again', folded_note: null })
        .where('id', 'in', ids)
        .execute();
      const removed = ids.map((id) => id + 1);
      await tx.deleteFrom('link').where('id', 'in', removed).execute();
      await markStale(tx, ids);
      await markStale(tx, removed);
    });
    await expectSameAsFullScan();
  }, 300_000);

  testInAll(
    'after segments with many changes were rebuilt',
    async () => {
      expect(await countStale()).toBeGreaterThan(1000);
      await indexLinks(engine);
      expect(await countStale()).toBeLessThan(256);
      await expectSameAsFullScan();
      const builds = await engine.db.selectFrom('search_build').select('state').execute();
      expect(builds).toEqual(Array.from({ length: SEGMENTS }, () => ({ state: 'ready' })));
    },
    300_000,
  );

  testInAll(
    'while links change during an update',
    async () => {
      await engine.db.updateTable('search_build').set({ state: 'dead' }).execute();
      const update = indexLinks(engine);
      for (let round = 0; round < chooseForRun(1, 20); round += 1) {
        await engine.write(async (tx) => {
          const id = round * 700 + 50;
          const title = `new summer title ${round} é`;
          await tx
            .updateTable('link')
            .set({ title, folded_title: foldTitle(title) })
            .where('id', '=', id)
            .execute();
          await markStale(tx, [id]);
        });
        await expectSameAsScan(['title'], 'summer');
      }
      await update;
      await expectSameAsFullScan();
    },
    300_000,
  );
});

test.each(['\u200b', '\u00ad\u200e'])('an invisible keyword finds nothing', async (keyword) => {
  expect((await findMatches(engine, everywhere, keyword)).size).toBe(0);
});

test('a build that was cut off is discarded', async () => {
  await engine.write((tx) =>
    tx
      .insertInto('search_build')
      .values({ segment: SEGMENTS - 1, state: 'growing' })
      .execute(),
  );
  await indexLinks(engine);
  const builds = await engine.db.selectFrom('search_build').select('segment').execute();
  expect(new Set(builds.map(({ segment }) => segment))).toEqual(new Set(Array(SEGMENTS).keys()));
});
