import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { fc } from '../../support/random.ts';
import { login } from '../../../contracts/account.ts';
import { createLink, listLinks } from '../../../contracts/links/links.ts';
import { BODY_MAX, type Route } from '../../../contracts/route.ts';
import { getOption, setOption } from '../../../contracts/site.ts';
import { openPageTitles } from '../../../server/page-titles/page-title.ts';
import { allRoutes, fieldsOf } from '../all-routes.ts';
import { badBodies, oddCodes } from './bad-bodies.ts';
import { rawGet, sendRaw } from '../raw-http.ts';
import { readText } from './read-text.ts';
import { listAll, openSetUpSite } from '../set-up-site.ts';
import { admin, type TestSite } from '../test-site.ts';
import { chooseForRun } from '../../support/test-run.ts';

let site: TestSite & { readonly token: string };
let token: string;

beforeAll(async () => {
  // The real client for foreign pages; the test must not reach the internet.
  site = await openSetUpSite({ pageTitles: openPageTitles() });
  ({ token } = site);
});

afterAll(() => site[Symbol.asyncDispose]());

const posts = allRoutes.filter(({ methods }) => methods.includes('POST'));
/** In the short run each bad body reaches a quarter of the calls, and each call a quarter of them. */
const STEP = chooseForRun(4, 1);
const ends = new Set(['/api/user/logout', '/api/user/change_password']);
/** A stack trace or a path of this machine. */
const LEAK = /\bat .*:\d+:\d+|node_modules|\.ts:|\/server\/|brisk-test-|SQLITE|bun:/;

type Body = NonNullable<RequestInit['body']>;

function post(route: Route, body: Body, type: string | null): Promise<Response> {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  if (type !== null) headers.set('content-type', type);
  const path = route.path.replaceAll(/\{\w+\}/g, '1');
  return site.fetch(path, { method: 'POST', headers, body });
}

async function expectEnvelope(response: Response): Promise<void> {
  const text = await readText(response);
  // Downloads and event streams are valid answers too.
  const type = response.headers.get('content-type');
  if (response.headers.has('content-disposition') || type === 'text/event-stream') {
    expect(response.status).toBe(200);
    return;
  }
  expect(`${response.status} ${text}`).toMatch(
    /^[2-4]\d\d \{"code":[2-4]\d\d,"msg":"[\w.]*","data":/,
  );
  expect(text).not.toMatch(LEAK);
  expect(JSON.parse(text)).toBeObject();
}

/** The token, or a new one after a call that ended the login. */
async function renewToken(route: Route): Promise<void> {
  if (!ends.has(route.path)) return;
  const { data } = await site.call(login, admin);
  token = (data as { token?: string } | null)?.token ?? token;
}

describe('every POST route answers clearly to', () => {
  test.each(badBodies.map(([name, type, body], place) => [name, type, body, place] as const))(
    '%s',
    async (_, type, body, place) => {
      for (const route of posts.filter((_, index) => (index + place) % STEP === 0)) {
        const bytes = typeof body === 'function' ? body(fieldsOf(route)) : body;
        await expectEnvelope(await post(route, bytes, type));
        await renewToken(route);
      }
    },
  );

  test('a body that exceeds every limit', async () => {
    const chunk = new Uint8Array(65_536).fill(0x5b);
    for (const route of posts.filter((_, index) => index % STEP === 0)) {
      const count = 2 * Math.ceil((route.bodyMax ?? BODY_MAX) / chunk.length);
      const chunks = Array.from({ length: count }, () => chunk);
      const response = await post(route, new Blob(chunks).stream(), 'application/json');
      expect([route.path, response.status]).toEqual([route.path, 413]);
      await expectEnvelope(response);
    }
  });
});

/** The fields as a query. */
function asTexts(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]),
  );
}

test.each(allRoutes.map((route) => [route.path, route] as const))(
  '%s answers clearly to any JSON',
  async (_, route) => {
    const known = fieldsOf(route);
    // An unknown name alone would keep the known ones from being read.
    const names = [
      ...(known.length > 0 ? [fc.constantFrom(...known)] : []),
      fc.oneof(fc.constantFrom('__proto__', 'a[]', ...known), fc.string({ unit: 'binary' })),
    ];
    const fields = fc.oneof(
      ...names.map((name) =>
        fc.dictionary(name, fc.jsonValue({ stringUnit: 'binary' }), {
          maxKeys: 8,
          noNullPrototype: true,
        }),
      ),
    );
    const isPost = route.methods.includes('POST');
    await fc.assert(
      fc.asyncProperty(fields, async (fields) => {
        await expectEnvelope(
          isPost
            ? await post(route, JSON.stringify(fields), 'application/json')
            : await site.send(route, asTexts(fields), token),
        );
      }),
      { numRuns: chooseForRun(1, 25) },
    );
    await renewToken(route);
  },
  // Some calls start a process.
  300_000,
);

test.each(['a=1&', 'a[]=1&', 'a[]=1&a=1&'])('a megabyte of "%s" gets an answer', async (pair) => {
  const body = pair.repeat(Math.floor(1_048_576 / pair.length));
  await expectEnvelope(await post(login, body, 'application/x-www-form-urlencoded'));
});

