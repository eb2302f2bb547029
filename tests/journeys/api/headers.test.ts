import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import packageJson from '../../../package.json' with { type: 'json' };
import { setOption } from '../../../contracts/site.ts';
import { allCalls } from '../all-routes.ts';
import { create, createThenSet } from '../link-steps.ts';
import { sendRaw } from '../raw-http.ts';
import { openSetUpSite } from '../set-up-site.ts';

let site: Awaited<ReturnType<typeof openSetUpSite>>;
beforeAll(async () => {
  site = await openSetUpSite({ env: { BASE_URL: 'https://go.example' } });
  await create(site, { short_url: 'live' });
  await createThenSet(site, { short_url: 'over' }, { expires_at: 1_000_000_000 });
  await site.call(setOption, { key: 'blocked_user_agents', value: '["badbot"]' }, site.token);
});
afterAll(() => site[Symbol.asyncDispose]());

/** Checks the common headers, and that nothing reveals the version. */
function expectCommon(what: string, headers: Headers): void {
  const found = Object.keys(common).map((name) => [name, headers.get(name)]);
  expect([what, Object.fromEntries(found)]).toEqual([what, common]);
  const text = [...headers].filter(([name]) => name !== 'etag').join('\n');
  for (const version of [packageJson.version, Bun.version]) expect(text).not.toContain(version);
}

/** With https; null: the header is absent. */
const common: Readonly<Record<string, string | null>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer-when-downgrade',
  'strict-transport-security': 'max-age=31536000',
  server: null,
  'x-powered-by': null,
  via: null,
};

/** The path, its status, and further conditions. */
type Question = readonly [path: string, status: number, init?: RequestInit];

const robot = { headers: { 'user-agent': 'BadBot/1' } };
const questions: readonly Question[] = [
  ['/live', 302],
  ['/live', 302, { method: 'HEAD' }],
  ['/live', 405, { method: 'POST' }],
  ['/live', 403, robot],
  ['/over', 410],
  ['/nothing', 404],
  ['/nothing/at/all', 404],
  ['/', 200],
  ['/', 200, { method: 'HEAD' }],
  ['/', 405, { method: 'POST' }],
  ['/login', 200],
  ['/docs', 200],
  ['/admin', 302],
  ['/admin/list', 200],
  ['/favicon.ico', 200],
  ['/favicon.svg', 200],
  ['/favicon.svg', 304, { headers: { 'if-none-match': '*' } }],
  ['/favicon.svg', 405, { method: 'POST' }],
  ['/assets/none.js', 404],
  ['/openapi.json', 200],
  ['/openapi.json', 304, { headers: { 'if-none-match': '*' } }],
  ['/healthz', 200],
  ['/metrics', 200],
  ['/metrics', 401, { headers: { 'x-forwarded-for': '203.0.113.7' } }],
];

describe('every answer has the common headers, and names no version:', () => {
  const table = questions.map(([path, status, init = {}]) => [path, status, init] as const);
  test.each(table)('%s with %d', async (path, status, init) => {
    const response = await site.fetch(path, init);
    const what = `${init.method ?? 'GET'} ${path} ${response.status}`;
    expect(what).toEndWith(` ${status}`);
    expectCommon(what, response.headers);
  });

  test('an asset', async () => {
    const html = await (await site.fetch('/')).text();
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const { headers } = await site.fetch(file);
      expectCommon(file, headers);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  test('the page of a visitor who must wait', async () => {
    let response = await site.fetch('/missing');
    for (let miss = 0; miss < 300 && response.status === 404; miss += 1) {
      response = await site.fetch(`/missing-${miss}`);
    }
    expect(response.status).toBe(429);
    expectCommon('429', response.headers);
  });
});

test.each(['', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'])(
  'a redirect has them on both paths, and may not be cached: behind %j',
  async (before) => {
    const visit = 'GET /live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const { head, body } = await sendRaw(site.url, before + visit);
    const whole = `${head}\r\n\r\n${body}`;
    const [status, ...lines] = whole.slice(whole.lastIndexOf('HTTP/1.1 ')).trim().split('\r\n');
    expect(status).toBe('HTTP/1.1 302 Found');
    const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]));
    expectCommon('302', headers);
    expect(headers.get('cache-control')).toBe('private, no-store');
  },
);

/** Calls, checks the headers of the answer and returns its status. */
async function expectApi(path: string, init: RequestInit): Promise<number> {
  const { status, headers, body } = await site.fetch(path, init);
  await body?.cancel();
  const what = `${init.method} ${path} ${status}`;
  expectCommon(what, headers);
  expect([what, headers.get('cache-control')]).toEqual([what, 'no-store']);
  const policy = "default-src 'none'; frame-ancestors 'none'";
  expect([what, headers.get('content-security-policy')]).toEqual([what, policy]);
  return status;
}

describe('no answer of the API may be cached or shown in a frame:', () => {
  test('of any call, without and with a login', async () => {
    const statuses = new Set<number>();
    for (const { path, method, route } of allCalls) {
      const authorization = `Bearer ${site.token}`;
      statuses.add(await expectApi(path, { method }));
      // A logout would end the login of the later calls.
      if (route.path === '/api/user/logout') continue;
      statuses.add(await expectApi(path, { method, headers: { authorization } }));
    }
    expect(statuses).toEqual(new Set([200, 401]));
  });

  test('of an unknown path, a wrong method and a body that is too large', async () => {
    expect(await expectApi('/api/nothing', { method: 'GET' })).toBe(404);
    expect(await expectApi('/api/login', { method: 'DELETE' })).toBe(405);
    const body = 'x'.repeat(1_048_577);
    expect(await expectApi('/api/login', { method: 'POST', body })).toBe(413);
  });
});
