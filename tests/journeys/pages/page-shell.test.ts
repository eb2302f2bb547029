import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { setOption } from '../../../contracts/site.ts';
import { findElements } from '../../support/html.ts';
import { rawGet } from '../raw-http.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';

let site: SetUpSite;
beforeAll(async () => {
  site = await openSetUpSite();
});
afterAll(() => site[Symbol.asyncDispose]());

async function setSetting(key: string, value: unknown): Promise<void> {
  const answer = await site.call(setOption, { key, value: JSON.stringify(value) }, site.token);
  expect(answer.code).toBe(200);
}

async function read(path: string): Promise<string> {
  return (await site.fetch(path)).text();
}

function policyOf(response: Response): readonly string[] {
  return (response.headers.get('content-security-policy') ?? '').split('; ');
}

async function pictures(path: string): Promise<string> {
  return policyOf(await site.fetch(path)).find((rule) => rule.startsWith('img-src ')) ?? '';
}

const inner = ['list', 'stats', 'links/map', 'setting', 'token', 'migration', 'about', 'whatever'];
const paths = [
  '/',
  '/init',
  '/login',
  '/docs',
  '/docs/guide/start',
  ...inner.map((name) => `/admin/${name}`),
];

/** Part of the media type by file extension. */
const types: Readonly<Record<string, string>> = {
  js: 'javascript',
  css: 'css',
  svg: 'svg',
  ico: 'icon',
  png: 'png',
  webmanifest: 'manifest',
};

describe.each(paths)('the page %s', (path) => {
  test('is HTML that browsers revalidate each time, with security headers', async () => {
    const { status, headers } = await site.fetch(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const kept = path.startsWith('/admin') ? 'no-store' : 'private, no-cache';
    expect(headers.get('cache-control')).toBe(kept);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).not.toBeNull();
    expect(headers.get('server')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  test('runs only scripts with the nonce of this answer', async () => {
    const nonces = new Set<string>();
    for (let visits = 0; visits < 3; visits += 1) {
      const response = await site.fetch(path);
      const policy = policyOf(response);
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      const script = policy.find((rule) => rule.startsWith('script-src '));
      const nonce = /^script-src 'nonce-([\w+/=]{22,})' 'strict-dynamic'$/.exec(script ?? '')?.[1];
      expect(nonce).toBeString();
      const html = await response.text();
      const withNonce = findElements(html, 'script', 'style', 'link').filter(
        ({ name, attributes }) => name !== 'link' || attributes['rel'] === 'modulepreload',
      );
      expect(withNonce.length).toBeGreaterThan(1);
      for (const { attributes } of withNonce) expect(attributes).toMatchObject({ nonce });
      expect(html).not.toMatch(/\son\w+="/);
      nonces.add(nonce!);
    }
    expect(nonces.size).toBe(3);
  });

  test('names only scripts and styles that exist', async () => {
    const html = await read(path);
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files.some((file) => file.endsWith('.js'))).toBe(true);
    expect(files.some((file) => file.endsWith('.css'))).toBe(true);
    for (const file of files) {
      expect(file).toStartWith('/');
      const { status, headers } = await site.fetch(file, { method: 'HEAD' });
      const type = types[file.slice(file.lastIndexOf('.') + 1)] ?? 'none';
      expect([file, status, headers.get('content-type')]).toEqual([
        file,
        200,
        expect.stringContaining(type),
      ]);
    }
  });

  test('answers HEAD like GET, without a body', async () => {
    const response = await site.fetch(path, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(policyOf(response).length).toBeGreaterThan(3);
  });
});

test.each([
  ['/admin/list', ['links.page']],
  ['/admin/stats', ['stats.page']],
  ['/admin/links/map', ['link.page', 'statistics.page']],
  ['/admin/links/map/settings', []],
  ['/admin/token', []],
] as const)('%s preloads only its own scripts', async (path, wanted) => {
  const named = (await read(path)).matchAll(/href="\/assets\/([a-z]+\.page)-[^"]+\.js"/g);
  expect(new Set([...named].map(([, name]) => name))).toEqual(new Set<string | undefined>(wanted));
});

test.each(['/admin', '/admin/'])('%s redirects to the list of links', async (path) => {
  const { status, headers } = await site.fetch(path);
  expect([status, headers.get('location')]).toEqual([302, '/admin/list']);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).not.toBeNull();
});

test('/healthz has the common headers', async () => {
  const { status, headers } = await site.fetch('/healthz');
  expect(status).toBe(200);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).not.toBeNull();
});

describe('the title and description of the site stand in the head of each page', () => {
  test.each(['/', '/init', '/login', '/admin/list'])('at once, on %s', async (path) => {
    for (const round of ['one', 'two']) {
      await setSetting('site_info', {
        title: `Title ${round}`,
        keywords: `key, ${round}`,
        description: `About ${round}`,
      });
      const html = await read(path);
      expect(html).toContain(`<title>Title ${round}</title>`);
      expect(html).toContain(`<meta name="keywords" content="key, ${round}">`);
      expect(html).toContain(`<meta name="description" content="About ${round}">`);
    }
  });

  test('and no script in them runs', async () => {
    const hostile = '"><script>alert(1)</script><meta http-equiv="refresh" content="0;url=//a">';
    await setSetting('site_info', {
      title: '</title><script>a()</script>',
      keywords: hostile,
      description: hostile,
      author: '"><img src=x onerror=a()>',
      header: '<b>custom header</b>',
      footer: '<b>custom footer</b>',
    });
    for (const path of paths) {
      const html = await read(path);
      expect(html).not.toMatch(/<script>|<img|http-equiv="refresh"|<\/title><script/);
      expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt;a()&lt;/script&gt;</title>');
      if (path.startsWith('/admin')) expect(html).not.toMatch(/<b>custom (header|footer)<\/b>/);
    }
  });
});

test('pages may load images of the avatar service only while it is on', async () => {
  expect(await pictures('/admin/list')).toContain('https://www.gravatar.com');
  await setSetting('avatar_service', 'https://avatars.example/a/');
  expect(await pictures('/admin/list')).toMatch(/ https:\/\/avatars\.example$/);
  await setSetting('avatar_service', '');
  for (const path of paths) expect(await pictures(path)).not.toContain('http');
});

test.each([
  ['https://go.example.com', 'max-age=31536000'],
  ['http://go.example.com', null],
])(
  'browsers that reach the site as %s get Strict-Transport-Security: %s',
  async (BASE_URL, expected) => {
    await using other = await openSetUpSite({ env: { BASE_URL } });
    const asset = /src="(\/assets\/[^"]+)"/.exec(await (await other.fetch('/')).text())?.[1] ?? '';
    for (const path of ['/', '/admin', '/missing', '/api/get/siteinfo', '/healthz', asset]) {
      const { headers } = await other.fetch(path);
      expect([path, headers.get('strict-transport-security')]).toEqual([path, expected]);
    }
  },
);

