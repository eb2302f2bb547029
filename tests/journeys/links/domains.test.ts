import { expect, test } from 'bun:test';
import {
  addDomain,
  askDomain,
  checkDomain,
  deleteDomain,
  listDomains,
  setDomain,
} from '../../../contracts/domains.ts';
import { getHistory, revertLink, type Change } from '../../../contracts/links/history.ts';
import { purgeDeleted } from '../../../contracts/links/bin.ts';
import type { Route } from '../../../contracts/route.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import {
  createLink,
  deleteLink,
  deleteLinks,
  getLink,
  listLinks,
  searchLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import { drain, openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { firstInShort, testInAll } from '../../support/test-run.ts';

const HOST = 'go.example';

async function call<Data>(site: SetUpSite, route: Route, fields: object = {}): Promise<Data> {
  const answer = await site.call(route, fields, site.token);
  expect([route.path, answer.code]).toEqual([route.path, 200]);
  return answer.data as Data;
}

async function refusal(site: SetUpSite, route: Route, fields: object): Promise<string> {
  return (await site.call(route, fields, site.token)).msg;
}

/** Where a path of a host leads; the status when it leads nowhere. */
async function visit(
  site: SetUpSite,
  host: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<string | number> {
  const answer = await site.fetch(path, { headers: { host, ...headers } });
  return answer.headers.get('location') ?? answer.status;
}

/** The HTTP server answers it: the fast path does not know this method of prefetching. */
const slow = { purpose: 'x' };

async function openWithDomain(env: Record<string, string> = {}): Promise<SetUpSite> {
  const site = await openSetUpSite({ env });
  await call(site, addDomain, { host: 'GO.example.' });
  const make = (fields: object) => call(site, createLink, { title: 'x', ...fields });
  await make({ short_url: 'a', long_url: 'https://main.example/' });
  await make({ short_url: 'a', long_url: 'https://other.example/', domain: HOST });
  return site;
}

test.each(firstInShort([{ WORKERS: '2' }, { WORKERS: '1' }]))(
  'the same code leads elsewhere on another host: %j',
  async (env) => {
    await using site = await openWithDomain(env);
    for (const headers of [{}, slow]) {
      expect(await visit(site, 'localhost', '/a', headers)).toBe('https://main.example/');
      for (const host of [HOST, 'GO.EXAMPLE', `${HOST}:8080`, `${HOST}.`]) {
        expect([host, await visit(site, host, '/a', headers)]).toEqual([
          host,
          'https://other.example/',
        ]);
      }
      expect(await visit(site, HOST, '/A.', headers)).toBe('https://other.example/');
      expect(await visit(site, 'unknown.example', '/a', headers)).toBe('https://main.example/');
    }
    await drain(site);
    const { urls } = await call<{ urls: Link[] }>(site, listLinks);
    expect(urls.map(({ domain, short_url, clicks }) => [domain, short_url, clicks])).toEqual([
      [HOST, 'a', 10],
      ['', 'a', 4],
    ]);
  },
  300_000,
);

test('a further domain has links and no pages of the site', async () => {
  await using site = await openWithDomain();
  for (const path of ['/', '/admin/list', '/docs', '/login', '/b', '/a/b']) {
    expect([path, await visit(site, HOST, path)]).toEqual([path, 404]);
  }
  const login = await site.fetch('/api/get/siteinfo', { headers: { host: HOST } });
  expect(login.status).toBe(404);
  expect(await visit(site, HOST, '/favicon.svg')).toBe(200);
  expect(await visit(site, HOST, '/robots.txt')).toBe(200);
  expect(await visit(site, HOST, '/healthz')).toBe(200);
  await call(site, setDomain, {
    host: HOST,
    home_url: 'https://shop.example',
    not_found_url: 'https://shop.example/lost',
  });
  expect(await visit(site, HOST, '/')).toBe('https://shop.example/');
  expect(await visit(site, HOST, '/b')).toBe('https://shop.example/lost');
  await call(site, setDomain, { host: HOST, home_url: '' });
  expect(await visit(site, HOST, '/')).toBe(404);
  expect(await call(site, listDomains)).toEqual([
    { host: HOST, home_url: '', not_found_url: 'https://shop.example/lost', links: 1 },
  ]);
  const preview = await (await site.fetch('/a+', { headers: { host: HOST } })).text();
  expect(preview).toContain('other.example');
  expect(preview).toContain(`<span>${HOST}/</span>a`);
});

test('links are found, moved and deleted by domain and code', async () => {
  await using site = await openWithDomain();
  const get = (fields: object) => call<Link>(site, getLink, { short_url: 'a', ...fields });
  expect((await get({})).long_url).toBe('https://main.example/');
  const other = await get({ domain: HOST });
  expect(other).toMatchObject({ domain: HOST, short_url: 'a', long_url: 'https://other.example/' });
  const find = async (fields: object) =>
    (await call<{ urls: Link[] }>(site, listLinks, fields)).urls.map(({ long_url }) => long_url);
  expect(await find({ domain: HOST })).toEqual(['https://other.example/']);
  expect(await find({ domain: '' })).toEqual(['https://main.example/']);
  expect(await find({})).toHaveLength(2);
  const search = await call<{ total: number }>(site, searchLinks, {
    filter: 'short_url',
    keyword: 'a',
    domain: HOST,
  });
  expect(search.total).toBe(1);

  const { id } = other;
  expect(await refusal(site, updateLink, { id, domain: '' })).toBe('short.url.exists');
  expect(await refusal(site, updateLink, { id, domain: 'x.example' })).toBe('domain.not.found');
  await call(site, updateLink, { id, domain: '', short_url: 'b' });
  expect(await visit(site, HOST, '/a')).toBe(404);
  expect(await visit(site, 'localhost', '/b')).toBe('https://other.example/');
  await call(site, updateLink, { id, domain: HOST });
  expect(await visit(site, HOST, '/b')).toBe('https://other.example/');
  await call(site, deleteLink, { short_url: 'b', domain: HOST });
  expect(await visit(site, HOST, '/b')).toBe(404);
});

testInAll('calls take the name of a domain in its own script too', async () => {
  await using site = await openSetUpSite();
  await call(site, addDomain, { host: 'münchen.example' });
  const fields = { short_url: 'a', long_url: 'https://m.example/', domain: 'München.example.' };
  const made = await call<Link>(site, createLink, fields);
  expect(made).toMatchObject({ domain: 'xn--mnchen-3ya.example' });
  const named = { short_url: 'a', domain: 'MÜNCHEN.example' };
  expect(await call<Link>(site, getLink, named)).toMatchObject({ id: made.id });
  expect(await call<object>(site, listLinks, { domain: named.domain })).toMatchObject({ total: 1 });
  expect(await visit(site, 'xn--mnchen-3ya.example', '/a')).toBe('https://m.example/');
  const filter = { domain: 'münchen.example', audience: 'all' };
  expect(await call<object>(site, getReport, filter)).toMatchObject({ clicks: 1 });
});

test('an edit cannot be reverted onto a deleted domain', async () => {
  await using site = await openWithDomain();
  const { id } = await call<Link>(site, getLink, { short_url: 'a', domain: HOST });
  await call(site, updateLink, { id, domain: '', short_url: 'b' });
  const [moved] = await call<Change[]>(site, getHistory, { id });
  expect(moved).toMatchObject({ field: 'short_url', from: `${HOST}/a`, to: 'b' });
  await call(site, deleteDomain, { host: HOST });
  expect(await refusal(site, revertLink, { id, at: moved!.at })).toBe('domain.not.found');
  await call(site, addDomain, { host: HOST });
  await call(site, revertLink, { id, at: moved!.at });
  expect(await visit(site, HOST, '/a')).toBe('https://other.example/');
});

test('equal long URLs make one link a domain', async () => {
  await using site = await openWithDomain();
  const make = (fields: object) =>
    call<{ id: number; is_new: boolean }>(site, createLink, {
      long_url: 'https://same.example/',
      title: 'x',
      ...fields,
    });
  const main = await make({});
  const further = await make({ domain: HOST });
  expect(further).toMatchObject({ is_new: true, domain: HOST });
  expect(await make({})).toMatchObject({ id: main.id, is_new: false });
  expect(await make({ domain: HOST })).toMatchObject({ id: further.id, is_new: false });
});

test('a domain is added only under a new name, and deleted only without links', async () => {
  await using site = await openWithDomain({ BASE_URL: 'https://brisk.example' });
  const add = (host: string) => refusal(site, addDomain, { host });
  for (const host of [
    '',
    'x',
    '192.0.2.1',
    '[::1]',
    'a.example/b',
    'a.example:80',
    'a b.example',
  ]) {
    expect([host, await add(host)]).toEqual([host, 'bad.request']);
  }
  expect(await add(HOST)).toBe('domain.exists');
  expect(await add('brisk.example')).toBe('domain.main');
  expect(await add('münchen.example')).toBe('success');
  expect(await refusal(site, deleteDomain, { host: HOST })).toBe('domain.has.links');
  expect(await refusal(site, deleteDomain, { host: 'xn--mnchen-3ya.example' })).toBe('success');
  expect(await refusal(site, deleteDomain, { host: 'münchen.example' })).toBe('domain.not.found');
  const refused = await site.call(
    createLink,
    { long_url: 'https://go.example/a', title: 'x' },
    site.token,
  );
  expect(refused.msg).toBe('error.link');
});

test('the host that shows the pages of the site cannot become a further domain', async () => {
  await using site = await openSetUpSite();
  const answer = await site.fetch(addDomain.path, {
    method: 'POST',
    headers: { host: 's.example:8080', authorization: `Bearer ${site.token}` },
    body: new URLSearchParams({ host: 's.example' }),
  });
  expect(await answer.json()).toMatchObject({ msg: 'domain.main' });
  expect(await call<unknown[]>(site, listDomains)).toEqual([]);
});

test('a proxy on the same machine asks whether a host belongs to the site', async () => {
  await using site = await openWithDomain();
  const ask = async (domain: string, headers: Record<string, string> = {}) =>
    (await site.fetch(`${askDomain.path}?domain=${domain}`, { headers })).status;
  expect(await ask(HOST)).toBe(200);
  expect(await ask('x.example')).toBe(404);
  expect(await ask(HOST, { 'x-forwarded-for': '203.0.113.7' })).toBe(401);
  expect(await ask(HOST, { host: 'main.example' })).toBe(401);
  const authorization = `Bearer ${site.token}`;
  expect(await ask(HOST, { host: 'main.example', authorization })).toBe(200);
});

test('the check tells that a host is private', async () => {
  await using site = await openWithDomain();
  await call(site, addDomain, { host: 'localhost.localdomain' });
  const found = await call<{ http: string }>(site, checkDomain, { host: 'localhost.localdomain' });
  expect(['private', 'no-address']).toContain(found.http);
});

test('a link on a domain that is deleted at the same time is refused, or keeps the domain', async () => {
  await using site = await openSetUpSite();
  for (let round = 0; round < 20; round += 1) {
    await call(site, addDomain, { host: HOST });
    const fields = {
      short_url: `r${round}`,
      long_url: 'https://a.example/',
      title: 'x',
      domain: HOST,
    };
    const [created, deleted] = await Promise.all([
      refusal(site, createLink, fields),
      refusal(site, deleteDomain, { host: HOST }),
    ]);
    const isKept = created === 'success';
    expect([created, deleted]).toEqual(
      isKept ? ['success', 'domain.has.links'] : ['domain.not.found', 'success'],
    );
    if (!isKept) continue;
    const { urls } = await call<{ urls: Link[] }>(site, listLinks, { domain: HOST });
    const ids = urls.map(({ id }) => id);
    await call(site, deleteLinks, { ids });
    await call(site, purgeDeleted, { ids });
    await call(site, deleteDomain, { host: HOST });
  }
});
