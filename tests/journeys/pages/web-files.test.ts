import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { inflateSync } from 'node:zlib';
import { createLink } from '../../../contracts/links/links.ts';
import { setOption } from '../../../contracts/site.ts';
import { findElements } from '../../support/html.ts';
import { openSetUpSite } from '../set-up-site.ts';

let site: Awaited<ReturnType<typeof openSetUpSite>>;
beforeAll(async () => {
  site = await openSetUpSite();
});
afterAll(() => site[Symbol.asyncDispose]());

async function setSite(info: Record<string, string>): Promise<void> {
  const value = JSON.stringify({ title: 'Brisk', ...info });
  expect((await site.call(setOption, { key: 'site_info', value }, site.token)).code).toBe(200);
}

async function readBytes(path: string): Promise<Buffer> {
  return Buffer.from(await (await site.fetch(path)).arrayBuffer());
}

const files = [
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/favicon.ico', 'image/x-icon'],
  ['/favicon.svg', 'image/svg+xml'],
  ['/apple-touch-icon.png', 'image/png'],
  ['/icon-192.png', 'image/png'],
  ['/icon-512.png', 'image/png'],
  ['/icon-maskable-512.png', 'image/png'],
  ['/manifest.webmanifest', 'application/manifest+json'],
] as const;

