import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sortColumns } from '../../../contracts/links/links.constants.ts';
import { listLinks, searchLinks, type Link } from '../../../contracts/links/links.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { drain, openSetUpSite } from '../set-up-site.ts';
import type { TestSite } from '../test-site.ts';

interface Page {
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly urls: Link[];
}

let site: TestSite & { readonly token: string };

beforeAll(async () => {
  site = await openSetUpSite();
  const engine = await openTestEngine(site.dataDir);
  await seedLinks(engine, [
    {
      short_url: 'sale',
      long_url: 'https://shop.example/summer_sale',
      title: 'Summer 50% off',
      clicks: 7,
    },
    {
      short_url: 'sale-2',
      long_url: 'https://shop.example/winter-sale',
      title: 'winter',
      clicks: 9,
    },
    { short_url: 'SALE', long_url: 'https://shop.example/imported', title: '优惠活动', clicks: 1 },
    {
      short_url: 'zebra',
      long_url: 'https://zoo.example/',
      title: 'Zoo',
      expires_at: 4_000_000_000,
    },
    {
      short_url: 'apple',
      long_url: 'https://fruit.example/?q=100%25',
      title: 'apple',
      created_at: 5,
    },
    ...Array.from({ length: 30 }, (_, number) => ({
      short_url: `many-${number}`,
      long_url: `https://many.example/${number}`,
      title: `Many ${number % 3}`,
      clicks: number % 5,
      created_at: 1_600_000_000 + (number % 4),
      updated_at: 1_650_000_000 - number,
    })),
  ]);
  await engine.close();
});

afterAll(() => site[Symbol.asyncDispose]());

async function list(fields: object): Promise<Page> {
  return (await site.call(listLinks, fields, site.token)).data as Page;
}

async function search(fields: object): Promise<Page> {
  const { code, data } = await site.call(searchLinks, fields, site.token);
  expect(code).toBe(200);
  return data as Page;
}

async function codesOf(filter: string, keyword: string): Promise<string[]> {
  return (await search({ filter, keyword })).urls.map((link) => link.short_url);
}

describe('the list is sorted by any column, both ways, over its pages', () => {
  for (const sort of [...sortColumns, undefined]) {
    for (const order of ['asc', 'desc'] as const) {
      test(`${sort ?? 'by age'} ${order}`, async () => {
        const sorting = sort === undefined ? { order } : { sort, order };
        const all = (await list({ limit: 200, ...sorting })).urls;
        expect(all).toHaveLength(35);
        const keys = all.map((link) => ({ key: sortKey(link, sort), id: link.id }));
        const sorted = keys.toSorted((a, b) => compare(a.key, b.key) || a.id - b.id);
        expect(keys).toEqual(order === 'asc' ? sorted : sorted.toReversed());
        const paged: Link[] = [];
        for (let page = 1; page <= 5; page += 1) {
          paged.push(...(await list({ limit: 9, page, ...sorting })).urls);
        }
        expect(paged).toEqual(all);
      });
    }
  }
});

function sortKey(link: Link, sort: (typeof sortColumns)[number] | undefined): string | number {
  if (sort === undefined) return link.id;
  return sort === 'title' ? link.title.toLowerCase() : link[sort];
}

/** Compares texts by their bytes, as databases do. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

describe('a search', () => {
  test('by code gives the exact code first, then those that begin with it, in any case', async () => {
    expect(await codesOf('short_url', 'sale')).toEqual(['sale', 'sale-2']);
    expect(await codesOf('short_url', 'SALE')).toEqual(['SALE']);
    expect(await codesOf('short_url', ' Zeb ')).toEqual(['zebra']);
  });

  test('in long URLs and titles finds any part, in any case', async () => {
    expect(await codesOf('long_url', 'SHOP.example/')).toEqual(['SALE', 'sale-2', 'sale']);
    expect(await codesOf('title', 'ZOO')).toEqual(['zebra']);
    expect(await codesOf('title', '优惠')).toEqual(['SALE']);
  });

  test('takes wildcards and quotes as plain text', async () => {
    expect(await codesOf('title', '50%')).toEqual(['sale']);
    expect(await codesOf('long_url', 'summer_sale')).toEqual(['sale']);
    expect(await codesOf('long_url', '100%25')).toEqual(['apple']);
    for (const keyword of ['%', '_', "'", '"', '\\', "' or 1=1 --", '*', 'sale%', 's_le']) {
      const { code, msg } = await site.call(
        searchLinks,
        { filter: 'short_url', keyword },
        site.token,
      );
      expect({ keyword, code, msg }).toEqual({ keyword, code: 404, msg: 'no.query' });
    }
  });

  test('gives all results without a page, and each result once with pages', async () => {
    const all = await search({ filter: 'long_url', keyword: 'many.' });
    expect({ total: all.total, urls: all.urls.length }).toEqual({ total: 30, urls: 30 });
    const paged: Link[] = [];
    for (let page = 1; page <= 5; page += 1) {
      const part = await search({ filter: 'long_url', keyword: 'many.', page, limit: 7 });
      expect(part.total).toBe(30);
      paged.push(...part.urls);
    }
    expect(paged).toEqual(all.urls);
    expect((await search({ filter: 'long_url', keyword: 'many.', page: 9 })).urls).toEqual([]);
  });

  test('can be sorted like the list', async () => {
    const { urls } = await search({
      filter: 'title',
      keyword: 'many',
      sort: 'clicks',
      order: 'asc',
    });
    const clicks = urls.map((link) => link.clicks);
    expect(clicks).toEqual(clicks.toSorted((a, b) => a - b));
    const codes = await search({ filter: 'short_url', keyword: 'sale', sort: 'clicks' });
    expect(codes.urls.map((link) => link.short_url)).toEqual(['sale-2', 'sale']);
  });
});

test('a list sorted by clicks moves a link as soon as its clicks are counted', async () => {
  expect(await readMostClicked()).toEqual({ code: 'sale-2', clicks: 9 });
  for (let visit = 0; visit < 10; visit += 1) {
    expect((await site.fetch('/zebra')).status).toBe(302);
  }
  await drain(site);
  expect(await readMostClicked()).toEqual({ code: 'zebra', clicks: 10 });
});

async function readMostClicked(): Promise<unknown> {
  const { short_url: code, clicks } = (await list({ sort: 'clicks', order: 'desc' })).urls[0]!;
  return { code, clicks };
}

test('a limit above 200 gives 200 links, and says so', async () => {
  await using big = await openSetUpSite();
  const engine = await openTestEngine(big.dataDir);
  const links = Array.from({ length: 250 }, (_, number) => ({
    short_url: `l-${number}`,
    long_url: `https://example.com/${number}`,
  }));
  await seedLinks(engine, links);
  await engine.close();
  for (const limit of [201, '250', 1000, 10 ** 15, '9'.repeat(40)]) {
    const listed = await big.call(listLinks, { limit }, big.token);
    const request = { filter: 'short_url', keyword: 'l-', limit };
    const found = await big.call(searchLinks, request, big.token);
    for (const { code, data } of [listed, found]) {
      const { total, page, limit: given, urls } = data as Page;
      expect({ code, total, page, limit: given }).toEqual({
        code: 200,
        total: 250,
        page: 1,
        limit: 200,
      });
      expect(urls).toHaveLength(200);
    }
  }
  const rest = await big.call(listLinks, { limit: 1000, page: 2 }, big.token);
  expect((rest.data as Page).urls).toHaveLength(50);
});
