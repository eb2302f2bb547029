import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Envelope } from '../../../contracts/envelope.ts';
import { createLink, listLinks, searchLinks, type Link } from '../../../contracts/links/links.ts';
import { get, update } from '../link-steps.ts';
import { openSetUpSite } from '../set-up-site.ts';
import type { TestSite } from '../test-site.ts';

let site: TestSite & { readonly token: string };

beforeAll(async () => {
  site = await openSetUpSite();
  const links = [
    { short_url: 'figma', long_url: 'https://a.example/', title: 'Plan', tags: 'Work, Shop' },
    {
      short_url: 'plan',
      long_url: 'https://b.example/figma',
      title: '',
      note: 'Anna’s',
      tags: 'work',
    },
    { short_url: 'old', long_url: 'https://c.example/', title: 'FIGMA 100%' },
    { short_url: 'off', long_url: 'https://d.example/', title: '设计稿', is_active: 0 },
    {
      short_url: 'forms',
      long_url: 'https://e.example/',
      title: 'İstanbul Straße ＷＩＤＥ',
      note: 'a_b\nc\\d',
    },
  ];
  for (const link of links) {
    expect((await site.call(createLink, link, site.token)).code).toBe(200);
  }
  await update(site, (await get(site, 'old')).id, { expires_at: 1 });
});

afterAll(() => site[Symbol.asyncDispose]());

async function list(query: string): Promise<string> {
  const headers = { authorization: `Bearer ${site.token}` };
  const response = await site.fetch(`/api/urls?${query}`, { headers });
  const { code, data } = (await response.json()) as {
    code: number;
    data: { total: number; urls: Link[] };
  };
  expect(code).toBe(200);
  expect(data.urls).toHaveLength(data.total);
  return data.urls.map((link) => link.short_url).join(' ');
}

test('the list finds a text in code, title, long URL, note and tags', async () => {
  expect(await list('q=figma')).toBe('old plan figma');
  expect(await list('q=ANNA')).toBe('plan');
  expect(await list('q=%E8%AE%BE')).toBe('off');
  expect(await list('q=shop')).toBe('figma');
  expect(await list('q=%20100%25%20')).toBe('old');
  expect(await list('q=%25')).toBe('old');
});

test.each([
  'istanbul',
  'ıSTANBUL',
  'STRASSE',
  'straße',
  'wide',
  'ｗｉｄｅ',
  'A_B C',
  'c\\d',
  'b\u0000c',
])('the list finds a text that is typed as %j', async (text) => {
  expect(await list(`q=${encodeURIComponent(text)}`)).toBe('forms');
});

test('a link must have all of several tags, sent repeated or with commas', async () => {
  expect(await list('tag=WORK')).toBe('plan figma');
  expect(await list('tag=work&tag=shop')).toBe('figma');
  expect(await list('tag=work,shop')).toBe('figma');
  expect(await list('tag[]=work,shop&tag[]=Work')).toBe('figma');
  expect(await list('tag=work&tag=unknown')).toBe('');
});

test('a link matches any of several states', async () => {
  expect(await list('state=live')).toBe('forms plan figma');
  expect(await list('state=expired')).toBe('old');
  expect(await list('state=off&state=expired')).toBe('off old');
  expect(await list('state=never_clicked&tag=shop')).toBe('figma');
});

test('an empty result is a success', async () => {
  expect(await list('q=nothing+like+it')).toBe('');
  expect(await list('created_until=5')).toBe('');
  expect(await list(`created_from=5&created_until=${2 ** 33}`)).toBe('forms off old plan figma');
});

function search(fields: object): Promise<Envelope<unknown>> {
  return site.call(searchLinks, fields, site.token);
}

test('a search can be combined with tags, states and dates', async () => {
  const request = { filter: 'short_url', keyword: 'f', tag: ['work'], state: 'live' };
  expect(await search(request)).toMatchObject({ code: 200, data: { total: 1 } });
  expect(await search({ ...request, state: 'off' })).toMatchObject({ code: 404, msg: 'no.query' });
  const title = { filter: 'title', keyword: 'figma', created_from: 1 };
  expect(await search(title)).toMatchObject({ code: 200, data: { total: 1 } });
  expect(await search({ ...title, created_until: 2 })).toMatchObject({ code: 404 });
});

test.each([
  ['a text of blanks', 'q=+%00'],
  ['a text of more than 8,192 characters', `q=${'a'.repeat(8193)}`],
  ['two texts', 'q=a&q=b'],
  ['a tag of nothing', 'tag=,'],
  ['a tag that is too long', `tag=${'a'.repeat(33)}`],
  ['21 tags', `tag=${Array.from({ length: 21 }, (_, tag) => `t${tag}`).join(',')}`],
  ['1,000 tags', Array.from({ length: 1000 }, (_, tag) => `tag=t${tag}`).join('&')],
  ['an unknown state', 'state=sleeping'],
  ['an invalid date', 'created_from=yesterday'],
  ['an instant before 1970', 'created_until=-1'],
])('%s is refused', async (_, query) => {
  const headers = { authorization: `Bearer ${site.token}` };
  const response = await site.fetch(`/api/urls?${query}`, { headers });
  expect(await response.json()).toMatchObject({ code: 400, data: { issues: [expect.anything()] } });
});

test('SQL in a search is plain text', async () => {
  for (const text of ["' or 1=1 --", '"; drop table link', 'a%b', 'c_d', 'a\\b', '*', '%%']) {
    const { code, data } = await site.call(listLinks, { q: text }, site.token);
    expect({ text, code, data }).toMatchObject({ text, code: 200, data: { total: 0 } });
  }
});
