import { expect, test } from 'bun:test';
import { addDomain } from '../../../contracts/domains.ts';
import type { Envelope } from '../../../contracts/envelope.ts';
import {
  createLink,
  deleteLink,
  getLink,
  listLinks,
  searchLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import { getHistory, revertLink } from '../../../contracts/links/history.ts';
import type { Route } from '../../../contracts/route.ts';
import { tryLink } from '../../../contracts/links/simulator.ts';
import { setOption } from '../../../contracts/site.ts';
import { exportReport, getLive, getReport } from '../../../contracts/stats/stats.ts';
import { create, get } from '../link-steps.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';

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

test('a code of letters and emoji is stored composed and in lower case, and redirects', async () => {
  await using site = await openSetUpSite();
  // The umlaut as a letter and a mark.
  const made = await create(site, { short_url: ' A\u0308pfel-🍎 ' });
  expect(made.short_url).toBe('äpfel-🍎');
  expect(made.short_link).toBe(new URL('/%C3%A4pfel-%F0%9F%8D%8E', site.url).href);
  for (const typed of ['äpfel-🍎', 'ÄPFEL-🍎']) {
    const { status, headers } = await site.fetch(`/${encodeURIComponent(typed)}`);
    expect([status, headers.get('location')]).toEqual([302, made.long_url]);
  }
});

test('a site without BASE_URL answers with the host of the call', async () => {
  await using site = await openSetUpSite();
  const { short_link } = await create(site, { short_url: 'a' });
  expect(short_link).toBe(new URL('/a', site.url).href);
});

const spellings = [
  ['https://main.example:8443/a', ''],
  ['HTTP://MAIN.example/A+', ''],
  ['main.example/a?utm_source=x#y', ''],
  ['main.example:1/a/', ''],
  ['https://main.example./%61', ''],
  ['go.example/a', 'go.example'],
  ['https://go.example:8443/a+?qr', 'go.example'],
] as const;

test.each(spellings)('calls that look a link up take %j', async (short_url, domain) => {
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

/** Calls that look a link up, with what else they need. */
const calls: readonly (readonly [Route, object])[] = [
  [getReport, {}],
  [exportReport, { format: 'json' }],
  [getLive, {}],
  [tryLink, {}],
  [getHistory, {}],
  [revertLink, { at: 1 }],
];

/** A revert finds the link, and then no edit at that time. */
const foundKeys = ['', 'change.not.found'];

test.each(calls.map(([route, fields]) => [route.path, route, fields] as const))(
  '%s takes a whole short link in any spelling',
  async (_, route, fields) => {
    await using site = await open();
    const refusal = async (lookUp: object) => {
      const answer = await site.send(route, { ...fields, ...lookUp }, site.token);
      if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true) {
        await answer.body?.cancel();
        return { code: 200, msg: '' };
      }
      const { code = 200, msg = '' } = (await answer.json()) as Partial<Envelope<unknown>>;
      return { code, msg: code === 200 ? '' : msg };
    };
    for (const [short_url, domain] of spellings) {
      expect(foundKeys).toContain((await refusal({ short_url })).msg);
      if (domain !== '') expect(foundKeys).toContain((await refusal({ short_url, domain })).msg);
      expect(await refusal({ short_url, domain: 'other.example' })).toMatchObject({ code: 400 });
    }
    expect(foundKeys).toContain((await refusal({ short_url: 'a', domain: 'go.example' })).msg);
    for (const lookUp of [
      { short_url: 'https://other.example/a' },
      { short_url: 'other.example/a' },
      { short_url: 'a', domain: 'other.example' },
      { short_url: 'b' },
    ]) {
      expect(await refusal(lookUp)).toEqual({ code: 404, msg: 'link.not.found' });
    }
  },
);

test('history and try name a link by its id or its short link, not by both or none', async () => {
  await using site = await open();
  const { id } = await get(site, 'a');
  for (const [route, fields] of [
    [tryLink, {}],
    [getHistory, {}],
    [revertLink, { at: 1 }],
  ] as const) {
    for (const named of [{}, { id, short_url: 'a' }, { id, domain: 'go.example' }]) {
      expect(await site.call(route, { ...fields, ...named }, site.token)).toMatchObject({
        code: 400,
        data: { issues: [{ field: 'id' }] },
      });
    }
  }
});

test('history, try and revert are of the link that is named', async () => {
  await using site = await open();
  const short_url = 'https://go.example/a';
  const former = await get(site, 'go.example/a');
  const long_url = 'https://new.example/';
  await site.call(updateLink, { id: former.id, long_url }, site.token);
  expect(await site.call(tryLink, { short_url }, site.token)).toMatchObject({
    data: { target: long_url },
  });
  const history = await site.call(getHistory, { short_url }, site.token);
  const [{ at }] = history.data as [{ at: number }];
  expect((await site.call(revertLink, { short_url, at }, site.token)).data).toMatchObject({
    id: former.id,
    long_url: former.long_url,
  });
  expect((await site.call(getHistory, { short_url: 'a' }, site.token)).data).toEqual([]);
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

test('guests learn nothing of a link in the bin', async () => {
  await using site = await open();
  const value = JSON.stringify({ allowed: true, per_hour: 100 });
  await site.call(setOption, { key: 'anonymous_creation', value }, site.token);
  await create(site, { short_url: 'gone' });
  await site.call(deleteLink, { short_url: 'gone' }, site.token);
  const { long_url } = await get(site, 'a');
  const others = [long_url, 'https://other.example/'];
  for (const taken of others) {
    const refused = await site.call(createLink, { long_url: taken, short_url: 'gone', restore: 1 });
    const other = await site.call(createLink, { long_url: 'https://b.example/', short_url: 'a' });
    expect(refused).toEqual(other);
    expect(refused).toMatchObject({ code: 400, msg: 'short.url.exists' });
  }
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
