import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addDomain } from '../../../contracts/domains.ts';
import { exportLinks } from '../../../contracts/export.ts';
import { importLinks } from '../../../contracts/import.ts';
import { getJobRows, startJob } from '../../../contracts/import-jobs.ts';
import { listDeleted } from '../../../contracts/links/bin.ts';
import { getHistory } from '../../../contracts/links/history.ts';
import {
  createLink,
  deleteLink,
  getLink,
  listLinks,
  restoreLinks,
  searchLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import { getQr } from '../../../contracts/links/qr.ts';
import { tryLink } from '../../../contracts/links/simulator.ts';
import type { Route } from '../../../contracts/route.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { drain, listAll, openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { sendRaw } from '../raw-http.ts';
import { sendFile, waitFor } from './import-jobs.ts';
import { firstInShort } from '../../support/test-run.ts';

const MAIN = 'https://main.example';
const DOMAIN = 'go.example';

const refused = [
  ['admin/x', 'reserved.short.url'],
  ['API/x', 'reserved.short.url'],
  ['assets/a.js', 'reserved.short.url'],
  ['docs/guide', 'reserved.short.url'],
  ['.well-known/x', 'reserved.short.url'],
  ['rest/v3/short-urls', 'reserved.short.url'],
  ['rest/health', 'reserved.short.url'],
  ['v4/shorten', 'reserved.short.url'],
  ['yourls-api.php', 'reserved.short.url'],
  ['rest/v1', 'reserved.short.url'],
  ['rest/health/x', 'reserved.short.url'],
  ['yourls-api.php/x', 'reserved.short.url'],
  ['/lead', 'invalid.short.url'],
  ['trail/', 'invalid.short.url'],
  ['a//b', 'invalid.short.url'],
  ['a/../b', 'invalid.short.url'],
  ['a/./b', 'invalid.short.url'],
  ['..', 'invalid.short.url'],
  ['a/b?c', 'invalid.short.url'],
  [`long/${'x'.repeat(251)}`, 'invalid.short.url'],
] as const;

const kept: readonly (readonly [code: string, domain: string])[] = [
  ['guide/intro', ''],
  ['guide/Intro/2', ''],
  ['guide', ''],
  ['rest/links', ''],
  ['rest', ''],
  ['v4', ''],
  [`${DOMAIN}/x`, ''],
  ['x', DOMAIN],
  ['guide/intro', DOMAIN],
  ['链接/a-b', ''],
  [`long/${'x'.repeat(250)}`, ''],
];

function targetOf(code: string, domain: string): string {
  return new URL(`https://example.com/${domain}/${code}`).href;
}

const csv = [
  'Long URL,Short code,Domain,Title,Tags',
  ...kept.map(([code, domain]) => `${targetOf(code, domain)},${code},${domain},t,`),
  ...refused.map(([code]) => `https://example.com/,${code},,t,`),
].join('\r\n');

let site: SetUpSite;
beforeAll(async () => {
  site = await openSetUpSite({ env: { BASE_URL: MAIN } });
  await site.call(addDomain, { host: DOMAIN }, site.token);
}, 300_000);
afterAll(() => site[Symbol.asyncDispose]());

async function importFile(content: string, name: string) {
  const { data } = await sendFile(site, content, {}, name);
  const { counts: checked } = await waitFor(site, data.id, 'ready');
  await site.call(startJob, { id: data.id }, site.token);
  const { counts } = await waitFor(site, data.id, 'done');
  expect(counts).toEqual(checked);
  return { id: data.id, counts };
}

async function call<Data>(route: Route, fields: object): Promise<Data> {
  const { code, msg, data } = await site.call(route, fields, site.token);
  expect({ code, msg, fields }).toEqual({ code: 200, msg: 'success', fields });
  return data as Data;
}

/** The status and the target; the path is sent byte by byte. */
async function visit(path: string, host = 'main.example', method = 'GET') {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', '', ''];
  const { status, head } = await sendRaw(site.url, lines.join('\r\n'));
  const [, location = ''] = /^location: (.*?)\r?$/im.exec(head) ?? [];
  return { status, location };
}

test('codes with slashes come in from a CSV of Shlink, and the report names what does not', async () => {
  const { id, counts } = await importFile(csv, 'shlink.csv');
  const all = kept.length + refused.length;
  expect(counts).toMatchObject({ read: all, new: kept.length, refused: refused.length, taken: 0 });
  const { rows } = await call<{ rows: { short_url: string; key: string }[] }>(getJobRows, {
    id,
    kind: 'refused',
  });
  expect(rows.map(({ key }) => key)).toEqual(refused.map(([, key]) => key));
  const again = await importFile(csv, 'shlink.csv');
  expect(again.counts).toMatchObject({ new: 0, here: kept.length, refused: refused.length });
});

test('codes with slashes come in from a dump of YOURLS', async () => {
  const dump = `CREATE TABLE \`yourls_url\` (keyword varchar(99), url text, title text, timestamp datetime, ip text, clicks int);
INSERT INTO \`yourls_url\` VALUES ('tools/v1.2/Get','https://example.com/get','','2020-01-02 03:04:05','',7),
('admin/get','https://example.com/','','2020-01-02 03:04:05','',0);
`;
  const { counts } = await importFile(dump, 'yourls.sql');
  expect(counts).toMatchObject({ read: 2, new: 1, refused: 1 });
  expect(await visit('/tools/v1.2/Get')).toEqual({
    status: 302,
    location: 'https://example.com/get',
  });
});

test.each([...kept])('a visit of %s on the host %j leads to its target', async (code, domain) => {
  const host = domain || 'main.example';
  const path = `/${encodeURI(code)}`;
  const location = targetOf(code, domain);
  const encoded = `/${encodeURI(code).replaceAll('/', '%2F')}`;
  for (const typed of [path, `${path}/`, `${path}.`, encoded]) {
    expect([typed, await visit(typed, host)]).toEqual([typed, { status: 302, location }]);
  }
  expect(await visit(path, host, 'HEAD')).toEqual({ status: 302, location });
  expect((await visit(`${path}+`, host)).status).toBe(200);
});

test.each([
  '/guide/none',
  '/guide//intro',
  '/guide/intro/none',
  '/guide/%2e%2e/none',
  '/none/intro',
  '/none/intro+',
  `/${'a/'.repeat(4000)}b`,
  `/a${'/'.repeat(8000)}b`,
  '/guide%00/intro',
  '/go.example/guide/intro',
  '/main.example/guide',
])('a visit of %s finds nothing', async (path) => {
  expect((await visit(path)).status).toBe(404);
});

test('60,000 slashes are refused before anything is looked up', async () => {
  expect((await visit(`/a${'/a'.repeat(30_000)}`)).status).toBe(414);
  expect((await visit('/'.repeat(60_000))).status).toBe(414);
});

test('visits of a code with slashes are its clicks, and unknown ones nobody’s', async () => {
  await drain(site);
  const { clicks } = await call<Link>(getLink, { short_url: 'guide/intro' });
  for (const path of ['/guide/intro', '/GUIDE/intro/', '/guide/intro,', '/guide%2Fintro']) {
    expect((await visit(path)).status).toBe(302);
  }
  await visit('/guide/intro', 'main.example', 'HEAD');
  await visit('/guide/intro+');
  await drain(site);
  expect((await call<Link>(getLink, { short_url: 'guide/intro' })).clicks).toBe(clicks + 4);
  const report = { short_url: 'guide/intro', audience: 'all' };
  const counted = await call<{ clicks: number }>(getReport, report);
  expect(counted.clicks).toBe(clicks + 4);
  expect(await call(getReport, { ...report, short_url: '/guide/intro' })).toMatchObject(counted);
});

describe('calls find a link by a code with slashes', () => {
  const spellings: readonly (readonly [fields: object, link: readonly [string, string]])[] = [
    [{ short_url: 'guide/intro' }, ['guide/intro', '']],
    [{ short_url: '/guide/intro' }, ['guide/intro', '']],
    [{ short_url: 'GUIDE/intro+' }, ['guide/intro', '']],
    [{ short_url: 'guide/intro', domain: DOMAIN }, ['guide/intro', DOMAIN]],
    [{ short_url: `${DOMAIN}/guide/intro` }, ['guide/intro', DOMAIN]],
    [{ short_url: `https://${DOMAIN}/guide/intro` }, ['guide/intro', DOMAIN]],
    [{ short_url: `${MAIN}/guide/intro` }, ['guide/intro', '']],
    [{ short_url: `${DOMAIN}/x` }, ['x', DOMAIN]],
    [{ short_url: `/${DOMAIN}/x` }, [`${DOMAIN}/x`, '']],
    [{ short_url: `${DOMAIN}/x`, domain: DOMAIN }, ['x', DOMAIN]],
    [{ short_url: `${MAIN}/${DOMAIN}/x` }, [`${DOMAIN}/x`, '']],
  ];
  test.each([...spellings])('%j', async (fields, [short_url, domain]) => {
    const link = await call<Link>(getLink, fields);
    expect(link).toMatchObject({ short_url, domain });
    const host = domain === '' ? MAIN : `https://${domain}`;
    expect(link.short_link).toBe(`${host}/${short_url}`);
    expect(await call(tryLink, fields)).toMatchObject({ target: targetOf(short_url, domain) });
    const picture = await site.send(getQr, { ...fields, format: 'svg' }, site.token);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  test.each([
    [{ short_url: 'guide/none' }, 404],
    [{ short_url: 'https://other.example/guide/intro' }, 404],
    [{ short_url: 'other.example/guide/intro' }, 404],
    [{ short_url: `${MAIN}/guide/intro`, domain: DOMAIN }, 400],
    [{ short_url: 'guide/Intro/2', domain: DOMAIN }, 404],
    [{ short_url: '/'.repeat(4000) }, 404],
  ])('%j is no link: %p', async (fields, code) => {
    expect((await site.call(getLink, fields, site.token)).code).toBe(code);
  });
});

async function search(keyword: string, more: object = {}): Promise<string[]> {
  const fields = { filter: 'short_url', keyword, ...more };
  const { data } = await site.call(searchLinks, fields, site.token);
  const urls = (data as { urls: Link[] } | null)?.urls ?? [];
  return urls.map(({ domain, short_url: code }) => `${domain} ${code}`);
}

async function list(fields: object): Promise<string[]> {
  const { urls } = await call<{ urls: Link[] }>(listLinks, { limit: 200, ...fields });
  return urls.map(({ short_url: code }) => code).sort();
}

test('lists and searches know codes with slashes and their domain', async () => {
  expect(await search('guide/')).toEqual([' guide/Intro/2', ' guide/intro']);
  expect(await search('/guide/in')).toEqual([' guide/intro']);
  expect(await search('guide/intro', { domain: DOMAIN })).toEqual([`${DOMAIN} guide/intro`]);
  expect(await search(`${DOMAIN}/guide/intro`)).toEqual([`${DOMAIN} guide/intro`]);
  expect(await search('guide/none')).toEqual([]);
  expect(await list({ domain: DOMAIN })).toEqual(['guide/intro', 'x']);
  const main = kept.filter(([, domain]) => domain === '').map(([code]) => code);
  expect(await list({ domain: '' })).toEqual([...main, 'tools/v1.2/Get'].sort());
  expect(await list({ q: 'guide/int' })).toEqual(['guide/Intro/2', 'guide/intro', 'guide/intro']);
});

test('a link with slashes is edited, deleted and restored by its code, but none is created', async () => {
  for (const fields of [{ short_url: 'new/code' }, { short_url: 'new/code', domain: DOMAIN }]) {
    const refusal = await site.call(
      createLink,
      { long_url: 'https://example.com/', ...fields },
      site.token,
    );
    expect([refusal.code, refusal.msg]).toEqual([400, 'invalid.short.url']);
  }
  const { id } = await call<Link>(getLink, { short_url: 'guide/Intro/2' });
  const edited = await call<Link>(updateLink, {
    id,
    short_url: 'guide/Intro/2',
    long_url: 'https://example.com/edited',
  });
  expect(edited).toMatchObject({ short_url: 'guide/Intro/2', domain: '' });
  expect((await visit('/guide/intro/2')).location).toBe('https://example.com/edited');
  expect((await site.call(updateLink, { id, short_url: 'guide/other' }, site.token)).msg).toBe(
    'invalid.short.url',
  );
  const moved = await call<Link>(updateLink, { id, domain: DOMAIN });
  expect(moved).toMatchObject({ short_url: 'guide/Intro/2', domain: DOMAIN });
  expect((await visit('/guide/Intro/2')).status).toBe(404);
  expect((await visit('/guide/Intro/2', DOMAIN)).location).toBe('https://example.com/edited');
  await call(updateLink, { id, domain: '' });
  const history = await call<{ field: string; from: unknown }[]>(getHistory, {
    short_url: 'guide/Intro/2',
  });
  expect(history.map(({ field }) => field)).toContain('short_url');
  await call(deleteLink, { short_url: 'guide/Intro/2' });
  expect((await visit('/guide/Intro/2')).status).toBe(404);
  const bin = await call<{ urls: { id: number; short_url: string }[] }>(listDeleted, {
    q: 'guide/',
  });
  expect(bin.urls).toMatchObject([{ id, short_url: 'guide/Intro/2' }]);
  await call(restoreLinks, { ids: [id] });
  expect((await visit('/guide/Intro/2')).location).toBe('https://example.com/edited');
});

function toText({ domain, short_url, long_url, clicks }: Link): string {
  return JSON.stringify([domain, short_url, long_url, clicks]);
}

test.each(firstInShort(['json', 'csv']))('an export as %s comes back equal', async (format) => {
  const answer = await site.send(exportLinks, { format }, site.token);
  const text = await answer.text();
  await using other = await openSetUpSite();
  await other.call(addDomain, { host: DOMAIN }, other.token);
  const { data } = await sendFile(other, text, {}, `links.${format}`);
  await waitFor(other, data.id, 'ready');
  await other.call(startJob, { id: data.id }, other.token);
  await waitFor(other, data.id, 'done');
  const [before, after] = [await listAll(site, site.token), await listAll(other, other.token)];
  expect(after.map(toText).sort()).toEqual(before.map(toText).sort());
  if (format === 'csv') return;
  expect(await other.call(importLinks, { file: text }, other.token)).toMatchObject({
    data: { imported: 0, skipped: before.length, failed: 0 },
  });
});
