import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createLink } from '../../../contracts/links/links.ts';
import { setOption } from '../../../contracts/site.ts';
import { parseCustomHtml } from '../../../server/site/custom-html.ts';
import { createThenSet } from '../link-steps.ts';
import { openSetUpSite } from '../set-up-site.ts';
import type { TestSite } from '../test-site.ts';

let site: TestSite & { readonly token: string };
beforeAll(async () => {
  site = await openSetUpSite();
  const long_url = 'https://example.com/';
  await createThenSet(site, { short_url: 'over' }, { expires_at: 1 });
  await site.call(createLink, { long_url, short_url: 'live' }, site.token);
  await set('blocked_user_agents', ['robot']);
});
afterAll(() => site[Symbol.asyncDispose]());

async function set(key: string, value: unknown): Promise<void> {
  const answer = await site.call(setOption, { key, value: JSON.stringify(value) }, site.token);
  expect(answer.code).toBe(200);
}

async function setHtml(header: string, footer = ''): Promise<void> {
  await set('site_info', { title: 'Ada’s links', header, footer });
}

interface Answer {
  readonly html: string;
  readonly policy: ReadonlyMap<string, string>;
  readonly nonce: string;
}

async function read(path: string): Promise<Answer> {
  const response = await site.fetch(path, {
    headers: { 'user-agent': path === '/live' ? 'robot' : 'visitor' },
  });
  const rules = (response.headers.get('content-security-policy') ?? '').split('; ');
  const policy = new Map(rules.map((rule) => [rule.split(' ')[0]!, rule.replace(/^\S+ ?/, '')]));
  const nonce = /'nonce-([^']+)'/.exec(policy.get('script-src') ?? '')?.[1] ?? '';
  return { html: await response.text(), policy, nonce };
}

const publicPages = ['/', '/init', '/login', '/missing', '/over', '/live'];
const otherPages = ['/admin/list', '/admin/setting', '/docs', '/docs/guide/links'];

test.each(publicPages)(
  '%s holds the header and the footer, at once after a change',
  async (path) => {
    for (const word of ['one', 'two']) {
      await setHtml(
        `<b>head ${word}</b><script>h()</script>`,
        `<i>foot ${word}</i><style>i{}</style>`,
      );
      const { html, nonce } = await read(path);
      expect(html).toContain(
        `<body>\n<div id="site-header" class="site-html" role="region" aria-label="Site header"><b>head ${word}</b><script nonce="${nonce}">h()</script></div>`,
      );
      expect(html).toContain(
        `<div id="site-footer" class="site-html" role="region" aria-label="Site footer"><i>foot ${word}</i><style nonce="${nonce}">i{}</style></div>`,
      );
      const places = [
        'site-header',
        path.length < 7 && !['/over', '/live'].includes(path) ? 'id="root"' : '<main>',
        'site-footer',
      ];
      const found = places.map((place) => html.indexOf(place));
      expect(found).toEqual(found.toSorted((a, b) => a - b));
    }
  },
);

test.each([...otherPages, '/api/get/siteinfo', '/openapi.json', '/healthz'])(
  '%s holds neither header nor footer',
  async (path) => {
    await setHtml('<b>custom</b>', '<b>custom</b><img src="https://img.example/x.png">');
    const { html, policy } = await read(path);
    expect(html).not.toContain('custom</b>');
    expect(html).not.toContain('site-footer');
    expect([...policy.values()].join(' ')).not.toContain('img.example');
  },
);

test('a site without header and footer has no trace of them', async () => {
  await setHtml('', ' \n');
  for (const path of publicPages) expect((await read(path)).html).not.toContain('id="site-');
});

test('each page names its area', async () => {
  for (const path of ['/', '/init', '/login']) {
    expect((await read(path)).html).toContain(' data-area="public">');
  }
  expect((await read('/admin/list')).html).toContain(' data-area="admin">');
  expect((await read('/docs')).html).toContain(' data-area="docs">');
});

