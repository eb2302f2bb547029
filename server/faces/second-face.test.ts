import { afterAll, expect, mock, spyOn, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { defineRoute } from '../../contracts/route.ts';
import { ownerToken } from '../../tests/support/owner.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import type { Authenticate } from '../http/caller.ts';
import type { AnsweredCall } from '../http/dispatch.ts';
import { endpoint } from '../http/endpoint.ts';
import type { Face } from '../http/face.ts';
import { InvalidRequest } from '../http/invalid-request.ts';
import { Problem } from '../http/problem.ts';
import { createApi } from '../http/serve.ts';
import { openLinks } from '../links/open-links.ts';
import { envelopeFace } from './envelope.ts';

const slug = z.string();
const title = z.string().max(9).optional();
const reply = z.object({ slug, href: z.string(), title: z.string() });
const edits = { needs: 'links.edit', scope: 'links:write', summary: 'x' } as const;
const reads = { needs: 'links.read', scope: 'links:read', summary: 'x' } as const;
const one = { path: '/rest/links/{slug}', reply } as const;
const getOne = defineRoute({ ...reads, ...one, methods: ['GET'], request: z.object({ slug }) });
const editOne = defineRoute({
  ...edits,
  ...one,
  methods: ['PUT', 'PATCH'],
  request: z.object({ slug, title }),
});
const removeOne = defineRoute({
  ...edits,
  ...one,
  methods: ['DELETE'],
  request: z.object({ slug }),
});
const list = defineRoute({
  ...reads,
  methods: ['GET'],
  path: '/rest/links',
  request: z.object({}),
  reply: z.array(slug),
});
const create = defineRoute({
  needs: 'links.create',
  scope: 'links:create',
  summary: 'x',
  methods: ['POST'],
  path: '/rest/links',
  request: z.object({ target: z.string(), slug }),
  reply,
});

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-face-'));
const engine = await openTestEngine(dataDir);
const { rules: links } = openLinks({
  engine,
  pageTitles: {
    fetch: () => Promise.resolve({ title: '', description: '' }),
    close: () => undefined,
  },
  baseUrl: new URL('https://go.example'),
  ownHostname: 'go.example',
  domains: () => [],
  hashPassword: (password) => Promise.resolve(password),
  guestLinksPerHour: () => 0,
  countPending: () => Promise.resolve(new Map()),
  sortByClicks: () => Promise.resolve(),
  onError: (error) => {
    throw error;
  },
});

afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

interface Shown {
  readonly short_url: string;
  readonly short_link: string;
  readonly title: string;
}

const show = ({ short_url, short_link, title }: Shown) => ({
  slug: short_url,
  href: short_link,
  title,
});
const types = { 'Content-Type': 'application/problem+json' };
/** Another protocol: a key in a header, bare results, and statuses that say what went wrong. */
const restFace: Face = {
  prefixes: ['/rest'],
  endpoints: [
    endpoint(create, async ({ target, slug: code }, call) =>
      show(await links.create({ long_url: target, short_url: code }, call)),
    ),
    endpoint(list, async (_, call) => {
      const { urls } = await links.list({ limit: 10, order: 'desc' }, call);
      return urls.map((link) => link.short_url);
    }),
    endpoint(getOne, async ({ slug: code }, call) =>
      show(await links.get({ short_url: code }, call)),
    ),
    endpoint(editOne, async ({ slug: code, title: text = '' }, call) => {
      const { id } = await links.get({ short_url: code }, call);
      return show(await links.update({ id, title: text }, call));
    }),
    endpoint(removeOne, async ({ slug: code }, call) => {
      const link = await links.get({ short_url: code }, call);
      await links.delete({ short_url: code }, call);
      return show(link);
    }),
  ],
  headers: { 'X-Protocol': 'rest' },
  isOpenToOrigins: true,
  limitsWrongTokens: true,
  readToken: ({ headers }) => headers.get('x-api-key') ?? undefined,
  writeResult: (data) => Response.json(data),
  writeRefusal: ({ error }) =>
    error instanceof InvalidRequest
      ? Response.json({ fields: error.issues.map(({ field }) => field) }, { status: 400 })
      : Response.json({ type: error.problem }, { status: error.outcome.code, headers: types }),
};

const calls: AnsweredCall[] = [];
const findCaller: Authenticate = (token) =>
  token === 'right'
    ? Promise.resolve({ ...ownerToken, account: 7 })
    : Promise.reject(new Problem('call.bad-api-token'));
const authenticate = mock(findCaller);
const recheck = mock(findCaller);
const api = createApi({
  faces: [envelopeFace([]), restFace],
  headers: { 'X-All': '1' },
  authenticate,
  recheck,
  allowsGuests: () => false,
  timeZone: () => 'UTC',
  toProblem: () => null,
  audit: (call) => void calls.push(call),
  onRefusedCaller: () => undefined,
  logError: String,
});

const connection = { address: '203.0.113.7', port: 3080, isHead: false, hasReadBody: false };

async function ask(
  method: string,
  path: string,
  key?: string,
  body?: object,
  address = connection.address,
) {
  const headers = { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await api.fetch(new Request(`http://go.example${path}`, init), {
    ...connection,
    address,
  });
  const { status, headers: answered } = response;
  const data: unknown = await response.json();
  return { status, headers: answered, data };
}

test('a second protocol creates, reads, edits, lists and deletes links by their rules', async () => {
  const link = { slug: 'abc', href: 'https://go.example/abc', title: 'x' };
  const made = { target: 'https://example.com/', slug: 'abc' };
  expect((await ask('POST', '/rest/links', 'right', made)).status).toBe(200);
  const stored = await engine.db.selectFrom('link').select('owner_id').executeTakeFirst();
  expect(stored).toEqual({ owner_id: 7 });
  for (const method of ['PUT', 'PATCH']) {
    const edited = await ask(method, '/rest/links/abc', 'right', { title: method });
    expect([edited.status, edited.data]).toEqual([200, { ...link, title: method }]);
  }
  expect((await ask('GET', '/rest/links/abc', 'right')).data).toEqual({ ...link, title: 'PATCH' });
  expect((await ask('GET', '/rest/links', 'right')).data).toEqual(['abc']);
  const loop = { target: 'https://go.example/abc', slug: 'loop' };
  expect((await ask('POST', '/rest/links', 'right', loop)).data).toEqual({
    type: 'links.own-host',
  });
  for (const slug of ['Admin', 'go.example/a', '']) {
    const refused = await ask('POST', '/rest/links', 'right', { ...made, slug });
    expect([slug, refused.status]).toEqual([slug, 400]);
  }
  expect((await ask('DELETE', '/rest/links/abc', 'right')).status).toBe(200);
  expect(await ask('GET', '/rest/links/abc', 'right')).toMatchObject({
    status: 404,
    data: { type: 'links.unknown' },
  });
  expect(calls.map(({ route }) => route)).toContain(editOne);
});

test('a second protocol has its own paths, methods, credentials, results and refusals', async () => {
  const wrong = await ask('POST', '/rest/links/abc', 'right');
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([
    405,
    'HEAD, GET, PUT, PATCH, DELETE',
  ]);
  expect(await ask('GET', '/rest/links/abc')).toMatchObject({
    status: 401,
    data: { type: 'call.no-token' },
  });
  expect(await ask('GET', '/rest/links/abc', 'stolen')).toMatchObject({ status: 401 });
  const long = await ask('PATCH', '/rest/links/abc', 'right', { title: 'x'.repeat(10) });
  expect([long.status, long.data]).toEqual([400, { fields: ['title'] }]);
});

test('who sends a body slowly is checked again, and counts once', async () => {
  const made = { target: 'https://example.com/', slug: 'slow' };
  const send = async (ms: number) => {
    authenticate.mockClear();
    recheck.mockClear();
    using clock = spyOn(performance, 'now');
    clock.mockReturnValueOnce(0).mockReturnValueOnce(ms);
    const { status } = await ask('POST', '/rest/links', 'right', made);
    return [status, authenticate.mock.calls.length, recheck.mock.calls.length];
  };
  expect(await send(1)).toEqual([200, 1, 0]);
  expect(await send(1000)).toEqual([200, 1, 1]);
  recheck.mockRejectedValueOnce(new Problem('call.bad-api-token'));
  expect(await send(1000)).toEqual([401, 1, 1]);
});

const preflight = (path: string) =>
  api.fetch(
    new Request(`http://go.example${path}`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'x-api-key' },
    }),
    connection,
  );