describe('an asset', () => {
  let path: string;
  let plain: Buffer;
  beforeAll(async () => {
    // Scripts may be too short for compression; the style sheet never is.
    const links = findElements(await read('/'), 'link');
    path = links.find(({ attributes }) => attributes['rel'] === 'stylesheet')!.attributes['href']!;
    plain = (await get('identity')).body;
  });

  async function get(encoding: string): Promise<{ headers: Headers; body: Buffer }> {
    const headers = { 'accept-encoding': encoding };
    const response = await fetch(new URL(path, site.url), { headers, decompress: false });
    expect(response.status).toBe(200);
    return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  }

  test('may be cached for ever', async () => {
    const { headers } = await get('identity');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('etag')).toMatch(/^(W\/)?"[^"]+"$/);
    expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).not.toBeNull();
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['BR', 'br'],
    ['br;q=0.5, gzip;q=0', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0.8, br;q=0', 'gzip'],
    ['gzip, br; q=0.000', 'gzip'],
    ['identity', null],
    ['br;q=0, gzip;q=0', null],
    ['deflate', null],
    ['brotli, xgzip', null],
    ['', null],
  ])('answers a client that accepts "%s" as %s', async (accepted, coding) => {
    const { headers, body } = await get(accepted);
    expect(headers.get('content-encoding')).toBe(coding);
    if (coding !== null) expect(body.length).toBeLessThan(plain.length / 2);
    const read = { br: brotliDecompressSync, gzip: gunzipSync };
    const text = coding === null ? body : read[coding as keyof typeof read](body);
    expect(text.equals(plain)).toBe(true);
  });

  test('answers 304 to a cached copy', async () => {
    const etag = (await get('identity')).headers.get('etag')!;
    for (const seen of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const headers = { 'if-none-match': seen, 'accept-encoding': 'identity' };
      const response = await site.fetch(path, { headers });
      expect([seen, response.status, await response.text()]).toEqual([seen, 304, '']);
      expect(response.headers.get('etag')).toBe(etag);
      expect(response.headers.get('cache-control')).toContain('immutable');
    }
    const other = await site.fetch(path, { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  test('answers HEAD, and refuses methods that change', async () => {
    const head = await site.fetch(path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await site.fetch(path, { method });
      expect([method, response.status]).toEqual([method, 405]);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
    }
  });

  test('that does not exist is a 404 that is not cached', async () => {
    const missing = ['/assets/none.js', '/assets/', '/assets', `${path}.br`, `${path}x`];
    missing.push('/manifest.json', '/.vite/manifest.json', '/index.html');
    missing.push('/assets/../manifest.json', '/assets/..%2f..%2f..%2fpackage.json');
    missing.push('/assets/%2e%2e/%2e%2e/package.json', '/assets/..\\..\\package.json');
    for (const target of missing) {
      const { status, head } = await rawGet(site.url, target);
      expect([target, status]).toEqual([target, 404]);
      expect(head).not.toMatch(/immutable|max-age=[1-9]/i);
    }
  });
});
