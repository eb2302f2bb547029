import { afterAll, beforeAll, expect, test } from 'bun:test';
import { addDomain } from '../../../contracts/domains.ts';
import * as routes from '../../../server/faces/v1/routes.ts';
import { expectData } from '../people/people-steps.ts';
import { V1Site } from './v1-steps.ts';

let v1: V1Site;
beforeAll(async () => {
  v1 = await V1Site.open();
});
afterAll(() => v1[Symbol.asyncDispose]());

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

test('a link is created with 201 and Location, read, changed and deleted', async () => {
  const made = await v1.ask('POST /links', {
    body: {
      long_url: 'https://example.com/a',
      short_url: 'first',
      expires_at: '2040-01-02T03:04:05Z',
    },
  });
  expect([made.status, made.headers.get('location')]).toEqual([
    201,
    `/api/v1/links/${String(made.body['id'])}`,
  ]);
  expect(routes.createLink.reply.parse(made.body)).toMatchObject({
    short_url: 'first',
    is_new: true,
    expires_at: '2040-01-02T03:04:05Z',
  });
  const path = `/links/${String(made.body['id'])}` as const;
  const read = await v1.ask(`GET ${path}`);
  const link = routes.getLink.reply.parse(read.body);
  expect([read.status, link.expires_at, link.starts_at]).toEqual([
    200,
    '2040-01-02T03:04:05Z',
    null,
  ]);
  expect(link.created_at).toMatch(ISO);
  const changed = await v1.ask(`PATCH ${path}`, { body: { title: 'New', expires_at: null } });
  expect(changed.status).toBe(200);
  expect(routes.updateLink.reply.parse(changed.body)).toMatchObject({
    title: 'New',
    expires_at: null,
    long_url: 'https://example.com/a',
  });
  const gone = await v1.ask(`DELETE ${path}`);
  expect([gone.status, gone.body]).toEqual([204, {}]);
  for (const call of [`GET ${path}`, `DELETE ${path}`] as const) {
    expect(await v1.ask(call)).toMatchObject({
      status: 404,
      body: { type: 'urn:brisk:problem:link-unknown', status: 404 },
    });
  }
});

test('a link that exists is answered with 200', async () => {
  const body = { long_url: 'https://example.com/same' };
  const first = await v1.ask('POST /links', { body });
  const again = await v1.ask('POST /links', { body });
  expect([first.status, again.status, again.body['is_new']]).toEqual([201, 200, false]);
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
});

test('rules and reports show their times as ISO 8601', async () => {
  const rules = [
    { when: { from: '2030-01-01', until: 1_900_000_000 }, target: 'https://b.example/' },
  ];
  const made = await v1.ask('POST /links', {
    body: { long_url: 'https://example.com/r', short_url: 'ruled', rules },
  });
  const { body } = await v1.ask(`GET /links/${String(made.body['id'])}`);
  expect(body['rules']).toEqual([
    {
      when: { from: '2030-01-01T00:00:00Z', until: '2030-03-17T17:46:40Z' },
      target: 'https://b.example/',
    },
  ]);
  const report = await v1.ask('GET /stats/report?period=7d&compare=before&short_url=ruled');
  const shown = routes.getReport.reply.parse(report.body);
  expect([report.status, shown.bars.length > 0, shown.compared !== null]).toEqual([
    200,
    true,
    true,
  ]);
  expect(shown.from).toMatch(ISO);
});

test('many links are created and changed at once', async () => {
  const sent = {
    links: [
      { long_url: 'https://example.com/m1', short_url: 'm1' },
      { long_url: 'nonsense' },
      { long_url: 'https://example.com/m2', short_url: 'm2', expires_at: '2041-01-01T00:00:00Z' },
    ],
    tags: ['many'],
  };
  const { status, body } = await v1.ask('POST /links/many', { body: sent });
  const { results } = routes.createMany.reply.parse(body);
  expect([status, results.map(({ state }) => state)]).toEqual([
    200,
    ['created', 'failed', 'created'],
  ]);
  expect(results[2]?.link?.expires_at).toBe('2041-01-01T00:00:00Z');
  const bulk = await v1.ask('POST /links/bulk', {
    body: { where: { tag: 'many' }, set: { expires_at: '2042-01-01T00:00:00Z' } },
  });
  const reply = routes.editMany.reply.parse(bulk.body);
  expect([bulk.status, reply.changed]).toEqual([200, 2]);
  expect(reply.examples.map(({ changes }) => changes)).toEqual([
    [{ field: 'expires_at', from: null, to: '2042-01-01T00:00:00Z' }],
    [{ field: 'expires_at', from: '2041-01-01T00:00:00Z', to: '2042-01-01T00:00:00Z' }],
  ]);
});