test('pages of other origins may call what a protocol opens to them', async () => {
  const { status, headers: allowed } = await preflight('/rest/links/abc');
  expect([status, Object.fromEntries(allowed)]).toEqual([
    204,
    {
      'access-control-allow-headers': 'x-api-key',
      'access-control-allow-methods': 'GET, PUT, PATCH, DELETE',
      'access-control-allow-origin': '*',
      'access-control-max-age': '3600',
      'x-all': '1',
      'x-protocol': 'rest',
    },
  ]);
  expect((await preflight('/api/nothing')).headers.get('access-control-allow-origin')).toBeNull();
  const called = await ask('GET', '/rest/links', 'right');
  expect(called.headers.get('access-control-allow-origin')).toBe('*');
});

test('an address with many wrong tokens must wait; right ones always pass', async () => {
  const address = '203.0.113.8';
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    statuses.push((await ask('GET', '/rest/links', 'wrong', undefined, address)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  const { headers } = await ask('GET', '/rest/links', 'wrong', undefined, address);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('GET', '/rest/links', 'right', undefined, address)).status).toBe(200);
  expect((await ask('GET', '/rest/links', undefined, undefined, address)).status).toBe(401);
});

test('after a body that is too slow, every protocol closes the connection', async () => {
  authenticate.mockRejectedValueOnce(new Problem('call.too-slow'));
  const { status, headers } = await ask('POST', '/rest/links', 'right', {});
  expect([status, headers.get('connection')]).toEqual([408, 'close']);
});

test('what a protocol lacks is refused in its own form', async () => {
  const rest = await ask('GET', '/rest/nothing');
  expect([rest.status, rest.data]).toEqual([404, { type: 'call.path-unknown' }]);
  expect(rest.headers.get('x-protocol')).toBe('rest');
  const first = await ask('GET', '/api/nothing');
  expect([first.status, first.data]).toEqual([
    404,
    { code: 404, msg: 'path.not.found', data: null },
  ]);
  expect([first.headers.get('x-protocol'), first.headers.get('x-all')]).toEqual([null, '1']);
});
