import { expect, test } from 'bun:test';
import { addDomain } from '../../contracts/domains.ts';
import type { Envelope } from '../../contracts/envelope.ts';
import {
  createLink,
  deleteLink,
  getLink,
  listLinks,
  searchLinks,
  updateLink,
  type Link,
} from '../../contracts/links.ts';
import { setOption } from '../../contracts/site.ts';
import { create, get } from './link-steps.ts';
import { openSetUpSite, type SetUpSite } from './set-up-site.ts';

const BASE_URL = 'https://main.example:8443';

async function open(): Promise<SetUpSite> {
  const site = await openSetUpSite({ env: { BASE_URL } });
  await site.call(addDomain, { host: 'go.example' }, site.token);
  await create(site, { short_url: 'a' });
  await create(site, { short_url: 'a', domain: 'go.example' });
  return site;
}

test('answers with a link have its whole address', async () => {
  await using site = await open();
  const made = await create(site, { short_url: 'b' });
  expect(made.short_link).toBe(`${BASE_URL}/b`);
  const { data } = await site.call(listLinks, {}, site.token);
  expect((data as { urls: Link[] }).urls.map((link) => link.short_link)).toEqual([
    `${BASE_URL}/b`,
    'https://go.example:8443/a',
    `${BASE_URL}/a`,
  ]);
  const edited = await site.call(updateLink, { id: made.id, short_url: 'c' }, site.token);
  expect(edited.data).toMatchObject({ short_link: `${BASE_URL}/c` });
});

test('a site without BASE_URL answers with the host of the call', async () => {
  await using site = await openSetUpSite();
  const { short_link } = await create(site, { short_url: 'a' });
  expect(short_link).toBe(new URL('/a', site.url).href);
});

test.each([
  ['https://main.example:8443/a', ''],
  ['HTTP://MAIN.example/A+', ''],
  ['main.example/a?utm_source=x#y', ''],
  ['main.example:1/a/', ''],
  ['https://main.example./%61', ''],
  ['go.example/a', 'go.example'],
  ['https://go.example:8443/a+?qr', 'go.example'],
])('calls that look a link up take %j', async (short_url, domain) => {
  await using site = await open();
  const found = await site.call(getLink, { short_url }, site.token);
  expect(found).toMatchObject({ code: 200, data: { domain, short_url: 'a' } });
  const search = { filter: 'short_url', keyword: short_url };
  expect((await site.call(searchLinks, search, site.token)).data).toMatchObject({
    total: 1,
    urls: [{ domain }],
  });
  const other = await site.call(getLink, { short_url, domain: 'other.example' }, site.token);
  expect(other).toMatchObject({ code: 400, data: { issues: [{ field: 'domain' }] } });
  expect((await site.call(deleteLink, { short_url }, site.token)).code).toBe(200);
  expect((await site.call(getLink, { short_url }, site.token)).code).toBe(404);
});

test('a short link of another site is not found, and is no code', async () => {
  await using site = await open();
  for (const short_url of ['https://other.example/a', 'other.example/a', 'https://main.example/']) {
    expect(await site.call(getLink, { short_url }, site.token)).toMatchObject({ code: 404 });
    expect(await site.call(deleteLink, { short_url }, site.token)).toMatchObject({ code: 404 });
  }
  const { id } = await get(site, 'a');
  const short_url = `${BASE_URL}/new`;
  const refused = { code: 400, msg: 'invalid.short.url' };
  expect(await site.call(updateLink, { id, short_url }, site.token)).toMatchObject(refused);
  const long_url = 'https://a.example/';
  expect(await site.call(createLink, { long_url, short_url }, site.token)).toMatchObject(refused);
});

test('guests set four fields, and learn nothing of a link that is there', async () => {
  await using site = await open();
  const value = JSON.stringify({ allowed: true, per_hour: 100 });
  await site.call(setOption, { key: 'anonymous_creation', value }, site.token);
  const private_ = {
    note: 'mine',
    is_active: 0,
    is_count_only: 1,
    shows_numbers: 1,
    tags: 5,
    rules: 'x',
    domain: 'go.example',
  };
  const long_url = 'https://a.example/guest';
  const sent = { long_url, title: 'T', description: 'D', password: 'secret', ...private_ };
  const made = (await site.call(createLink, sent)) as Envelope<Link & { ignored: string[] }>;
  expect(made).toMatchObject({
    code: 200,
    data: { title: 'T', description: '', domain: '', is_new: true },
  });
  expect(made.data.ignored.toSorted()).toEqual(
    ['description', 'password', ...Object.keys(private_)].toSorted(),
  );
  expect(await get(site, made.data.short_url)).toMatchObject({
    note: '',
    is_active: 1,
    tags: [],
    shows_numbers: 0,
  });
  expect((await site.call(createLink, { long_url })).data).toEqual({
    id: 0,
    short_url: made.data.short_url,
    short_link: `${BASE_URL}/${made.data.short_url}`,
    long_url,
    domain: '',
    title: '',
    description: '',
    expires_at: 0,
    is_new: false,
  });
});