test('tags and domains are lists', async () => {
  await expectData(v1.site, addDomain, { host: 'go.example' }, v1.site.token);
  const tags = await v1.ask('GET /tags');
  expect(routes.listTags.reply.parse(tags.body).data.map(({ name }) => name)).toEqual(['many']);
  const domains = await v1.ask('GET /domains');
  expect(routes.listDomains.reply.parse(domains.body).data).toMatchObject([{ host: 'go.example' }]);
  expect([tags.body['next_cursor'], domains.body['next_cursor']]).toEqual([null, null]);
});

test.each([
  [
    'POST /links',
    { long_url: 'https://example.com/', titel: 'x' },
    400,
    'request-invalid',
    'titel',
  ],
  ['POST /links', { long_url: 'https://example.com/', id: 5 }, 400, 'request-invalid', 'id'],
  [
    'POST /links?dry_run=1',
    { long_url: 'https://example.com/' },
    400,
    'request-invalid',
    'dry_run',
  ],
  ['POST /links', { long_url: 'ftp://example.com/' }, 400, 'request-invalid', 'long_url'],
  [
    'POST /links',
    { long_url: 'https://example.com/2', short_url: 'ruled' },
    409,
    'code-taken',
    'short_url',
  ],
  [
    'POST /links',
    { long_url: 'https://example.com/3', expires_at: '2001-01-01' },
    400,
    'time-past',
    'expires_at',
  ],
  [
    'POST /links',
    { long_url: 'https://example.com/3', domain: 'no.example' },
    400,
    'domain-unknown',
    'domain',
  ],
  [
    'POST /links/many',
    { links: [{ long_url: 'https://example.com/4', nope: 1 }] },
    400,
    'request-invalid',
    'links.0.nope',
  ],
  ['GET /links?nope=1', undefined, 400, 'request-invalid', 'nope'],
  ['GET /links?limit=201', undefined, 400, 'request-invalid', 'limit'],
  ['GET /links?sort=long_url', undefined, 400, 'request-invalid', 'sort'],
  ['GET /links/x', undefined, 400, 'request-invalid', 'id'],
  ['GET /nowhere', undefined, 404, 'path-unknown', undefined],
  ['PUT /links', {}, 405, 'method-wrong', undefined],
] as const)('%s with %j is refused with %d', async (call, body, status, name, field) => {
  const refused = await v1.ask(call, { body });
  expect(refused.headers.get('content-type')).toBe('application/problem+json');
  const problem = routes.problem.parse(refused.body);
  expect(problem).toMatchObject({ status, type: `urn:brisk:problem:${name}` });
  expect([refused.status, problem.issues?.[0]?.field]).toEqual([status, field]);
});

const match = (tag: string) => ({ headers: { 'if-match': tag } });

test('a change or deletion with If-Match needs the ETag of the link', async () => {
  const [id = 0] = await v1.create({ long_url: 'https://example.com/etag', short_url: 'etag' });
  const path = `/links/${id}` as const;
  const { headers } = await v1.ask(`GET ${path}`);
  const etag = headers.get('etag')!;
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  const changed = await v1.ask(`PATCH ${path}`, { body: { tags: ['x'] }, ...match(etag) });
  const next = changed.headers.get('etag')!;
  expect([changed.status, next === etag]).toEqual([200, false]);
  expect((await v1.ask(`GET ${path}`)).headers.get('etag')).toBe(next);
  for (const tag of [etag, `W/${next}`, 'nonsense', '']) {
    for (const call of ['PATCH', 'DELETE']) {
      const body = call === 'PATCH' ? { title: 'lost' } : undefined;
      const refused = await v1.ask(`${call} ${path}`, { body, ...match(tag) });
      expect([tag, refused.status, refused.body['type']]).toEqual([
        tag,
        412,
        'urn:brisk:problem:link-changed',
      ]);
    }
  }
  const many = await v1.ask(`PATCH ${path}`, { body: { title: 'b' }, ...match(`"x", ${next}`) });
  expect([many.status, many.body['title']]).toEqual([200, 'b']);
  const any = await v1.ask(`PATCH ${path}`, { body: { title: 'c' }, ...match('*') });
  const last = any.headers.get('etag')!;
  expect((await v1.ask(`DELETE ${path}`, match(last))).status).toBe(204);
});

test('of two changes with the same ETag, one is refused', async () => {
  const [id = 0] = await v1.create({ long_url: 'https://example.com/race', short_url: 'race' });
  const { headers } = await v1.ask(`GET /links/${id}`);
  const match = { 'if-match': headers.get('etag')! };
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((title) =>
      v1.ask(`PATCH /links/${id}`, { body: { title }, headers: match }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
});
