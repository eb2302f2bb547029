import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { encode } from 'uqr';
import { createLink, updateLink, type Link } from '../../../contracts/links/links.ts';
import { importLinks } from '../../../contracts/import.ts';
import { setOption } from '../../../contracts/site.ts';
import { findElements } from '../../support/html.ts';
import { createThenSet } from '../link-steps.ts';
import { rawGet } from '../raw-http.ts';
import { drain, listAll, openSetUpSite } from '../set-up-site.ts';
import type { TestSiteOptions } from '../test-site.ts';
import { testInAll } from '../../support/test-run.ts';

type SetUpSite = Awaited<ReturnType<typeof openSetUpSite>>;

const target = 'https://news.example.com/2026/a?b=c&d=%22#e';
const english = { 'accept-language': 'en' };

async function add(site: SetUpSite, fields: object): Promise<Link> {
  const link = { long_url: target, title: 'A title', ...fields };
  const { code, data } = await site.call(createLink, link, site.token);
  expect(code).toBe(200);
  return data as Link;
}

async function openWithLink(fields: object = {}, options?: TestSiteOptions): Promise<SetUpSite> {
  const site = await openSetUpSite(options);
  await add(site, { short_url: 'news', ...fields });
  return site;
}

async function read(site: SetUpSite, path: string, headers: Record<string, string> = english) {
  const response = await site.fetch(path, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** The value beside each name in the list of facts, without markup. */
function factsOf(html: string): Record<string, string> {
  const names = findElements(html, 'dt');
  const values = findElements(html, 'dd');
  expect(values).toHaveLength(names.length);
  return Object.fromEntries(names.map(({ text }, index) => [text, values[index]!.text]));
}

/** The long URL as the page shows it. */
function addressOf(html: string): string | undefined {
  const paragraphs = findElements(html, 'p');
  return paragraphs.find(({ attributes }) => attributes['class'] === 'address')?.text;
}

/** The dark squares of the page's QR code, as `x y`. */
function squaresOf(html: string): Set<string> {
  const [, path = ''] = /fill="#000" d="([^"]*)"/.exec(html) ?? [];
  const squares = new Set<string>();
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let step = 0; step < Number(width); step += 1) squares.add(`${Number(x) + step} ${y}`);
  }
  return squares;
}

function squaresFor(text: string): Set<string> {
  const squares = new Set<string>();
  for (const [y, row] of encode(text, { ecc: 'M', boostEcc: true, border: 4 }).data.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) squares.add(`${x} ${y}`);
  }
  return squares;
}

