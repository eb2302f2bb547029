import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  createLink,
  listLinks,
  searchLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { openSetUpSite } from '../set-up-site.ts';

/* Users type texts as they see them, and the search must find the stored form. */

let site: Awaited<ReturnType<typeof openSetUpSite>>;
beforeAll(async () => {
  site = await openSetUpSite();
});
afterAll(() => site[Symbol.asyncDispose]());

let made = 0;

/** Creates a link and returns its id. */
async function add(longUrl: string, title: string): Promise<number> {
  made += 1;
  const fields = { short_url: `seen-${made}`, long_url: longUrl, title };
  const { code, data } = await site.call(createLink, fields, site.token);
  expect(code).toBe(200);
  return (data as Link).id;
}

async function find(filter: string, keyword: string): Promise<number[]> {
  const { code, data } = await site.call(searchLinks, { filter, keyword }, site.token);
  return code === 404 ? [] : (data as { urls: Link[] }).urls.map(({ id }) => id);
}

describe.each([
  ['ΟΔΟΣ ΑΘΗΝΑΣ', ['οδος', 'ΟΔΟΣ', 'οδοσ', 'Αθηνασ', 'αθήνας']],
  ['İSTANBUL ve Isparta', ['istanbul', 'İstanbul', 'ıstanbul', 'ISPARTA', 'ısparta']],
  ['ＦＵＬＬ　ｗｉｄｔｈ　１２３', ['full width', 'Full Width 123', 'ｆｕｌｌ']],
  ['ｶﾞｲﾄﾞﾌﾞｯｸ', ['ガイドブック', 'ガイト\u3099']],
  ['Die Straße', ['STRASSE', 'straße', 'DIE STRAẞE']],
  ['Cafe\u0301 Olé', ['café', 'CAFÉ OLÉ', 'cafe ole']],
  ['ÄPFEL', ['äpfel', 'a\u0308pfel', 'apfel']],
  ['It’s “so” – easy…', ["it's", '"so"', '- easy...', 'it’s “so”']],
  ['Soft\u00adhyphen\u200bword', ['softhyphenword', 'soft\u00adhyphen']],
  ['ПРИВЕТ, мир', ['привет', 'МИР']],
  ['新年，优惠！', ['新年，优惠', '新年,优惠!', '优惠']],
  ['100% off_now', ['100%', 'off_', 'OFF_NOW']],
])('the title %s', (title, keywords) => {
  let id: number;
  beforeAll(async () => {
    id = await add('https://titles.example/', title);
  });

  test.each(keywords)('is found by %s', async (keyword) => {
    expect(await find('title', keyword)).toContain(id);
  });
});

describe.each([
  [
    'https://bücher.example/',
    ['bücher', 'BÜCHER.example', 'bücher.example/', 'xn--bcher-kva', 'https://bücher', 'bucher'],
  ],
  ['https://e1.example/パス?q=値', ['パス', '/パス?q=値', '%E3%83%91', '%e3%83%91%e3%82%b9', 'ﾊﾟｽ']],
  ['https://e2.example/путь/К', ['путь', 'ПУТЬ/к', '%D0%BF%D1%83']],
  ['https://e3.example/a b/"c"', ['a b', 'a%20b', '/a b/"c"']],
  ['https://日本語.example/寿司', ['日本語', '日本語.example/寿司', 'xn--wgv71a119e']],
  ['https://президент.рф/', ['президент.рф', 'ПРЕЗИДЕНТ', '.рф']],
  ['https://e4.example/100%25_x', ['100%25', '100%', '%25', '_x']],
  ['https://straße.example/', ['straße', 'strasse']],
])('the address %s', (longUrl, keywords) => {
  let id: number;
  beforeAll(async () => {
    id = await add(longUrl, 'x');
  });

  test.each(keywords)('is found by %s', async (keyword) => {
    expect(await find('long_url', keyword)).toContain(id);
  });
});

test('different letters do not match each other', async () => {
  const id = await add('https://other.example/パス', 'パス й हिन्दी');
  for (const keyword of ['ハス', 'и ', 'हनद', '%_']) {
    expect([keyword, (await find('title', keyword)).includes(id)]).toEqual([keyword, false]);
  }
  expect(await find('long_url', 'other.example/ハス')).toEqual([]);
});

test('an edited link is found by its new texts only', async () => {
  const id = await add('https://before.example/パ', 'Vorher Ä');
  const edit = { id, long_url: 'https://nachher.example/ü', title: 'Nachher Ö' };
  await site.call(updateLink, edit, site.token);
  expect(await find('title', 'nachher ö')).toEqual([id]);
  expect(await find('title', 'vorher')).toEqual([]);
  expect(await find('long_url', 'nachher.example/ü')).toEqual([id]);
  expect(await find('long_url', 'before.example/パ')).toEqual([]);
});

test('a search for a code prefers the typed case over any other', async () => {
  const engine = await openTestEngine(site.dataDir);
  const codes = ['MixedCase', 'MixedOther', 'mixed-1', 'MIXED', 'cafe\u0301'];
  await seedLinks(
    engine,
    codes.map((short_url) => ({ short_url })),
  );
  await engine.close();
  const codesOf = async (keyword: string) => {
    const fields = { filter: 'short_url', keyword };
    const { data } = await site.call(searchLinks, fields, site.token);
    return ((data as { urls: Link[] } | null)?.urls ?? []).map((link) => link.short_url);
  };
  expect(await codesOf('mixed')).toEqual(['mixed-1']);
  expect(await codesOf('MIXED')).toEqual(['MIXED']);
  expect(await codesOf('mixedc')).toEqual(['MixedCase']);
  expect(await codesOf('MIXEDO')).toEqual(['MixedOther']);
  expect(await codesOf('caf\u00e9')).toEqual(['cafe\u0301']);
});

test('titles are sorted alphabetically, without regard to case and accents', async () => {
  await using sorted = await openSetUpSite();
  const titles = ['Zebra', 'Äpfel', 'apfelmus', 'Ärger', 'Apfel', 'ÉTÉ', 'Öl', 'oben', 'ｂ', 'Éa'];
  for (const [index, title] of titles.entries()) {
    const fields = { short_url: `t${index}`, long_url: `https://e.example/${index}`, title };
    await sorted.call(createLink, fields, sorted.token);
  }
  const list = async (fields: object) => {
    const { data } = await sorted.call(listLinks, { sort: 'title', ...fields }, sorted.token);
    return (data as { urls: Link[] }).urls.map(({ title }) => title);
  };
  const expected = [
    'Apfel',
    'Äpfel',
    'apfelmus',
    'Ärger',
    'ｂ',
    'Éa',
    'ÉTÉ',
    'oben',
    'Öl',
    'Zebra',
  ];
  expect(await list({ order: 'asc', limit: 200 })).toEqual(expected);
  expect(await list({ order: 'desc', limit: 200 })).toEqual(expected.toReversed());
  const pages = [1, 2, 3, 4].map((page) => list({ order: 'asc', limit: 3, page }));
  expect((await Promise.all(pages)).flat()).toEqual(expected);
  const search = { filter: 'title', keyword: 'apf', sort: 'title', order: 'asc' };
  const { data } = await sorted.call(searchLinks, search, sorted.token);
  expect((data as { urls: Link[] }).urls.map(({ title }) => title)).toEqual(expected.slice(0, 3));
});
