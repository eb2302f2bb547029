import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createLink, type Link } from '../../../contracts/links/links.ts';
import { setOption } from '../../../contracts/site.ts';
import { findElements } from '../../support/html.ts';
import { get, update } from '../link-steps.ts';
import { drain, listAll, openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import type { TestSiteOptions } from '../test-site.ts';

const target = 'https://example.com/target?a=b#c';
const robot = 'Mozilla/5.0 (BadRobot/1.0)';

async function openWithLinks(options?: TestSiteOptions): Promise<SetUpSite> {
  const site = await openSetUpSite(options);
  for (const fields of [
    { short_url: 'live' },
    { short_url: 'over' },
    { short_url: 'off', is_active: 0 },
    { short_url: 'later', expires_at: 4_000_000_000 },
  ]) {
    await site.call(createLink, { ...fields, long_url: target, title: 'x' }, site.token);
  }
  await update(site, (await get(site, 'over')).id, { expires_at: 1_000_000_000 });
  return site;
}

async function setSetting(site: SetUpSite, key: string, value: unknown): Promise<void> {
  const answer = await site.call(setOption, { key, value: JSON.stringify(value) }, site.token);
  expect(answer.code).toBe(200);
}

async function clicksOf(site: SetUpSite, code: string): Promise<number | undefined> {
  await drain(site);
  return (await listAll(site, site.token)).find(({ short_url }) => short_url === code)?.clicks;
}

/** The pages of a visit without a redirect. */
const pages = [
  {
    path: '/missing',
    status: 404,
    agent: 'visitor',
    en: 'There is no link here',
    zh: '这里没有链接',
  },
  {
    path: '/a/b/c',
    status: 404,
    agent: 'visitor',
    en: 'There is no link here',
    zh: '这里没有链接',
  },
  { path: '/over', status: 410, agent: 'visitor', en: 'This link has expired', zh: '该链接已过期' },
  {
    path: '/off',
    status: 410,
    agent: 'visitor',
    en: 'This link is switched off',
    zh: '该链接已停用',
  },
  { path: '/live', status: 403, agent: robot, en: 'another browser', zh: '其他浏览器' },
];

describe('the visitor who is not redirected', () => {
  let site: SetUpSite;
  beforeAll(async () => {
    site = await openWithLinks();
    await setSetting(site, 'blocked_user_agents', ['badrobot']);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const visit = (page: (typeof pages)[number], headers: Record<string, string>, method = 'GET') =>
    site.fetch(page.path, { method, headers: { 'user-agent': page.agent, ...headers } });

  describe.each(pages)('at $path with $status', (page) => {
    test.each([
      ['zh', 'zh'],
      ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
      ['ZH-tw', 'zh'],
      ['en-US,en;q=0.9', 'en'],
      ['en,zh', 'en'],
      ['fr', 'en'],
      ['', 'en'],
    ] as const)('whose browser speaks "%s" reads %s', async (accepted, language) => {
      const response = await visit(page, { 'accept-language': accepted });
      expect(response.status).toBe(page.status);
      const html = await response.text();
      expect(html).toContain(page[language]);
      expect(html).not.toContain(page[language === 'zh' ? 'en' : 'zh']);
      expect(html).toMatch(language === 'zh' ? /<html lang="zh/ : /<html lang="en/);
    });

    test('gets no redirect, and the page runs no script', async () => {
      const response = await visit(page, {});
      const html = await response.text();
      expect(response.headers.get('location')).toBeNull();
      expect(response.headers.get('refresh')).toBeNull();
      expect(html).not.toMatch(/<script|http-equiv|<[^>]*\son\w+=|<iframe|<img|javascript:/i);
      expect(html).not.toContain('example.com');
    });

    test('gets the headers of a page', async () => {
      const { headers } = await visit(page, {});
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).not.toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
      const policy = (headers.get('content-security-policy') ?? '').split('; ');
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
    });

    test('gets a fresh nonce, the same in the policy and in the page', async () => {
      const seen = new Set<string>();
      for (let visits = 0; visits < 3; visits += 1) {
        const response = await visit(page, {});
        const policy = response.headers.get('content-security-policy') ?? '';
        const nonce = /script-src 'nonce-([\w+/=]{22,})' 'strict-dynamic'/.exec(policy)?.[1] ?? '';
        const used = findElements(await response.text(), 'style', 'script');
        expect(used.length).toBeGreaterThan(0);
        for (const { attributes } of used) expect(attributes).toMatchObject({ nonce });
        seen.add(nonce);
      }
      expect(seen.size).toBe(3);
    });

    test('may ask with HEAD', async () => {
      const response = await visit(page, {}, 'HEAD');
      expect([response.status, await response.text()]).toEqual([page.status, '']);
    });

    test('reads the current title of the site', async () => {
      for (const [title, shown] of [
        ['Ada’s links', 'Ada’s links'],
        ['</title><script>a(1)</script>', '&lt;script&gt;a(1)&lt;/script&gt;'],
        ['"><img src=x onerror=a()>&', '&quot;&gt;&lt;img src=x onerror=a()&gt;&amp;'],
      ] as const) {
        await setSetting(site, 'site_info', { title });
        const html = await (await visit(page, {})).text();
        expect(html).toContain(shown);
        expect(html).not.toMatch(/<script|<img/);
      }
    });
  });

  test('and is not counted', async () => {
    await visit(pages[3]!, {});
    expect(await clicksOf(site, 'live')).toBe(0);
    expect(await clicksOf(site, 'over')).toBe(0);
  });
});

describe('a visit is counted', () => {
  const visits: [string, RequestInit & { path?: string }, number][] = [
    ['once', {}, 1],
    ['with a trailing slash', { path: '/live/' }, 1],
    ['in capitals', { path: '/LIVE' }, 1],
    ['with a query', { path: '/live?url=https://evil.example/&long_url=x' }, 1],
    ['with percent-escapes', { path: '/%6Cive' }, 1],
    ['never for HEAD', { method: 'HEAD' }, 0],
    ['with another Sec-Purpose', { headers: { 'sec-purpose': 'other' } }, 1],
  ];
  test.each(visits)('%s', async (_, { path = '/live', ...init }, counted) => {
    await using site = await openWithLinks();
    const response = await site.fetch(path, init);
    expect([response.status, response.headers.get('location')]).toEqual([302, target]);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe('');
    expect(await clicksOf(site, 'live')).toBe(counted);
  });

  test('never for POST and other methods, which are refused', async () => {
    await using site = await openWithLinks();
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await site.fetch('/live', { method });
      expect([method, response.status]).toEqual([method, 405]);
      expect(response.headers.get('allow')?.split(/, */).sort()).toEqual(['GET', 'HEAD']);
      expect(response.headers.get('location')).toBeNull();
    }
    expect(await clicksOf(site, 'live')).toBe(0);
  });
});

test('no header of the request can change the target', async () => {
  await using site = await openWithLinks();
  const evil = 'https://evil.example/';
  const headers = { 'x-forwarded-host': 'evil.example', 'x-original-url': evil, referer: evil };
  const response = await site.fetch('/live', { headers: { ...headers, 'x-rewrite-url': '/over' } });
  expect([response.status, response.headers.get('location')]).toEqual([302, target]);
});

test('an expired link stays in the list, marked, and one that expires later is followed', async () => {
  await using site = await openWithLinks();
  const { status } = await site.fetch('/over');
  expect(status).toBe(410);
  expect((await site.fetch('/later')).status).toBe(302);
  const rows = (await listAll(site, site.token)).map(
    (link: Link) => `${link.short_url} ${link.is_active} ${link.expires_at}`,
  );
  expect(rows).toEqual(['later 1 4000000000', 'off 0 0', 'over 0 1000000000', 'live 1 0']);
});

test('blocking and unblocking a user agent take effect at once', async () => {
  await using site = await openWithLinks();
  const statusFor = async (agent: string) =>
    (await site.fetch('/live', { headers: { 'user-agent': agent } })).status;
  expect(await statusFor(robot)).toBe(302);
  await setSetting(site, 'blocked_user_agents', ['BADROBOT', 'QQ/']);
  expect(await statusFor(robot)).toBe(403);
  expect(await statusFor('qq/9')).toBe(403);
  expect(await statusFor('QQ 9')).toBe(302);
  expect(await statusFor('')).toBe(302);
  await setSetting(site, 'blocked_user_agents', []);
  expect(await statusFor(robot)).toBe(302);
  expect(await clicksOf(site, 'live')).toBe(4);
});

test('a blocked app gets the page that says how to leave it, when the setting says so', async () => {
  await using site = await openWithLinks();
  await setSetting(site, 'blocked_user_agents', ['MicroMessenger', 'BadRobot']);
  await setSetting(site, 'blocked_apps_get_help', true);
  const weChat = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) MicroMessenger/8.0.40';
  const visit = (agent: string, language: string) =>
    site.fetch('/live', { headers: { 'user-agent': agent, 'accept-language': language } });
  const page = await visit(weChat, 'zh-CN');
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain('请在浏览器中打开此链接');
  expect(text).toContain(`>${site.url}live<`);
  expect(text).not.toContain('example.com');
  expect((await visit(robot, 'en')).status).toBe(403);
  await setSetting(site, 'blocked_apps_get_help', false);
  expect((await visit(weChat, 'en')).status).toBe(403);
  expect(await clicksOf(site, 'live')).toBe(0);
});

