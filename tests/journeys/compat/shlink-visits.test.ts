import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Scope } from '../../../contracts/access.constants.ts';
import { addDomain } from '../../../contracts/domains.ts';
import { addPerson, createToken, expectData } from '../people/people-steps.ts';
import { drain } from '../set-up-site.ts';
import { problemType, ShlinkSite, type ShlinkAnswer } from './shlink-steps.ts';

const longUrl = 'https://example.com/page';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0';
const googlebot = 'Googlebot/2.1 (+http://www.google.com/bot.html)';

let shlink: ShlinkSite;

beforeAll(async () => {
  shlink = await ShlinkSite.open();
  await expectData(shlink.site, addDomain, { host: 'go.example' }, shlink.site.token);
  await shlink.create({ longUrl, customSlug: 'red', tags: ['Color'] });
  await shlink.create({ longUrl, customSlug: 'far', domain: 'go.example' });
  for (let times = 0; times < 5; times += 1) await visit('/red', { 'user-agent': firefox });
  await visit('/red', { 'user-agent': googlebot });
  await visit('/red', { 'user-agent': firefox, referer: 'https://news.example/a?b' });
  await visit('/far', { 'user-agent': firefox, host: 'go.example' });
  await visit('/nowhere', { 'user-agent': firefox });
  await visit('/nowhere', { 'user-agent': firefox });
  await drain(shlink.site);
});
afterAll(() => shlink[Symbol.asyncDispose]());

function visit(path: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  return shlink.site.fetch(path, { redirect: 'manual', headers });
}

interface Visits {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly pagination: Readonly<Record<string, number>>;
}

function visitsIn({ body }: ShlinkAnswer): Visits {
  return body['visits'] as Visits;
}

async function list(path: `/${string}`): Promise<Visits> {
  const answer = await shlink.ask(`GET ${path}`);
  expect(answer.status).toBe(200);
  return visitsIn(answer);
}

const date: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:(?:00|15|30|45):00\+00:00$/);

test('each click on a link is a visit with the members of Shlink', async () => {
  const { data, pagination } = await list('/short-urls/red/visits');
  expect(pagination).toEqual({
    currentPage: 1,
    pagesCount: 1,
    itemsPerPage: 5000,
    itemsInCurrentPage: 7,
    totalItems: 7,
  });
  const person = {
    referer: '',
    date,
    userAgent: expect.stringContaining('Firefox/'),
    visitLocation: null,
    potentialBot: false,
    visitedUrl: shlink.short('red'),
    redirectUrl: null,
  };
  const bot = { ...person, userAgent: 'Googlebot/1.0', potentialBot: true };
  const referred = { ...person, referer: 'https://news.example/a' };
  const sorted = data.toSorted((one, other) => rankOf(one) - rankOf(other));
  expect(sorted).toEqual([...Array.from({ length: 5 }, () => person), referred, bot]);
});

function rankOf({ potentialBot, referer }: Visits['data'][number]): number {
  if (potentialBot === true) return 2;
  return referer === '' ? 0 : 1;
}

test('pages of visits hold each one once', async () => {
  const first = await list('/short-urls/red/visits?itemsPerPage=5');
  expect(first.pagination).toMatchObject({ pagesCount: 2, itemsInCurrentPage: 5, totalItems: 7 });
  const second = await list('/short-urls/red/visits?itemsPerPage=5&page=2');
  expect(second.pagination).toMatchObject({ currentPage: 2, itemsInCurrentPage: 2 });
  const whole = await list('/short-urls/red/visits?itemsPerPage=-1');
  expect([...first.data, ...second.data]).toEqual([...whole.data]);
  expect((await list('/short-urls/red/visits?page=3&itemsPerPage=5')).data).toEqual([]);
});

