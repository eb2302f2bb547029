import { afterAll, beforeAll, expect, test } from 'bun:test';
import { pbkdf2Sync } from 'node:crypto';
import { exportLinks } from '../../../contracts/export.ts';
import { importLinks } from '../../../contracts/import.ts';
import type { Link } from '../../../contracts/links/links.ts';
import { tryLink } from '../../../contracts/links/simulator.ts';
import { listAll, openSetUpSite, type SetUpSite } from '../set-up-site.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const long = 'https://long.example/';
const apple = 'https://apps.apple.com/app/id1';
const inGermany = 'https://de.example/';
// Other shorteners hash what was typed.
const password = 'ｏｐｅｎ sesame';

const sinkFile = {
  version: '1.0',
  count: 2,
  links: [
    {
      slug: 'app',
      url: long,
      title: 'The app',
      image: 'https://i.example/1.png',
      apple,
      geo: { DE: inGermany },
      redirectWithQuery: true,
    },
    { slug: 'framed', url: long, cloaking: true },
  ],
  list_complete: true,
};
const shlinkRow = {
  shortCode: 'sale',
  longUrl: long,
  forwardQuery: false,
  visitsSummary: { total: 4, nonBots: 4, bots: 0 },
  meta: { validSince: null, validUntil: null, maxVisits: 6 },
  hasRedirectRules: true,
  redirectRules: [
    {
      longUrl: inGermany,
      priority: 1,
      conditions: [{ type: 'geolocation-country-code', matchKey: null, matchValue: 'DE' }],
    },
  ],
};
const shlinkFile = {
  shortUrls: {
    data: [shlinkRow, { ...shlinkRow, shortCode: 'lost', redirectRules: undefined }],
    pagination: { currentPage: 1, pagesCount: 1 },
  },
};

let site: SetUpSite;
beforeAll(async () => {
  site = await openSetUpSite({
    env: { TRUSTED_PROXIES: '127.0.0.0/8', COUNTRY_HEADER: 'X-Country' },
  });
});
afterAll(() => site[Symbol.asyncDispose]());

async function importFile(to: SetUpSite, file: unknown): Promise<unknown> {
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  return (await to.call(importLinks, { file: text }, to.token)).data;
}

async function exportRows(from: SetUpSite): Promise<unknown> {
  const answer = await from.send(exportLinks, {}, from.token);
  return ((await answer.json()) as { links: unknown }).links;
}

async function lead(path: string, userAgent: string, country: string): Promise<string | number> {
  const headers = { 'user-agent': userAgent, 'x-country': country };
  const answer = await site.fetch(path, { headers, redirect: 'manual' });
  return answer.headers.get('location') ?? answer.status;
}

async function enter(path: string, typed: string): Promise<[number, string | null]> {
  const body = new URLSearchParams({ password: typed });
  const answer = await site.fetch(path, { method: 'POST', body, redirect: 'manual' });
  return [answer.status, answer.headers.get('location')];
}

test('links of Sink and Shlink lead visits as they did there', async () => {
  expect(await importFile(site, sinkFile)).toMatchObject({
    imported: 1,
    rows: [{ row: 2, short_url: 'framed', key: 'link.cloaked', detail: 'cloaking: true' }],
  });
  expect(await importFile(site, shlinkFile)).toMatchObject({
    imported: 1,
    rows: [{ row: 2, short_url: 'lost', key: 'link.has.rules', detail: 'hasRedirectRules: true' }],
  });

  expect(await lead('/app', iPhone, 'DE')).toBe(apple);
  expect(await lead('/app', windows, 'DE')).toBe(inGermany);
  expect(await lead('/app?a=1', windows, 'FR')).toBe(`${long}?a=1`);
  const card = await site.fetch('/app', { headers: { 'user-agent': 'Twitterbot/1.0' } });
  expect(await card.text()).toContain('https://i.example/1.png');

  // Four of six visits were at Shlink.
  expect(await lead('/sale?a=1', windows, 'DE')).toBe(inGermany);
  expect(await lead('/sale', windows, 'FR')).toBe(long);
  expect(await lead('/sale', windows, 'DE')).toBe(410);
});

test('passwords of Kutt and Sink open their links, and no others do', async () => {
  const bcrypt = await Bun.password.hash(password, { algorithm: 'bcrypt', cost: 4 });
  const kutt = [{ address: 'club', target: long, password: bcrypt, visit_count: '3' }];
  expect(await importFile(site, { data: kutt })).toMatchObject({ imported: 1, failed: 0 });
  const salt = Buffer.alloc(16, 7);
  const key = pbkdf2Sync(password, salt, 10_000, 32, 'sha256').toString('base64url');
  const hash = `sink-pwd:v1:10000:${salt.toString('base64url')}:${key}:YW1l`;
  const sink = [{ slug: 'vault', url: long, password: hash, title: 'T' }];
  expect(await importFile(site, { links: sink })).toMatchObject({ imported: 1, failed: 0 });

  for (const path of ['/club', '/vault']) {
    expect(await lead(path, windows, 'DE')).toBe(200);
    expect(await enter(path, 'open sesam')).toEqual([403, null]);
    expect(await enter(path, password)).toEqual([303, long]);
  }
});

test('the simulator shows the same', async () => {
  const links = new Map(
    (await listAll(site, site.token)).map((link: Link) => [link.short_url, link]),
  );
  const visit = { id: links.get('app')!.id, user_agent: iPhone, country: 'DE' };
  expect(await site.call(tryLink, visit, site.token)).toMatchObject({
    data: { status: 302, target: apple, rule: 0, why: 'rule' },
  });
});

test('an export of such links, imported elsewhere, gives the same export', async () => {
  const first = await exportRows(site);
  await using other = await openSetUpSite();
  const file = { format: 'brisk', version: 1, exported_at: 0, links: first };
  expect(await importFile(other, file)).toMatchObject({ imported: 4, failed: 0 });
  expect(await exportRows(other)).toEqual(first);
});