/** Without the one script of the page, which shows the owner a link. */
function withoutOwnScript(html: string): string {
  return html.replace(/<script nonce="[\w+/=]+">try \{[^<]*localStorage[^<]*<\/script>/, '');
}

describe('the preview of a link', () => {
  let site: SetUpSite;
  beforeAll(async () => {
    site = await openWithLink({
      description: 'What it is about',
      expires_at: Date.UTC(2100, 4, 6, 7, 8) / 1000,
    });
    await add(site, { short_url: 'bare' });
    await createThenSet(site, { short_url: 'over' }, { expires_at: 1_000_000_000 });
  });
  afterAll(() => site[Symbol.asyncDispose]());

  test('shows anyone the long URL, and does not redirect', async () => {
    const { status, headers, html } = await read(site, '/news+');
    expect(status).toBe(200);
    expect(headers.get('location')).toBeNull();
    expect(headers.get('refresh')).toBeNull();
    expect(withoutOwnScript(html)).not.toMatch(/<script|http-equiv|<[^>]*\son\w+=/i);
    expect(addressOf(html)).toBe(target);
    expect(findElements(html, 'strong').map(({ text }) => text)).toEqual(['news.example.com']);
    const go = findElements(html, 'a').find(({ attributes }) => attributes['class'] === 'go')!;
    expect(go.attributes['href']).toBe(target);
    expect(go.attributes['rel']!.split(' ').sort()).toEqual(['nofollow', 'noopener', 'noreferrer']);
    expect(go.text).toBe('Continue to news.example.com');
    const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    expect(factsOf(html)).toEqual({
      Title: 'A title',
      Description: 'What it is about',
      Created: today.format(),
      Expires: '6 May 2100 at 07:08 UTC',
    });
  });

  test('leaves out empty fields', async () => {
    const { html } = await read(site, '/bare+');
    expect(Object.keys(factsOf(html))).toEqual(['Title', 'Created', 'Expires']);
    expect(factsOf(html).Expires).toBe('Never');
  });

  test('speaks the language of the visitor', async () => {
    const { html } = await read(site, '/news+', { 'accept-language': 'zh-CN,zh;q=0.9' });
    expect(html).toContain('<html lang="zh-CN"');
    expect(html).toContain('继续前往 news.example.com');
    expect(factsOf(html)).toMatchObject({ 标题: 'A title', 到期时间: '2100年5月6日 07:08 UTC' });
  });

  test('has the headers of a page, and keeps search engines out', async () => {
    const { headers, html } = await read(site, '/news+');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  test('answers GET and HEAD only', async () => {
    const head = await site.fetch('/news+', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await site.fetch('/news+', { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([
        method,
        405,
        'GET, HEAD',
      ]);
    }
  });

  test.each(['/news%2B', '/news+/', '/news%2b/?utm_source=x', '/NEWS+', '/%6Eews+'])(
    'is also at %s',
    async (path) => {
      const { status, html } = await read(site, path);
      expect([status, html.includes('Continue to news.example.com')]).toEqual([200, true]);
    },
  );

  test.each(['/nothing+', '/admin+', '/news++', '/+', '/news%20+', '/__proto__+', '/a/b+'])(
    'does not exist for %s',
    async (path) => {
      const { status, html } = await read(site, path);
      expect([status, html.includes('There is no link here')]).toEqual([404, true]);
    },
  );

  test('of an expired link is the page of expired links', async () => {
    const { status, html } = await read(site, '/over+');
    expect([status, html.includes('This link has expired')]).toEqual([410, true]);
    expect(html).not.toContain('example.com');
  });

  test('draws the QR code whose scans are counted separately', async () => {
    const { html } = await read(site, '/news+');
    expect(squaresOf(html)).toEqual(squaresFor(`${site.url}news?qr`));
    const { host } = new URL(site.url);
    for (const scheme of ['https', 'HTTPS', 'https,http']) {
      const proxied = await read(site, '/news+', { ...english, 'x-forwarded-proto': scheme });
      expect(squaresOf(proxied.html)).toEqual(squaresFor(`https://${host}/news?qr`));
    }
  });

  test('offers its QR code as a file', async () => {
    const svg = await site.fetch('/news+?qr=svg');
    expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(squaresOf(await svg.text())).toEqual(squaresFor(`${site.url}news?qr`));
    for (const [query, px] of [
      ['?qr=png', 1024],
      ['?qr=png&size=512', 512],
      ['?qr=png&size=2048', 2048],
      ['?qr=png&size=9999999', 1024],
    ] as const) {
      const png = await site.fetch(`/news+${query}`);
      const bytes = Buffer.from(await png.arrayBuffer());
      const { headers } = png;
      expect([query, png.status, headers.get('content-type')]).toEqual([query, 200, 'image/png']);
      expect(headers.get('content-disposition')).toContain("filename*=UTF-8''news.png");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect([query, bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([query, px, px]);
    }
    for (const query of ['?qr', '?qr=', '?qr=gif', '?qr=PNG']) {
      const page = await site.fetch(`/news+${query}`);
      const type = page.headers.get('content-type');
      expect([query, type]).toEqual([query, 'text/html; charset=utf-8']);
    }
    const { status } = await site.fetch('/nothing+?qr=png');
    expect([status, (await site.fetch('/over+?qr=png')).status]).toEqual([404, 410]);
  });

  test('is shown without a Host header, or with one that is much too long', async () => {
    const [nameless, long] = await Promise.all([
      rawGet(site.url, '/news+', []),
      rawGet(site.url, '/news+', [`Host: ${'h'.repeat(4000)}`]),
    ]);
    for (const { status } of [nameless, long]) expect([200, 400]).toContain(status);
  });

  test('is not a click', async () => {
    await read(site, '/news+');
    await drain(site);
    const links = await listAll(site, site.token);
    expect(links.map(({ clicks, pending_clicks }) => clicks + pending_clicks)).toEqual([0, 0, 0]);
  });
});

test('a preview shows click counts when the link allows it', async () => {
  await using site = await openWithLink({ shows_numbers: 1 });
  await add(site, { short_url: 'quiet', long_url: 'https://example.com/quiet' });
  const agent = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  for (let visits = 0; visits < 3; visits += 1) {
    await site.fetch('/news', { headers: agent });
    await site.fetch('/quiet', { headers: agent });
  }
  await site.fetch('/news', { headers: { 'user-agent': 'curl/8.5.0' } });
  // The visitor is still unknown.
  expect(factsOf((await read(site, '/news+')).html).Visits).toBe('0');
  await drain(site);
  expect(factsOf((await read(site, '/news+')).html).Visits).toBe('3');
  expect(factsOf((await read(site, '/quiet+')).html)).not.toHaveProperty('Visits');

  const { id } = (await listAll(site, site.token)).find(({ short_url }) => short_url === 'news')!;
  await site.call(updateLink, { id, shows_numbers: 0 }, site.token);
  expect(factsOf((await read(site, '/news+')).html)).not.toHaveProperty('Visits');
});

test('a changed or deleted link changes its preview at once', async () => {
  await using site = await openWithLink();
  const [{ id }] = (await listAll(site, site.token)) as [Link];
  await read(site, '/news+');
  const change = { id, long_url: 'https://other.example/', short_url: 'other' };
  await site.call(updateLink, change, site.token);
  expect((await read(site, '/news+')).status).toBe(404);
  expect((await read(site, '/other+')).html).toContain('Continue to other.example');
});

test('a blocked visitor gets no preview', async () => {
  await using site = await openWithLink();
  const blocked = { key: 'blocked_user_agents', value: '["BadRobot"]' };
  await site.call(setOption, blocked, site.token);
  const { status, html } = await read(site, '/news+', { ...english, 'user-agent': 'badrobot/1' });
  expect([status, html.includes('another browser')]).toEqual([403, true]);
  expect((await read(site, '/news+')).status).toBe(200);
});

test('the preview uses the configured address of the site', async () => {
  const env = { BASE_URL: 'https://go.example' };
  await using site = await openWithLink({}, { env });
  const { html } = await read(site, '/news+', { ...english, host: 'evil.example' });
  expect(squaresOf(html)).toEqual(squaresFor('https://go.example/news?qr'));
  expect(html).not.toContain('evil.example');
});

test('an imported code that ends with a plus redirects, and has its own preview', async () => {
  await using site = await openWithLink();
  const body = new FormData();
  const rows = [{ keyword: 'news+', url: 'https://plus.example/' }];
  body.append('file', new File([JSON.stringify(rows)], 'links.json', { type: 'application/json' }));
  const headers = { authorization: `Bearer ${site.token}` };
  await site.fetch(importLinks.path, { method: 'POST', headers, body });
  for (const path of ['/news+', '/news%2B']) {
    const response = await site.fetch(path);
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      'https://plus.example/',
    ]);
  }
  const { html } = await read(site, '/news++');
  expect(html).toContain('Continue to plus.example');
  expect(squaresOf(html)).toEqual(squaresFor(`${site.url}news+?qr`));
});

test('a code with surrounding punctuation is previewed before the one without', async () => {
  await using site = await openSetUpSite();
  const codes = ['x', "'x", 'b', 'b”', '《红楼梦》', '"q"', 'a.', '^', '|cmd'];
  const rows = codes.map((keyword, index) => ({ keyword, url: `https://${index}.example/` }));
  const { data } = await site.call(importLinks, { file: JSON.stringify(rows) }, site.token);
  expect(data).toMatchObject({ imported: codes.length });
  for (const [index, code] of codes.entries()) {
    const path = `/${encodeURIComponent(code)}`;
    const { headers } = await site.fetch(path);
    expect([code, headers.get('location')]).toEqual([code, `https://${index}.example/`]);
    for (const plus of ['+', '%2B', '+/']) {
      const { status, html } = await read(site, path + plus);
      expect([path + plus, status]).toEqual([path + plus, 200]);
      expect(html).toContain(`Continue to ${index}.example`);
    }
  }
});

testInAll(
  'unknown codes of previews count toward the limit of unknown codes',
  async () => {
    await using site = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    for (const short_url of ['hot', 'cold']) await add(site, { short_url });
    await site.fetch('/hot');
    const from = (path: string, address: string) =>
      read(site, path, { ...english, 'x-forwarded-for': address });
    for (let asked = 0; asked < 300; asked += 1) {
      const { status } = await from(`/missing-${asked}+`, '203.0.113.7');
      expect(status).toBe(404);
    }
    const refused = await from('/cold+', '203.0.113.7');
    expect([refused.status, refused.html.includes('Please wait a minute')]).toEqual([429, true]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('/missing', '203.0.113.7')).status).toBe(429);
    expect((await from('/hot+', '203.0.113.7')).status).toBe(200);
    expect((await from('/cold+', '203.0.113.8')).status).toBe(200);
    setSystemTime(Date.now() + 61_000);
    expect((await from('/cold+', '203.0.113.7')).status).toBe(200);
    setSystemTime();
  },
  300_000,
);

test.each([
  ['a script', '"><script>a(1)</script>'],
  ['a picture', '<img src=x onerror=a()>'],
  ['the end of the page', '</title></bdi></dl></main></body></html><h1>No</h1>'],
])('%s in a title stays text', async (_, title) => {
  await using site = await openWithLink({
    title,
    description: title,
    long_url: 'https://a.example/?"><script>a(1)</script>&<img%20src=x>',
  });
  const { status, html } = await read(site, '/news+');
  expect(status).toBe(200);
  expect(withoutOwnScript(html)).not.toMatch(/<script|<img/);
  expect(findElements(html, 'h1')).toHaveLength(1);
  expect(factsOf(html).Title).toBe(title);
});

test('a text with another direction does not reorder its neighbors', async () => {
  await using site = await openWithLink({ title: 'a\u202egpj.exe\u2067', description: '\u202e' });
  const { html } = await read(site, '/news+');
  expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(html).toContain('<bdi>agpj.exe</bdi>');
  expect(factsOf(html)).not.toHaveProperty('Description');
});

test('the longest URL is shown whole', async () => {
  const long = `https://example.com/${'a'.repeat(8192 - 20)}`;
  await using site = await openWithLink({ long_url: long });
  const { html } = await read(site, '/news+');
  expect(addressOf(html)).toBe(long);
});
