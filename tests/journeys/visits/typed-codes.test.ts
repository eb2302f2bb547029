import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  createLink,
  deleteLink,
  restoreLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import { importLinks } from '../../../contracts/import.ts';
import { getMissedCodes, getReport, type UnknownCode } from '../../../contracts/stats/stats.ts';
import { yourlsRow } from '../../import-files/yourls-files.ts';
import { sendRaw } from '../raw-http.ts';
import { drain, listAll, openSetUpSite } from '../set-up-site.ts';

/*
 * Codes as visitors type them and chat programs change them, on the fast path and on the full path
 * (see two-ways.test.ts).
 */

const HOST = 'Host: go.example';
const ASIDE = `GET /healthz HTTP/1.1\r\n${HOST}\r\n\r\n`;

let site: Awaited<ReturnType<typeof openSetUpSite>>;

beforeAll(async () => {
  site = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  for (const code of ['code', 'under_', 'env', 'wp']) await add(code);
  await importCodes('MyCode', 'Two', 'TWO', 'c++', 'dot.', 'dot', 'cafe\u0301', '❤️', 'v1.2');
});
afterAll(() => site[Symbol.asyncDispose]());

async function add(code: string): Promise<void> {
  const fields = { long_url: `https://example.com/${code}`, short_url: code, title: 'x' };
  expect((await site.call(createLink, fields, site.token)).code).toBe(200);
}

/** Each code redirects to `https://example.com/` and itself. */
async function importCodes(...codes: string[]): Promise<void> {
  const rows = codes.map((code) => ({ ...yourlsRow(code), url: `https://example.com/${code}` }));
  const body = new FormData();
  body.append('file', new File([JSON.stringify(rows)], 'links.json', { type: 'application/json' }));
  const headers = { authorization: `Bearer ${site.token}` };
  const response = await site.fetch(importLinks.path, { method: 'POST', headers, body });
  expect(await response.json()).toMatchObject({ data: { imported: codes.length } });
}

/** The status and target of a visit; the path is sent as raw bytes. */
async function visit(path: string, before = '', client = '203.0.113.1') {
  const lines = [`GET ${path} HTTP/1.1`, HOST, `X-Forwarded-For: ${client}`, 'Connection: close'];
  const bytes = Buffer.from(`${before}${lines.join('\r\n')}\r\n\r\n`);
  const { head, body } = await sendRaw(site.url, bytes);
  const whole = `${head}\r\n\r\n${body}`;
  const last = whole.slice(whole.lastIndexOf('HTTP/1.1 '));
  const [, location = ''] = /^location: (.*)\r$/im.exec(last) ?? [];
  return { status: Number(last.slice(9, 12)), location, page: last };
}