describe("the address of a link's creator is", () => {
  const hops = 'https, 203.0.113.1, 198.51.100.7';
  test.each([
    ['the peer’s, whatever X-Forwarded-For says', undefined, hops, '127.0.0.1'],
    ['the right-most untrusted one behind a trusted proxy', '127.0.0.1', hops, '198.51.100.7'],
    ['the one before a chain of trusted proxies', '127.0.0.0/8 198.51.100.7', hops, '203.0.113.1'],
    ['the peer’s, when the proxy says nothing sound', '127.0.0.1', 'a, b', '127.0.0.1'],
    ['the peer’s, when only another peer is trusted', '192.0.2.1', hops, '127.0.0.1'],
  ])('%s', async (_, trusted, forwarded, address) => {
    const env = trusted === undefined ? {} : { TRUSTED_PROXIES: trusted };
    await using site = await openSetUpSite({ env });
    await site.fetch(createLink.path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${site.token}`,
        'content-type': 'application/json',
        'x-forwarded-for': forwarded,
        'x-real-ip': '203.0.113.99',
        forwarded: 'for=203.0.113.98',
      },
      body: JSON.stringify({ long_url: target, title: 'x' }),
    });
    expect((await listAll(site, site.token)).map(({ ip }) => ip)).toEqual([address]);
  });
});

test('the visitor pages keep the chosen language and color scheme', async () => {
  await using site = await openSetUpSite();
  const response = await site.fetch('/nothing-here', {
    headers: { 'accept-language': 'en', cookie: 'a=b; user_language=zh; color_scheme=dark' },
  });
  const html = await response.text();
  expect(html).toContain('<html lang="zh-CN" data-scheme="dark">');
  const odd = await site.fetch('/nothing-here', {
    headers: { 'accept-language': 'zh', cookie: 'user_language="><script>; color_scheme=' },
  });
  expect(await odd.text()).toContain('<html lang="zh-CN" data-scheme="system">');
});