test.each(['/.', '/..', '/%2e', '/%2e%2e', '/a/..'])('%s is the home page', async (path) => {
  const { status, head } = await rawGet(site.url, path);
  expect(status).toBe(200);
  expect(head).not.toMatch(/^location:/im);
});

describe('a visit of', () => {
  test.each(oddCodes.map((code) => [code.slice(0, 40), code] as const))(
    '/%s finds no link',
    async (_, code) => {
      const { status, head, body } = await rawGet(site.url, `/${code}`);
      const isLong = code.length > 8192;
      expect(status).toBe(isLong ? 414 : 404);
      expect(head).toMatch(isLong ? /^content-type: text\/plain/im : /^content-type: text\/html/im);
      expect(head).not.toMatch(/^location:/im);
      expect(body).not.toMatch(LEAK);
      expect(body).not.toContain('<script>');
    },
  );
});

describe('the server answers below 500 to', () => {
  const json = 'Content-Type: application/json\r\n';
  const requests: [string, string][] = [
    ['a body on a GET', 'GET /api/urls HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}'],
    ['an empty Host', 'GET /api/get/siteinfo HTTP/1.1\r\nHost: \r\n\r\n'],
    ['a broken Host', 'GET /api/get/siteinfo HTTP/1.1\r\nHost: %\r\n\r\n'],
    ['an open bracket for a Host', 'GET /api/get/siteinfo HTTP/1.1\r\nHost: [\r\n\r\n'],
    ['a Host with a blank', 'GET /api/get/siteinfo HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['a port out of range', 'GET /api/get/siteinfo HTTP/1.1\r\nHost: a:99999\r\n\r\n'],
    ['a port of letters', 'GET /api/get/siteinfo HTTP/1.1\r\nHost: a:b\r\n\r\n'],
    ['a broken Host on a page', 'GET / HTTP/1.1\r\nHost: %\r\n\r\n'],
    ['a broken Host on a code', 'GET /nothing HTTP/1.1\r\nHost: [\r\n\r\n'],
    ['no Host', 'GET /api/get/siteinfo HTTP/1.1\r\n\r\n'],
    ['HTTP/1.0', 'GET /api/get/siteinfo HTTP/1.0\r\n\r\n'],
    ['an absolute target', 'GET http://a/api/get/siteinfo HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['the target *', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a method of WebDAV', 'PROPFIND /pot HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['TRACE', 'TRACE /api/urls HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a long header', `GET /x HTTP/1.1\r\nHost: a\r\nUser-Agent: ${'x'.repeat(10_000)}\r\n\r\n`],
    ['a huge header', `GET /x HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(200_000)}\r\n\r\n`],
    [
      'bytes in headers',
      'GET /x HTTP/1.1\r\nHost: a\r\nUser-Agent: \xff\xfe\r\nReferer: \x80\r\n\r\n',
    ],
    ['a bad length', `POST /api/login HTTP/1.1\r\nHost: a\r\n${json}Content-Length: x\r\n\r\n`],
    [
      'a negative length',
      `POST /api/login HTTP/1.1\r\nHost: a\r\n${json}Content-Length: -1\r\n\r\n`,
    ],
    [
      'a bad chunk',
      `POST /api/login HTTP/1.1\r\nHost: a\r\n${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ],
    [
      'a broken percent-escape in a query',
      'GET /api/urls?page=%&%ff=%zz HTTP/1.1\r\nHost: a\r\n\r\n',
    ],
    [
      'odd bytes for a token',
      'GET /api/urls HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \xff\r\n\r\n',
    ],
  ];
  test.each(requests)('%s', async (_, request) => {
    const closing = request.replace('\r\n', '\r\nConnection: close\r\n');
    const { status, body } = await sendRaw(site.url, closing);
    expect(status).toBeWithin(200, 500);
    expect(body).not.toMatch(LEAK);
  });

  test('an upload that breaks off, and goes on serving', async () => {
    const head = `POST ${createLink.path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n`;
    const body = `${json}Content-Length: 1000\r\n\r\n{"long_url":"https://a.example/"`;
    const before = await listAll(site, token);
    await sendRaw(site.url, head + body, { endsEarly: true });
    expect(await listAll(site, token)).toEqual(before);
  });
});

const literal = [
  '__proto__',
  'constructor',
  "'; drop table link; --",
  '" or 1=1 --',
  '%_\\%',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '\u202e\u0301💩',
  '=cmd()',
];

test.each(literal)('%s as a title comes back unchanged', async (title) => {
  const fields = { long_url: `https://example.com/?${encodeURIComponent(title)}`, title };
  const { data } = await site.call(createLink, { ...fields, description: title }, token);
  const saved = { title, description: title };
  expect(data).toEqual(expect.objectContaining(saved));
  const newest = (await site.call(listLinks, { limit: 1 }, token)).data as { urls: object[] };
  expect(newest.urls[0]).toEqual(expect.objectContaining({ ...saved, clicks: 0 }));
});

test.each(['__proto__', 'constructor', 'hasOwnProperty'])(
  'an option may have the name %s, and values with such names',
  async (key) => {
    const value = '{"__proto__":{"a":1},"constructor":[null],"b":"\'; drop table option"}';
    expect((await site.call(setOption, { key, value }, token)).code).toBe(200);
    const response = await site.send(getOption, { key }, token);
    expect(await response.text()).toContain(`"data":${value}`);
  },
);