/** A path and the code that it finds; null: none. */
const visits: readonly (readonly [path: string, code: string | null])[] = [
  ['/code.', 'code'],
  ['/code复制', 'code'],
  ['/code%E5%A4%8D%E5%88%B6', 'code'],
  ['/%2563ode', 'code'],
  ['/caf%25C3%25A9', 'cafe\u0301'],
  ['/caf%E9', 'cafe\u0301'],
  ['/code&utm_source=x', 'code'],
  ['/code%3Futm_source=x', 'code'],
  ['/code%26utm_source=x', 'code'],
  ['/code,', 'code'],
  ['/code)', 'code'],
  ['/code;', 'code'],
  ["/code'", 'code'],
  ['/code%22', 'code'],
  ['/code%E2%80%9D', 'code'],
  ['/code%20', 'code'],
  ['/code%C2%A0', 'code'],
  ['/code%E2%80%8B', 'code'],
  ['/code%EF%BB%BF', 'code'],
  ['/code%C2%AD', 'code'],
  ['/%E2%80%8Ecode', 'code'],
  ['/%E2%80%9Ccode%E2%80%9D', 'code'],
  ['/co%E2%80%8Bde', 'code'],
  ['/code&amp;utm_source=a', 'code'],
  ['/code&amp;', 'code'],
  ['/code%26amp%3B', 'code'],
  ['/code%3Futm_source=a', 'code'],
  ['//code', 'code'],
  ['/code//', 'code'],
  ['///code//?a=b', 'code'],
  ['/code/,', 'code'],
  ['/code%2F', 'code'],
  ['/code_', 'code'],
  ['/code-', 'code'],
  ['/code**', 'code'],
  ['/code...', 'code'],
  ['/code%E3%80%82', 'code'],
  ['/code%EF%BC%8C%E9%A2%86%E5%8F%96', 'code'],
  ['/CODE!', 'code'],
  ['/code%E2%80', 'code'],
  ['/code](https://go.example/code)', 'code'],
  ['/under_', 'under_'],
  ['/under_.', 'under_'],
  ['/under', null],
  ['/dot.', 'dot.'],
  ['/DOT.', 'dot.'],
  ['/dot', 'dot'],
  ['/dot..', 'dot.'],
  ['/MyCode', 'MyCode'],
  ['/mycode', 'MyCode'],
  ['/MYCODE,', 'MyCode'],
  ['/Two', 'Two'],
  ['/TWO', 'TWO'],
  ['/two', null],
  ['/c++', 'c++'],
  ['/C++', 'c++'],
  ['/c++.', 'c++'],
  ['/caf%C3%A9', 'cafe\u0301'],
  ['/CAFE%CC%81', 'cafe\u0301'],
  ['/%E2%9D%A4', '❤️'],
  ['/%E2%9D%A4%EF%B8%8F', '❤️'],
  ['/%E2%9D%A4%EF%B8%8F.', '❤️'],
  ['/v1.2.', 'v1.2'],
  ['/v1', null],
  ['/code.txt', null],
  ['/code/a', null],
  ['/code:a', null],
  ['/codes', null],
  ['/.env', null],
  ['/wp-', 'wp'],
  ['/wp-login.php', null],
  ['/admin.', null],
  ['/api,', null],
  ['/login)', null],
  ['/...', null],
  ['/%E2%80%8B', null],
  ['/%ff', null],
];

describe.each([
  ['from the bytes that came', ''],
  ['by the HTTP server', ASIDE],
])('a visit answered %s', (_, before) => {
  test.each(visits)('%s', async (path, code) => {
    const { status, location } = await visit(path, before);
    const expected = code === null ? [404, ''] : [302, new URL(`https://example.com/${code}`).href];
    expect([status, location]).toEqual(expected as [number, string]);
  });
});

test.each(['/code”', '/code，领取', '/\u200bcode', '/café'])('%s in other bytes', async (path) => {
  const { location } = await visit(path);
  const { location: encoded } = await visit(encodeURI(path));
  expect(location).toBe(encoded);
  expect(location).not.toBe('');
});

test.each([
  '/code+',
  '/CODE+',
  '//code+/',
  '/code+.',
  '/code+%E2%80%9D',
  '/code%2B,',
  '/mycode+',
  '/dot.+',
])('%s shows the preview of the link', async (path) => {
  const { status, location, page } = await visit(path);
  expect([status, location]).toEqual([200, '']);
  expect(page).toContain('example.com/');
});

test.each(['/two+', '/admin+.', '/.env+', '/+.'])('%s shows no preview', async (path) => {
  expect((await visit(path)).status).toBe(404);
});

test('a visit with punctuation around the code is a click of the link', async () => {
  await add('counted');
  for (const path of ['/counted.', '/counted', '//counted%20', '/COUNTED&amp;x']) await visit(path);
  await visit('/counted+.');
  await drain(site);
  const link = (await listAll(site, site.token)).find(({ short_url }) => short_url === 'counted');
  expect(link?.clicks).toBe(4);
});

test('a query without its mark behind a code is forwarded and counted', async () => {
  const fields = { long_url: 'https://example.com/to', short_url: 'fwd', title: 'x' };
  const link = { ...fields, forward_query: 1 };
  expect((await site.call(createLink, link, site.token)).code).toBe(200);
  for (const path of [
    '/fwd&utm_source=x',
    '/fwd&amp;utm_source=x',
    '/fwd%3Futm_source=x',
    '/fwd%3Futm_source%3Dx',
  ]) {
    expect([path, (await visit(path)).location]).toEqual([
      path,
      'https://example.com/to?utm_source=x',
    ]);
  }
  expect((await visit('/fwd&utm_source=x?a=b')).location).toEndWith('/to?utm_source=x&a=b');
  const report = { short_url: 'fwd', audience: 'all', utm_source: 'x' };
  expect((await site.call(getReport, report, site.token)).data).toMatchObject({ clicks: 5 });
});

