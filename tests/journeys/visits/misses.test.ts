import { afterAll, afterEach, beforeAll, expect, setSystemTime, test } from 'bun:test';
import { createLink } from '../../../contracts/links/links.ts';
import { sendRaw } from '../raw-http.ts';
import { openSetUpSite } from '../set-up-site.ts';
import type { TestSite } from '../test-site.ts';

/** The limit of unknown codes a minute for one client. */
const MAX = 300;

/** The fast path, and the full path after another request on the connection. */
const ways = { plain: '', served: 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n' };
type Way = keyof typeof ways;

let site: Awaited<ReturnType<typeof openSetUpSite>>;
beforeAll(async () => {
  site = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  for (const short_url of ['hot', 'cold', 'cold2', 'cold3']) {
    const fields = { long_url: 'https://example.com/', short_url, title: 'x' };
    await site.call(createLink, fields, site.token);
  }
});
afterAll(() => site[Symbol.asyncDispose]());
afterEach(() => {
  setSystemTime();
});

interface Answer {
  readonly status: number;
  readonly retryAfter: number | null;
  readonly page: string;
}

/** Requests a code through the trusted proxy. */
async function visit(code: string, client: string, way: Way = 'plain'): Promise<Answer> {
  const request = [
    `GET /${code} HTTP/1.1`,
    'Host: go.example',
    `X-Forwarded-For: ${client}`,
    'Accept-Language: en',
    'Connection: close',
  ];
  const { head, body } = await sendRaw(site.url, `${ways[way]}${request.join('\r\n')}\r\n\r\n`);
  const whole = `${head}\r\n\r\n${body}`;
  // The visit is the last request.
  const last = whole.slice(whole.lastIndexOf('HTTP/1.1 '));
  const [, wait] = /^retry-after: (\d+)\r$/im.exec(last) ?? [];
  return {
    status: Number(last.slice(9, 12)),
    retryAfter: wait === undefined ? null : Number(wait),
    page: last,
  };
}

let asked = 0;

/** Requests a number of unknown codes; returns the statuses. */
async function requestUnknownCodes(
  onSite: TestSite,
  count: number,
  client: (index: number) => string,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) {
    asked += 1;
    const headers = { 'x-forwarded-for': client(index) };
    statuses.push((await onSite.fetch(`/missing-${asked}`, { headers })).status);
  }
  return statuses;
}

function expectAll(statuses: readonly number[], status: number): void {
  expect(statuses.filter((other) => other !== status)).toEqual([]);
}

test.each(['plain', 'served'] as const)(
  'a visitor who asks for too many unknown codes must wait: %s',
  async (way) => {
    const client = way === 'plain' ? '203.0.113.7' : '203.0.113.8';
    const code = way === 'plain' ? 'cold' : 'cold2';
    expectAll(await requestUnknownCodes(site, MAX, () => client), 404);
    const refused = await visit('nothing', client, way);
    expect(refused.status).toBe(429);
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(60);
    expect(refused.page).toContain('Please wait a minute');
    expect(refused.page.toLowerCase()).toContain('\r\ncache-control: no-store\r\n');
    // Without a lookup, the client cannot learn which codes exist.
    expect((await visit(code, client, way)).status).toBe(429);
    // A code that another visitor has loaded into memory needs no lookup.
    expect((await visit('hot', '203.0.113.1', way)).status).toBe(302);
    expect((await visit('hot', client, way)).status).toBe(302);
    // Other clients are not affected.
    expect((await visit('nothing', '203.0.113.9', way)).status).toBe(404);
    expect((await visit(code, '203.0.113.9', way)).status).toBe(302);
    expect((await visit(code, client, way)).status).toBe(302);
    expect((await site.fetch('/', { headers: { 'x-forwarded-for': client } })).status).toBe(200);
  },
  300_000,
);

test('the page of a visitor who must wait is in both languages', async () => {
  const client = '203.0.113.10';
  await requestUnknownCodes(site, MAX, () => client);
  for (const [language, heading] of [
    ['en', 'Please wait a minute'],
    ['zh-CN', '请稍等一分钟'],
  ] as const) {
    const response = await site.fetch('/missing', {
      headers: { 'x-forwarded-for': client, 'accept-language': language },
    });
    expect(response.status).toBe(429);
    expect(await response.text()).toContain(`<h1>${heading}</h1>`);
  }
  const head = await site.fetch('/missing', {
    method: 'HEAD',
    headers: { 'x-forwarded-for': client },
  });
  expect([head.status, Number(head.headers.get('retry-after')) > 0]).toEqual([429, true]);
}, 300_000);

test('paths that are too long for a code count too', async () => {
  const client = '203.0.113.40';
  const tail = `b/${'c'.repeat(300)}`;
  for (let at = 0; at < MAX; at += 1) {
    expect((await visit(`deep-${at}/${tail}`, client)).status).toBe(404);
  }
  expect((await visit('nothing', client)).status).toBe(429);
}, 300_000);

test('a /64 of IPv6 is one client', async () => {
  const statuses = await requestUnknownCodes(
    site,
    MAX,
    (index) => `2001:db8:1:2:${index.toString(16)}::1`,
  );
  expectAll(statuses, 404);
  expect((await visit('nothing', '2001:db8:1:2:ffff::9')).status).toBe(429);
  expect((await visit('nothing', '2001:db8:1:3::1')).status).toBe(404);
}, 300_000);

test('codes are looked up again after the announced time', async () => {
  const client = '203.0.113.11';
  await requestUnknownCodes(site, MAX, () => client);
  const { retryAfter } = await visit('cold3', client);
  const refusedAt = Date.now();
  // Further requests do not extend the wait.
  expectAll(await requestUnknownCodes(site, 20, () => client), 429);
  setSystemTime(refusedAt + (retryAfter! - 2) * 1000);
  expect((await visit('cold3', client)).status).toBe(429);
  setSystemTime(refusedAt + retryAfter! * 1000);
  expect((await visit('cold3', client)).status).toBe(302);
  expectAll(await requestUnknownCodes(site, 2, () => client), 404);
}, 300_000);

test('a forged X-Forwarded-For does not make another client', async () => {
  await using open = await openSetUpSite();
  expectAll(await requestUnknownCodes(open, MAX, (index) => `198.51.100.${index % 250}`), 404);
  expectAll(await requestUnknownCodes(open, 3, () => '192.0.2.1'), 429);
}, 300_000);

test('existing codes and pages of the site do not count as unknown', async () => {
  const client = '203.0.113.12';
  const headers = { 'x-forwarded-for': client };
  for (let round = 0; round <= MAX; round += 1) {
    await site.fetch(round % 2 === 0 ? '/hot' : '/favicon.svg', { headers });
  }
  expect((await visit('nothing', client)).status).toBe(404);
}, 300_000);
