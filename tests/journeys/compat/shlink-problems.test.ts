import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Scope } from '../../../contracts/access.constants.ts';
import { fc } from '../../support/random.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { addPerson, createToken } from '../people/people-steps.ts';
import { problemType, ShlinkSite } from './shlink-steps.ts';

let shlink: ShlinkSite;

beforeAll(async () => {
  shlink = await ShlinkSite.open();
  await shlink.create({ longUrl: 'https://example.com/', customSlug: 'there', tags: ['red'] });
});
afterAll(() => shlink[Symbol.asyncDispose]());

const longUrl = 'https://example.com/page';

const noKey = {
  type: problemType('missing-authentication'),
  title: 'Invalid authorization',
  detail:
    'Expected one of the following authentication headers, ["X-Api-Key"], but none were provided',
  status: 401,
  expectedHeaders: ['X-Api-Key'],
};

const calls = [
  ['GET /short-urls', 'links:read'],
  ['POST /short-urls', 'links:create'],
  ['GET /short-urls/there', 'links:read'],
  ['PATCH /short-urls/there', 'links:write'],
  ['DELETE /short-urls/unknown', 'links:write'],
  ['GET /short-urls/there/redirect-rules', 'links:read'],
  ['POST /short-urls/there/redirect-rules', 'links:write'],
  ['GET /tags', 'links:read'],
  ['GET /tags/stats', 'links:read'],
  ['PUT /tags', 'links:write'],
  ['DELETE /tags', 'links:write'],
  ['GET /domains', 'links:read'],
  ['PATCH /domains/redirects', 'domains:write'],
  ['GET /visits', 'stats:read'],
  ['GET /visits/non-orphan', 'stats:read'],
  ['GET /visits/orphan', 'stats:read'],
  ['GET /short-urls/there/visits', 'stats:read'],
  ['GET /tags/red/visits', 'stats:read'],
  ['GET /domains/DEFAULT/visits', 'stats:read'],
] as const;

describe.each(calls)('%s', (call, scope) => {
  const slug = call.includes('/tags')
    ? 'forbidden-tag-operation'
    : call.includes('/domains')
      ? 'forbidden-domain-operation'
      : 'forbidden-operation';

  test('needs a key, which must be a right one with the scope', async () => {
    const nobody = await shlink.ask(call, { key: '' });
    expect([nobody.status, nobody.body]).toEqual([401, noKey]);
    expect(nobody.headers.get('content-type')).toBe('application/problem+json');
    const others: readonly Scope[] = ['status:read', 'export'];
    const lacking = await createToken(shlink.site, shlink.site.token, { scopes: others });
    const refused = await shlink.ask(call, { key: lacking });
    expect([refused.status, refused.body]).toMatchObject([403, { type: problemType(slug) }]);
    const fitting = await createToken(shlink.site, shlink.site.token, { scopes: [scope] });
    expect([401, 403]).not.toContain((await shlink.ask(call, { key: fitting })).status);
  });
});

test('wrong keys are refused, then wait, while right ones pass', async () => {
  await using own = await ShlinkSite.open();
  const wrong = () => own.ask('GET /tags', { key: 'sk-wrong' });
  for (let tried = 0; tried < 5; tried += 1) {
    const { status, body } = await wrong();
    expect([status, body]).toEqual([
      401,
      {
        type: problemType('invalid-api-key'),
        title: 'Invalid API key',
        detail: 'Provided API key does not exist or is invalid.',
        status: 401,
      },
    ]);
  }
  const waiting = await wrong();
  expect([waiting.status, waiting.body['type']]).toEqual([429, problemType('too-many-calls')]);
  expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await own.ask('GET /tags')).status).toBe(200);
});

test('a login is no key', async () => {
  const { status, body } = await shlink.ask('GET /tags', { key: shlink.site.token });
  expect([status, body['type']]).toEqual([401, problemType('invalid-api-key')]);
});

test.each([
  [{}, ['longUrl']],
  [{ longUrl: 'nonsense' }, ['longUrl']],
  [{ longUrl: 'mailto:ada@example.com' }, ['longUrl']],
  [{ longUrl, customSlug: 'a:b' }, ['customSlug']],
  [{ longUrl, customSlug: 'admin' }, ['customSlug']],
  [{ longUrl, shortCodeLength: 3 }, ['shortCodeLength']],
  [{ longUrl, maxVisits: 0 }, ['maxVisits']],
  [{ longUrl, domain: 'unknown.example' }, ['domain']],
  [{ longUrl, validUntil: 'tomorrow' }, ['validUntil']],
  [{ longUrl, validUntil: '2020-01-01' }, ['validUntil']],
  [{ longUrl, pathPrefix: 'a' }, ['pathPrefix']],
  [{ longUrl, tags: [1] }, ['tags']],
])('%j is no link', async (fields, invalidElements) => {
  const { status, body } = await shlink.create(fields);
  expect([status, body]).toEqual([
    400,
    {
      type: problemType('invalid-data'),
      title: 'Invalid data',
      detail: expect.stringContaining('Provided data is not valid'),
      status: 400,
      invalidElements,
    },
  ]);
});

