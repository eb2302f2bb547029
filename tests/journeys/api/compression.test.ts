import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { exportLinks } from '../../../contracts/export.ts';
import { createLink } from '../../../contracts/links/links.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { admin } from '../test-site.ts';

let site: Awaited<ReturnType<typeof openSetUpSite>>;
beforeAll(async () => {
  site = await openSetUpSite();
  for (let number = 0; number < 20; number += 1) {
    const fields = { long_url: `https://example.com/${number}`, short_url: `link-${number}` };
    await site.call(createLink, { ...fields, title: `Title ${number}` }, site.token);
  }
});
afterAll(() => site[Symbol.asyncDispose]());

const ALL = 'gzip, deflate, br, zstd';
const read = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly coding: string | null;
  readonly bytes: Buffer;
  readonly text: string;
}

interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function ask(path: string, accepted: string, init: Init = {}): Promise<Answer> {
  const authorization = `Bearer ${site.token}`;
  const response = await fetch(new URL(path, site.url), {
    decompress: false,
    redirect: 'manual',
    ...init,
    headers: { authorization, ...init.headers, 'accept-encoding': accepted },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const coding = response.headers.get('content-encoding');
  const isPlain = coding === null || bytes.length === 0;
  const plain = isPlain ? bytes : read[coding as keyof typeof read](bytes);
  return {
    status: response.status,
    headers: response.headers,
    coding,
    bytes,
    text: plain.toString(),
  };
}

/** Removes the parts that differ in each answer. */
function steady(text: string): string {
  return text.replaceAll(/nonce="[^"]+"/g, 'nonce');
}

const large = [
  ['/', 200],
  ['/login', 200],
  ['/docs', 200],
  ['/admin/list', 200],
  ['/nothing', 404],
  ['/link-1+', 200],
  ['/openapi.json', 200],
  ['/api/urls?page=1&limit=20', 200],
  ['/metrics', 200],
] as const;

describe.each(large)('%s', (path, status) => {
  test.each([
    [ALL, 'br'],
    ['br', 'br'],
    ['gzip, zstd', 'zstd'],
    ['zstd', 'zstd'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5, br;q=0', 'gzip'],
    ['br;q=0.1, gzip', 'gzip'],
    ['', null],
    ['identity', null],
    ['deflate', null],
    ['br;q=0, gzip;q=0, zstd;q=0.0', null],
  ])('answers a client that accepts "%s" as %s', async (accepted, coding) => {
    const plain = await ask(path, 'identity');
    const answer = await ask(path, accepted);
    expect([answer.status, answer.coding]).toEqual([status, coding]);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('content-type')).toBe(plain.headers.get('content-type'));
    expect(Number(answer.headers.get('content-length'))).toBe(answer.bytes.length);
    if (path !== '/metrics') expect(steady(answer.text)).toBe(steady(plain.text));
    if (coding !== null) expect(answer.bytes.length).toBeLessThan(plain.bytes.length * 0.6);
  });

  test('answers HEAD with the same headers', async () => {
    const head = await ask(path, ALL, { method: 'HEAD' });
    if (path.startsWith('/api/')) return;
    expect([head.status, head.headers.get('content-encoding')]).toEqual([status, 'br']);
    expect(head.bytes.length).toBe(0);
  });
});

test('a compressed page runs only scripts with the nonce of its answer', async () => {
  const { headers, text } = await ask('/', ALL);
  const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
  expect(text).toContain(`nonce="${nonce}"`);
});

test.each(['/openapi.json', '/manifest.webmanifest'])(
  '%s answers 304 to a cached copy in any encoding',
  async (path) => {
    const tags = new Set<string | null>();
    for (const accepted of [ALL, 'gzip', 'identity']) {
      const etag = (await ask(path, accepted)).headers.get('etag')!;
      tags.add(etag);
      const again = await ask(path, accepted, { headers: { 'if-none-match': etag } });
      expect([again.status, again.headers.get('etag'), again.text]).toEqual([304, etag, '']);
      expect(again.headers.get('vary')).toBe('Accept-Encoding');
    }
    // A weak tag, as one tag stands for several encodings.
    expect([...tags]).toEqual([expect.stringMatching(/^W\/"/)]);
  },
);

test.each(['/healthz', '/api/get/siteinfo', '/api/nothing', '/robots.txt'])(
  '%s is small, and goes uncompressed',
  async (path) => {
    const answer = await ask(path, 'zstd');
    expect([answer.coding, answer.headers.get('vary')]).toEqual([null, 'Accept-Encoding']);
  },
);

test('a redirect is the same with any Accept-Encoding', async () => {
  const { status, coding, headers } = await ask('/link-1', ALL);
  expect([status, coding, headers.get('vary')]).toEqual([302, null, null]);
});

test('an answer with a token is never compressed', async () => {
  const headers = { 'user-agent': 'x'.repeat(4000), 'content-type': 'application/json' };
  const long = { method: 'POST', headers, body: JSON.stringify(admin) };
  for (const path of ['/api/login', '/api/user/create_token', '/api/user/get_token']) {
    const answer = await ask(path, ALL, path === '/api/login' ? long : { headers });
    expect(answer.text).toContain('"token":"');
    expect([path, answer.coding]).toEqual([path, null]);
  }
});

test('a download goes uncompressed', async () => {
  const query = new URLSearchParams({ format: 'json' }).toString();
  const answer = await ask(`${exportLinks.path}?${query}`, ALL);
  expect(answer.headers.get('content-disposition')).toStartWith('attachment');
  expect(answer.bytes.length).toBeGreaterThan(1024);
  expect(answer.coding).toBeNull();
});