describe.each(files)('%s', (path, type) => {
  test(`is served as ${type}, for an hour, and answers 304 to a cached copy`, async () => {
    const { status, headers } = await site.fetch(path);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const etag = headers.get('etag')!;
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
    const again = await site.fetch(path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  });

  test('answers HEAD, and is reserved as a code', async () => {
    const head = await site.fetch(path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const fields = { long_url: 'https://example.com/', short_url: path.slice(1), title: 'x' };
    const { code, msg } = await site.call(createLink, fields, site.token);
    expect([code, msg === 'reserved.short.url' || msg === 'invalid.short.url']).toEqual([
      400,
      true,
    ]);
  });
});

/** The pixels of our own PNGs: four bytes each; a zero byte begins each row. */
function readPng(bytes: Buffer) {
  expect(bytes.toString('latin1', 0, 8)).toBe('\x89PNG\r\n\x1a\n');
  const width = bytes.readUInt32BE(16);
  expect(bytes.readUInt32BE(20)).toBe(width);
  const length = bytes.readUInt32BE(33);
  expect(bytes.toString('latin1', 37, 41)).toBe('IDAT');
  const rows = inflateSync(bytes.subarray(41, 41 + length));
  expect(rows.length).toBe(width * (width * 4 + 1));
  const pixel = (x: number, y: number) => {
    const at = Math.floor(y * width) * (width * 4 + 1) + 1 + Math.floor(x * width) * 4;
    return [...rows.subarray(at, at + 4)];
  };
  return { width, pixel };
}

const GROUND = [0xc8, 0x37, 0x1b, 255];
const INK = [255, 255, 255, 255];
const NOTHING = [0, 0, 0, 0];

test.each([
  ['/apple-touch-icon.png', 180, GROUND],
  ['/icon-192.png', 192, NOTHING],
  ['/icon-512.png', 512, NOTHING],
  ['/icon-maskable-512.png', 512, GROUND],
])('%s shows the drawing of the icon', async (path, size, corner) => {
  const { width, pixel } = readPng(await readBytes(path));
  expect(width).toBe(size);
  expect(pixel(0, 0)).toEqual(corner);
  expect(pixel(0.5, 11 / 32)).toEqual(INK);
  expect(pixel(0.75, 16 / 32)).toEqual(GROUND);
  expect(pixel(9 / 32, 21 / 32)).toEqual(INK);
});

test('/favicon.ico holds the drawing in three sizes', async () => {
  const bytes = await readBytes('/favicon.ico');
  expect([...bytes.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0]);
  for (const [index, size] of [16, 32, 48].entries()) {
    const at = 6 + index * 16;
    expect(bytes[at]).toBe(size);
    const start = bytes.readUInt32LE(at + 12);
    const { width, pixel } = readPng(bytes.subarray(start, start + bytes.readUInt32LE(at + 8)));
    expect([width, pixel(0.5, 11 / 32)]).toEqual([size, INK]);
  }
});

test('/robots.txt closes the pages, not the short links, to robots', async () => {
  const lines = (await (await site.fetch('/robots.txt')).text()).split('\n');
  const rules = lines.filter((line) => line.startsWith('Disallow: ')).map((line) => line.slice(10));
  expect(rules).toEqual(expect.arrayContaining(['/admin/', '/api/']));
  expect(lines).toContain('User-agent: *');
  // A rule of robots.txt covers every path with its prefix.
  for (const path of ['/', '/administer', '/apis', '/loginx', '/initial']) {
    const covers = (rule: string) =>
      rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule);
    expect([path, rules.some(covers)]).toEqual([path, false]);
  }
});

test('the web manifest has the current name of the site, and icons that exist', async () => {
  await setSite({ title: '短 "Links"', description: 'About </script>' });
  const manifest = (await (await site.fetch('/manifest.webmanifest')).json()) as {
    readonly icons: readonly { readonly src: string; readonly sizes: string }[];
  };
  expect(manifest).toMatchObject({
    name: '短 "Links"',
    description: 'About </script>',
    start_url: '/',
    share_target: {
      action: '/admin/share',
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
    theme_color: '#faf8f5',
  });
  for (const { src, sizes } of manifest.icons) {
    expect(`${readPng(await readBytes(src)).width}x`).toBe(sizes.slice(0, sizes.indexOf('x') + 1));
  }
});

/** All values of a name or property in the head of a page, with their media. */
async function readMeta(path: string, name: string, headers: Record<string, string> = {}) {
  const html = await (await site.fetch(path, { headers })).text();
  return findElements(html, 'meta')
    .map(({ attributes }) => attributes)
    .filter((attributes) => (attributes['name'] ?? attributes['property']) === name)
    .map(({ content, media }) => (media === undefined ? content : `${content} ${media}`));
}

test.each(['/', '/login', '/init'])('the head of %s describes the link card', async (path) => {
  await setSite({ title: 'A &amp; B', description: 'Said "so"' });
  const url = new URL(path, site.url).href;
  for (const [name, text] of [
    ['description', 'Said "so"'],
    ['og:title', 'A &amp; B'],
    ['og:site_name', 'A &amp; B'],
    ['og:description', 'Said "so"'],
    ['og:type', 'website'],
    ['og:url', url],
    ['og:image', new URL('/icon-512.png', site.url).href],
    ['twitter:card', 'summary'],
  ] as const) {
    expect([name, await readMeta(path, name)]).toEqual([name, [text]]);
  }
});

test("a site without a description gets a default one in the visitor's language", async () => {
  await setSite({ description: '' });
  const english = await readMeta('/', 'description', { 'accept-language': 'en' });
  expect(english).toEqual(['Paste a web address and get a short one that is easy to share.']);
  const chinese = { 'accept-language': 'zh-CN' };
  expect((await readMeta('/', 'og:description', chinese))[0]).toMatch(/\p{Script=Han}/u);
  expect(await readMeta('/', 'og:locale', chinese)).toEqual(['zh_CN']);
});

test('link cards name the address by which visitors reach the site', async () => {
  const proxied = { 'x-forwarded-proto': 'HTTPS,http' };
  const { host } = new URL(site.url);
  expect(await readMeta('/', 'og:url', proxied)).toEqual([`https://${host}/`]);
  await using other = await openSetUpSite({ env: { BASE_URL: 'https://go.example.com' } });
  const html = await (await other.fetch('/')).text();
  expect(html).toContain('<meta property="og:url" content="https://go.example.com/">');
  expect(html).toContain('content="https://go.example.com/icon-512.png"');
});

test('admin pages have no link card', async () => {
  expect(await readMeta('/admin/list', 'og:title')).toEqual([]);
});

test.each(['/', '/login', '/docs', '/admin/list', '/nothing'])(
  '%s has a theme color for each scheme, or only the chosen one',
  async (path) => {
    const read = (cookie: string) => readMeta(path, 'theme-color', { cookie });
    expect(await read('')).toEqual([
      '#faf8f5 (prefers-color-scheme: light)',
      '#151312 (prefers-color-scheme: dark)',
    ]);
    expect(await read('color_scheme=dark')).toEqual(['#faf8f5 not all', '#151312 all']);
  },
);