test('problems have the types that clients compare', async () => {
  const own = await shlink.create({ longUrl: shlink.short('there') });
  expect(own.body).toMatchObject({ status: 400, invalidElements: ['longUrl'] });
  const taken = await shlink.create({ longUrl, customSlug: 'there' });
  expect(taken.body).toEqual({
    type: problemType('non-unique-slug'),
    title: 'Invalid custom slug',
    detail: 'Provided slug "there" is already in use.',
    status: 400,
    customSlug: 'there',
  });
  for (const call of ['GET', 'PATCH', 'DELETE'] as const) {
    const { body } = await shlink.ask(`${call} /short-urls/un%20known?domain=a.example`);
    expect(body).toEqual({
      type: problemType('short-url-not-found'),
      title: 'Short URL not found',
      detail: 'No URL found with short code "un known" for domain "a.example"',
      status: 404,
      shortCode: 'un known',
      domain: 'a.example',
    });
  }
  const asked: readonly (readonly [`${string} /${string}`, number, string])[] = [
    ['GET /nothing', 404, 'not-found'],
    ['POST /tags', 405, 'method-not-allowed'],
    ['GET /mercure-info', 501, 'mercure-not-configured'],
    ['DELETE /short-urls/there/visits', 403, 'forbidden-visits-operation'],
    ['DELETE /visits/orphan', 403, 'forbidden-visits-operation'],
    ['GET /short-urls?orderBy=color', 400, 'invalid-data'],
    ['GET /short-urls?orderBy=title-UP', 400, 'invalid-data'],
  ];
  for (const [call, status, slug] of asked) {
    const answer = await shlink.ask(call);
    expect([call, answer.status, answer.body['type']]).toEqual([call, status, problemType(slug)]);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  }
  const init = { method: 'POST', headers: { 'x-api-key': shlink.key }, body: '{"longUrl":' };
  const broken = await shlink.site.fetch('/rest/v3/short-urls', init);
  expect(await broken.json()).toMatchObject({
    type: problemType('malformed-request-body'),
    title: 'Malformed request body',
    status: 400,
  });
  const unsigned = await shlink.site.fetch(`/rest/v3/short-urls/shorten?longUrl=${longUrl}`);
  expect(await unsigned.json()).toMatchObject({ status: 401, param: 'apiKey' });
});

test('a key that only creates always makes a new link, and learns of no other', async () => {
  const scopes: Scope[] = ['links:create'];
  const key = await createToken(shlink.site, shlink.site.token, { scopes });
  const made = await shlink.create({ longUrl: 'https://example.com/', findIfExists: true }, key);
  expect(made.status).toBe(200);
  expect(made.body['shortCode']).not.toBe('there');
  expect(made.body).toMatchObject({ tags: [], hasRedirectRules: false, forwardQuery: true });
  expect((await shlink.ask('GET /short-urls', { key })).status).toBe(403);
});

test('an author sees and changes links of its own only', async () => {
  const author = await addPerson(shlink.site, { username: 'author', role: 'author' });
  const scopes: Scope[] = ['links:create', 'links:read', 'links:write'];
  const key = await createToken(shlink.site, author.token, { scopes });
  await shlink.create({ longUrl, customSlug: 'own' }, key);
  const { body } = await shlink.ask('GET /short-urls', { key });
  expect(body).toMatchObject({ shortUrls: { data: [{ shortCode: 'own' }] } });
  expect((await shlink.ask('GET /short-urls/there', { key })).status).toBe(404);
  expect((await shlink.ask('DELETE /short-urls/there', { key })).status).toBe(404);
  expect((await shlink.ask('DELETE /tags?tags[]=red', { key })).status).toBe(403);
});

test('no request makes the server fail', async () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: 'binary', maxLength: 80 }),
  );
  const names = ['longUrl', 'customSlug', 'tags', 'validUntil', 'maxVisits', 'title', 'domain'];
  const more = [
    'page',
    'itemsPerPage',
    'orderBy',
    'redirectRules',
    'oldName',
    'newName',
    'excludeBots',
    'type',
  ];
  const body = fc.dictionary(fc.constantFrom(...names, ...more), value, { maxKeys: 6 });
  const asked = fc.tuple(fc.constantFrom(...calls.map(([call]) => call)), body);
  await fc.assert(
    fc.asyncProperty(asked, async ([call, fields]) => {
      const pairs = Object.entries(fields).map(([name, one]): [string, string] => [
        name,
        typeof one === 'string' ? one.toWellFormed() : JSON.stringify(one),
      ]);
      const isGet = call.startsWith('GET');
      const path = isGet ? (`${call}?${String(new URLSearchParams(pairs))}` as const) : call;
      const { status } = await shlink.ask(path, isGet ? {} : { body: fields });
      expect(status).toBeLessThan(500);
    }),
    { numRuns: chooseForRun(60, 1000) },
  );
});