describe('the policy of a public page lets in', () => {
  const cases: readonly [string, string, Readonly<Record<string, string>>][] = [
    ['pictures', '<img src="https://img.example/a.png">', { 'img-src': 'https://img.example' }],
    [
      'pictures of several sizes',
      '<img srcset="https://a.example/1 1x, //b.example:8443/2 2x">',
      { 'img-src': 'https://a.example https://b.example:8443' },
    ],
    [
      'what a script loads',
      '<script src="https://js.example/x.js"></script>',
      { 'connect-src': 'https://js.example', 'style-src': 'https://js.example' },
    ],
    [
      'the hosts that a script goes on to, where they are named',
      '<link rel="preconnect" href="https://data.example">',
      { 'connect-src': 'https://data.example', 'img-src': 'https://data.example' },
    ],
    [
      'style sheets and their fonts',
      '<link rel=stylesheet href="https://css.example/a.css">',
      { 'style-src': 'https://css.example', 'font-src': 'https://css.example' },
    ],
    [
      'frames',
      '<iframe src="https://tube.example/v"></iframe>',
      { 'frame-src': 'https://tube.example' },
    ],
    [
      'forms',
      '<form action="https://news.example/join"></form>',
      { 'form-action': 'https://news.example' },
    ],
    [
      'films',
      '<video src="https://film.example/a.mp4"></video>',
      { 'media-src': 'https://film.example' },
    ],
    ['styles in attributes', '<p style="color:red">x', { 'style-src-attr': "'unsafe-inline'" }],
  ];
  test.each(cases)('%s', async (_, html, expected) => {
    await setHtml('', '');
    const before = (await read('/')).policy;
    await setHtml('', html);
    const { policy } = await read('/');
    for (const [directive, sources] of Object.entries(expected)) {
      expect(before.get(directive) ?? '').not.toContain(sources);
      expect(policy.get(directive)).toEndWith(sources);
    }
    expect(policy.get('script-src')).toMatch(/^'nonce-[\w+/=]+' 'strict-dynamic'$/);
    expect(policy.get('default-src')).toBe("'self'");
  });

  test.each([
    '<a href="https://link.example/">',
    '<img src="http://img.example/">',
    '<img src="/own.png"><img src="own.png"><img src="data:image/gif,x"><img src="https://">',
    '<img src="https://a.example;script-src%20*/">',
    '<img src="https://a\'unsafe-inline\'.example/">',
    '<img src="https://*/x"><img src="https://*.example/x"><img src="https://a,b/x">',
    '<img src="https://a.example\r\nX-Injected: 1/">',
    '<script src="https://a;b/"></script><link href="https://a!b/"><iframe src="https://(a)/">',
    '<img src="javascript:alert(1)"><iframe src="blob:https://a.example/x">',
  ])('no other host for %j', async (html) => {
    await setHtml('', '');
    const before = await read('/');
    await setHtml(html);
    const { policy, nonce } = await read('/');
    const rules = [...policy].map((rule) => rule.join(' ').replaceAll(nonce, 'N'));
    const plain = [...before.policy].map((rule) => rule.join(' ').replaceAll(before.nonce, 'N'));
    expect(rules).toEqual(plain);
  });

  test('no more hosts than a header has room for', async () => {
    const hosts = Array.from({ length: 600 }, (_, at) => `<script src="https://h${at}.example/">`);
    await setHtml(hosts.map((tag) => `${tag}</script>`).join(''));
    const response = await site.fetch('/');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')?.length).toBeLessThan(8000);
  });
});

test.each([
  ['<b>a<i>b</b>c</i>', '<b>a<i>b</i></b>c'],
  [
    '<b nonce="mine" onclick="x()" id="root" title=\'"<>&\'>',
    '<b title="&quot;&lt;&gt;&amp;"></b>',
  ],
  ['<script>open', ''],
  ['<style>open', ''],
  ['<textarea>open', ''],
  ['a<!-- open <b>', 'a'],
  ['a<![CDATA[ b <i>c', 'a'],
  ['<title>t</title><base href=/x><meta charset=x><meta http-equiv=refresh content=0>a', 'a'],
  ['<html><head></head><body class=x>a</body></html>b', 'ab'],
  ['<plaintext>a<b>', 'a&lt;b&gt;'],
  ['<iframe src="/x">a<b></iframe>c', '<iframe src="/x"></iframe>c'],
  ['<script>a("</script/><b>")</script>', '<script nonce="N">a("</script><b>")</b>'],
  [
    '<script><!-- a("<script>") --></script>',
    '<script nonce="N"><!-- a("<\\script>") --></script>',
  ],
  ['<a href=" java\nscript:x()">a', '<a>a</a>'],
  ['<img name="body" src="/a">', '<img src="/a">'],
  ['<br><br/></br></div></p>', ''],
  ['a\0b<i\0d>', 'ab<id></id>'],
])('%j is written as %j', (html, expected) => {
  const written = parseCustomHtml(html).render('N');
  if (expected !== '') expect(written).toBe(expected);
  else expect(written.replaceAll(/<br>|<p><\/p>/g, '')).toBe('');
});