test('a code in another spelling follows a change of its link', async () => {
  await add('first');
  expect((await visit('/First.')).location).toEndWith('/first');
  await importCodes('first.');
  expect((await visit('/First.')).location).toEndWith('/first.');
  await site.call(deleteLink, { short_url: 'first.' }, site.token);
  expect((await visit('/First.')).location).toEndWith('/first');
  await site.call(deleteLink, { short_url: 'first' }, site.token);
  expect((await visit('/First.')).status).toBe(404);
  await importCodes('MixedCase');
  expect((await visit('/mixedcase')).location).toEndWith('/MixedCase');
  await importCodes('mIXEDcASE');
  expect((await visit('/mixedcase')).status).toBe(404);
  await add('mixedcase');
  expect((await visit('/MIXEDCASE')).location).toEndWith('/mixedcase');
});

test('a restored link is found by the same spellings', async () => {
  await importCodes('BroughtBack');
  const link = (await listAll(site, site.token)).find(
    ({ short_url }) => short_url === 'BroughtBack',
  );
  await site.call(deleteLink, { short_url: 'BroughtBack' }, site.token);
  expect((await visit('/broughtback')).status).toBe(404);
  await site.call(restoreLinks, { ids: [link!.id] }, site.token);
  expect((await visit('/broughtback')).location).toEndWith('/BroughtBack');
  await site.call(updateLink, { id: link!.id, short_url: 'renamed' }, site.token);
  expect((await visit('/broughtback')).status).toBe(404);
  expect((await visit('/RENAMED')).location).toEndWith('/BroughtBack');
});

test('an unknown code counts once, with any punctuation around it', async () => {
  const client = '203.0.113.20';
  for (let round = 0; round < 150; round += 1) {
    expect((await visit('/_none_).', '', client)).status).toBe(404);
    expect((await visit('/none+.', '', client)).status).toBe(404);
  }
  expect((await visit('/none', '', client)).status).toBe(429);
}, 300_000);

test('automatic requests of browsers do not count toward the limit of unknown codes', async () => {
  const client = '203.0.113.21';
  for (let round = 0; round <= 300; round += 1) {
    await visit('/apple-touch-icon-120x120.png', '', client);
  }
  expect((await visit('/none', '', client)).status).toBe(404);
}, 300_000);

test('unknown codes are listed without the punctuation around them', async () => {
  const asked = [
    '/wanted',
    '/wanted.',
    '//wanted%E2%80%8B',
    '/Wanted,',
    '/wanted+.',
    '/also.wanted%29',
  ];
  const programs = [
    '/favicon-32x32.png',
    '/apple-touch-icon-precomposed.png',
    '/index.php',
    '/.env',
    '/.git/config',
    '/wp-admin/',
    '/wp-login.php',
    '/manifest.json',
    '/sitemap_index.xml',
    '/.well-known/security.txt',
    '/cgi-bin/',
    '/backup.zip.',
    '/admin.',
  ];
  for (const path of [...asked, ...programs]) await visit(path, '', '203.0.113.30');
  const { data } = await site.call(getMissedCodes, {}, site.token);
  const codes = (data as { codes: UnknownCode[] }).codes.map(({ code, times }) => [code, times]);
  expect(
    codes.filter(([code]) => /want|\.|wp|apple|git|cgi|manifest|admin/i.test(String(code))),
  ).toEqual([
    ['wanted', 4],
    ['Wanted', 1],
  ]);
});

test('a code with one letter more or less is another code', async () => {
  await add('abc');
  const { data } = await site.call(
    createLink,
    { long_url: 'https://example.com/', short_url: 'abc_' },
    site.token,
  );
  expect((data as Link).short_url).toBe('abc_');
  expect((await visit('/abc_')).location).toBe('https://example.com/');
  expect((await visit('/abc')).location).toBe('https://example.com/abc');
});