test.each([
  ['/short-urls/red/visits?excludeBots=true', 6],
  ['/short-urls/red/visits?excludeBots=1', 6],
  ['/short-urls/red/visits?excludeBots=false', 7],
  ['/short-urls/red/visits?startDate=2020-01-01T00:00:00Z&endDate=2090-01-01T00:00:00Z', 7],
  ['/short-urls/red/visits?startDate=2090-01-01T00:00:00Z', 0],
  ['/short-urls/red/visits?endDate=2020-01-01', 0],
  ['/short-urls/far/visits?domain=go.example', 1],
  ['/visits/non-orphan', 8],
  ['/visits/non-orphan?excludeBots=true', 7],
  ['/visits/non-orphan?domain=go.example', 1],
  ['/visits/non-orphan?domain=DEFAULT', 7],
  ['/visits/non-orphan?domain=unknown.example', 0],
  ['/tags/color/visits', 7],
  ['/tags/Color/visits?domain=go.example', 0],
  ['/domains/go.example/visits', 1],
  ['/domains/DEFAULT/visits?excludeBots=true', 6],
  ['/visits/orphan', 2],
  ['/visits/orphan?type=invalid_short_url', 2],
  ['/visits/orphan?type=base_url', 0],
  ['/visits/orphan?type=regular_404', 0],
  ['/visits/orphan?startDate=2090-01-01', 0],
] as const)('%s has %i visits', async (path, total) => {
  const { data, pagination } = await list(path);
  expect([data.length, pagination['totalItems']]).toEqual([total, total]);
});

test('a visit of a further domain has its address', async () => {
  const { data } = await list('/domains/go.example/visits');
  const { port } = new URL(shlink.site.url);
  expect(data).toMatchObject([{ visitedUrl: `http://go.example:${port}/far` }]);
});

test('visits without a link have a type, and the day as their date', async () => {
  const { data } = await list('/visits/orphan?itemsPerPage=1');
  expect(data).toEqual([
    {
      referer: '',
      date: expect.stringMatching(/T00:00:00\+00:00$/),
      userAgent: '',
      visitLocation: null,
      potentialBot: false,
      visitedUrl: shlink.short('nowhere'),
      redirectUrl: null,
      type: 'invalid_short_url',
    },
  ]);
});

test.each([
  ['/short-urls/unknown/visits', 404, 'short-url-not-found'],
  ['/tags/unknown/visits', 404, 'tag-not-found'],
  ['/domains/unknown.example/visits', 404, 'domain-not-found'],
  ['/visits/orphan?type=other', 400, 'invalid-data'],
  ['/visits/non-orphan?startDate=never', 400, 'invalid-data'],
  ['/visits/non-orphan?page=0', 400, 'invalid-data'],
] as const)('%s answers %i %s', async (path, status, slug) => {
  const { body } = await shlink.ask(`GET ${path}`);
  expect(body).toMatchObject({ status, type: problemType(slug) });
});

test('an author lists visits of its own links only', async () => {
  const author = await addPerson(shlink.site, { username: 'author', role: 'author' });
  const scopes: Scope[] = ['links:create', 'links:read', 'stats:read'];
  const key = await createToken(shlink.site, author.token, { scopes });
  await shlink.create({ longUrl, customSlug: 'own', tags: ['Color'] }, key);
  await visit('/own', { 'user-agent': firefox });
  await drain(shlink.site);
  const paths = ['/visits/non-orphan', '/tags/Color/visits', '/short-urls/own/visits'] as const;
  for (const path of paths) {
    const { data } = visitsIn(await shlink.ask(`GET ${path}`, { key }));
    expect(data).toMatchObject([{ visitedUrl: shlink.short('own') }]);
  }
  expect((await shlink.ask('GET /short-urls/red/visits', { key })).status).toBe(404);
  expect((await shlink.ask('GET /visits/orphan', { key })).status).toBe(403);
  const { body } = await shlink.ask('GET /visits', { key });
  expect(body).toMatchObject({
    visits: { nonOrphanVisits: { total: 1 }, orphanVisits: { total: 0 } },
  });
});
