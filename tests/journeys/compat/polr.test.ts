import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { addDomain } from '../../../contracts/domains.ts';
import { expectData } from '../people/people-steps.ts';
import { drain } from '../set-up-site.ts';
import { ProtocolSite } from './protocol-site.ts';
import { createAuthorToken, createScopedToken, expectNoFault, visit } from './protocol-steps.ts';

let polr: ProtocolSite;

beforeEach(async () => {
  polr = await ProtocolSite.open(() => ({}));
  await polr.switch({ polr: 1 });
});
afterEach(() => polr[Symbol.asyncDispose]());

const url = 'https://example.com/page';
const ACTION = '/api/v2/action';

async function ask(path: `/${string}`, fields: Record<string, string>, key = polr.token) {
  const query = new URLSearchParams({ ...(key !== '' && { key }), ...fields }).toString();
  const { status, body } = await polr.ask(`GET ${path}?${query}`);
  return { status, body };
}

const json = { response_type: 'json' };
const shorten = (fields: Record<string, string>, key?: string) =>
  ask(`${ACTION}/shorten`, { url, ...json, ...fields }, key);

const getData = async (fields: Record<string, string>) =>
  (await ask('/api/v2/data/link', { url_ending: 'mine', stats_type: 'day', ...fields })).body;

describe('a link', () => {
  test('is made as JSON or as plain text, by GET and POST', async () => {
    expect(await shorten({ custom_ending: 'mine' })).toEqual({
      status: 200,
      body: { action: 'shorten', result: polr.short('mine') },
    });
    expect(await ask(`${ACTION}/shorten`, { url, custom_encoding: 'yours' })).toEqual({
      status: 200,
      body: polr.short('yours'),
    });
    const form = new URLSearchParams({ url, key: polr.token, response_type: 'plain_text' });
    const sent = await polr.site.fetch(`${ACTION}/shorten`, { method: 'POST', body: form });
    expect([sent.status, sent.headers.get('content-type'), await sent.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      polr.short('mine'),
    ]);
    const head = await polr.site.fetch(`${ACTION}/shorten?key=${polr.token}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  test('belongs to the domain of the call', async () => {
    const { site } = polr;
    await expectData(site, addDomain, { host: 'go.example' }, site.token);
    const query = new URLSearchParams({ key: polr.token, url, custom_ending: 'mine' }).toString();
    const made = await polr.ask(`GET ${ACTION}/shorten?${query}`, {
      headers: { host: 'go.example' },
    });
    expect(made.body).toBe('http://go.example/mine');
    expect((await ask(`${ACTION}/lookup`, { url_ending: 'mine' })).status).toBe(404);
  });

  test('is looked up', async () => {
    await shorten({ custom_ending: 'mine' });
    const date = {
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.000000$/) as string,
      timezone_type: 3,
      timezone: 'UTC',
    };
    expect(await ask(`${ACTION}/lookup`, { url_ending: 'mine', url_key: 'x', ...json })).toEqual({
      status: 200,
      body: {
        action: 'lookup',
        result: { long_url: url, clicks: 0, created_at: date, updated_at: date },
      },
    });
    expect(await ask(`${ACTION}/lookup`, { url_ending: 'mine' })).toEqual({
      status: 200,
      body: url,
    });
  });

  test('has its clicks by day, country and referring host', async () => {
    await shorten({ custom_ending: 'mine' });
    await visit(polr.site, 'mine');
    await visit(polr.site, 'mine');
    await drain(polr.site);
    const today = new Date().toISOString().slice(0, 10);
    const lastYear = new Date(Date.now() - 360 * 86_400_000).toISOString().slice(0, 10);
    const byDay = {
      action: 'data_link_day',
      result: { url_ending: 'mine', data: [{ x: today, y: 2 }] },
    };
    expect(await getData({ stats_type: 'day' })).toEqual(byDay);
    const year = { left_bound: lastYear, right_bound: today };
    expect(await getData({ stats_type: 'day', ...year })).toEqual(byDay);
    expect(await getData({ stats_type: 'day', left_bound: today })).toEqual(byDay);
    expect(await getData({ stats_type: 'day', right_bound: lastYear })).toEqual({
      action: 'data_link_day',
      result: { url_ending: 'mine', data: [] },
    });
    expect(await getData({ stats_type: 'country' })).toEqual({
      action: 'data_link_country',
      result: { url_ending: 'mine', data: [{ label: null, clicks: 2 }] },
    });
    expect(await getData({ stats_type: 'referer' })).toEqual({
      action: 'data_link_referer',
      result: { url_ending: 'mine', data: [{ label: 'news.example.org', clicks: 2 }] },
    });
  });
});

test('of several calls at once with one ending, those that are refused make no link', async () => {
  for (const round of ['a', 'b', 'c', 'd', 'e']) {
    const calls = ['1', '2', '3'].map(async (name) => {
      const own = `${round}${name}`;
      const links = [
        { url: `${url}?${own}`, custom_ending: own },
        { url: `${url}?other-${own}`, custom_ending: `${round}-same` },
      ];
      const { status } = await ask(`${ACTION}/shorten_bulk`, { data: JSON.stringify({ links }) });
      const found = await ask(`${ACTION}/lookup`, { url_ending: own });
      return [status, found.status] as const;
    });
    const answers = (await Promise.all(calls)).toSorted(([one], [other]) => one - other);
    expect(answers).toEqual([
      [200, 200],
      [400, 404],
      [400, 404],
    ]);
  }
});

test('several links are made, or none', async () => {
  const bulk = (links: object[]) =>
    ask(`${ACTION}/shorten_bulk`, { data: JSON.stringify({ links }) });
  const mine = { url, custom_ending: 'mine', is_secret: false };
  expect(await bulk([mine, { url: 'https://example.com/b', custom_ending: 'b' }])).toEqual({
    status: 200,
    body: {
      action: 'shorten_bulk',
      result: {
        shortened_links: [
          { long_url: url, short_url: polr.short('mine') },
          { long_url: 'https://example.com/b', short_url: polr.short('b') },
        ],
      },
    },
  });
  expect(await bulk([{ url, custom_ending: 'c' }, { url: 'nothing' }])).toMatchObject({
    status: 400,
    body: { status_code: 400, error_code: 'CREATION_ERROR' },
  });
  expect((await ask(`${ACTION}/lookup`, { url_ending: 'c' })).status).toBe(404);
  const missing = { status: 400, body: { error_code: 'MISSING_PARAMETERS' } };
  expect(await bulk([])).toMatchObject(missing);
  expect(await ask(`${ACTION}/shorten_bulk`, { data: '{' })).toMatchObject(missing);
});

test.each([
  [{ url: '' }, 'MISSING_PARAMETERS'],
  [{ url: 'mailto:a@example.com' }, 'MISSING_PARAMETERS'],
  [{ custom_ending: 'a b' }, 'CREATION_ERROR'],
  [{ custom_ending: 'api' }, 'CREATION_ERROR'],
  [{ custom_ending: 'taken', url: 'https://example.com/other' }, 'CREATION_ERROR'],
  [{ is_secret: 'true' }, 'CREATION_ERROR'],
])('a link of %j is refused', async (fields, errorCode) => {
  await shorten({ custom_ending: 'taken' });
  const refused = await shorten(fields);
  expect(refused).toEqual({
    status: 400,
    body: {
      status_code: 400,
      error_code: errorCode,
      error: expect.stringMatching(/^[A-Z].*[a-z\d.]$/) as string,
    },
  });
  const { error } = refused.body as { error: string };
  expect(await shorten({ ...fields, response_type: '' })).toEqual({
    status: 400,
    body: `400 ${error}`,
  });
});

test('wrong questions about clicks are refused', async () => {
  await shorten({ custom_ending: 'mine' });
  expect(await getData({ stats_type: 'hour' })).toEqual({
    status_code: 400,
    error_code: 'INVALID_ANALYTICS_TYPE',
    error: 'Invalid analytics type requested.',
  });
  const bounds = { status_code: 400, error_code: 'ANALYTICS_ERROR' };
  expect(await getData({ left_bound: '2020-02-01', right_bound: '2020-01-01' })).toEqual({
    ...bounds,
    error: 'Invalid bounds.',
  });
  expect(await getData({ left_bound: '2010-01-01' })).toEqual({
    ...bounds,
    error: 'Bounds too broad.',
  });
  expect(await getData({ left_bound: 'soon' })).toMatchObject(bounds);
  expect(await getData({ url_ending: 'none' })).toEqual({
    status_code: 404,
    error_code: 'NOT_FOUND',
    error: 'Link not found.',
  });
});

describe('a key', () => {
  test('that is missing or wrong is refused in the asked form; many wrong ones wait', async () => {
    const error = 'Authentication token required.';
    const body = { status_code: 401, error_code: 'AUTH_ERROR', error };
    expect(await shorten({}, '')).toEqual({ status: 401, body });
    expect(await shorten({ response_type: '' }, '')).toEqual({ status: 401, body: `401 ${error}` });
    for (const key of ['wrong', 'sk-wrong', polr.site.token, 'x', 'y']) {
      const refused = { ...body, error: 'Authentication token is invalid.' };
      expect(await shorten({}, key)).toEqual({ status: 401, body: refused });
    }
    expect(await shorten({}, 'z')).toMatchObject({
      status: 429,
      body: { status_code: 429, error_code: 'QUOTA_EXCEEDED' },
    });
    expect((await shorten({})).status).toBe(200);
  });

  test('does what its scopes allow', async () => {
    await shorten({ custom_ending: 'mine' });
    const statusesOf = async (key: string) => [
      (await shorten({}, key)).status,
      (await ask(`${ACTION}/lookup`, { url_ending: 'mine' }, key)).status,
      (await ask('/api/v2/data/link', { url_ending: 'mine', stats_type: 'day' }, key)).status,
    ];
    const { site } = polr;
    expect(await statusesOf(await createScopedToken(site, 'links:create'))).toEqual([
      200, 401, 401,
    ]);
    expect(await statusesOf(await createScopedToken(site, 'links:read'))).toEqual([401, 200, 401]);
    expect(await statusesOf(await createScopedToken(site, 'stats:read'))).toEqual([401, 401, 200]);
    const closed = await shorten({}, await createScopedToken(site, 'links:read', 'stats:read'));
    expect(closed.body).toEqual({
      status_code: 401,
      error_code: 'ACCESS_DENIED',
      error: 'The API token needs the scope links:create.',
    });
  });

  test('that only creates always makes a new link', async () => {
    await shorten({ custom_ending: 'mine' });
    const key = await createScopedToken(polr.site, 'links:create');
    const made = await shorten({}, key);
    expect(made.status).toBe(200);
    expect(made.body).not.toEqual({ action: 'shorten', result: polr.short('mine') });
    expect((await shorten({})).body).toEqual({ action: 'shorten', result: polr.short('mine') });
  });

  test('of an author reaches no link of others', async () => {
    await shorten({ custom_ending: 'mine' });
    const key = await createAuthorToken(polr.site);
    expect((await ask(`${ACTION}/lookup`, { url_ending: 'mine' }, key)).status).toBe(404);
    const stats = { url_ending: 'mine', stats_type: 'day' };
    expect((await ask('/api/v2/data/link', stats, key)).status).toBe(404);
  });
});

test('pages of other origins may call; other paths belong to Kutt or to nothing', async () => {
  const preflight = await polr.site.fetch(`${ACTION}/shorten`, { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
    204,
    'GET, POST',
  ]);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(await ask(`${ACTION}/nothing`, {})).toMatchObject({
    status: 404,
    body: { error_code: 'NOT_FOUND' },
  });
  expect((await ask('/api/v2/links', { apikey: polr.token })).status).toBe(200);
});

test('off, its paths are as if it did not exist', async () => {
  await polr.switch({ polr: 0 });
  expect((await shorten({})).body).toMatchObject({ code: 404 });
});

test('an address with too many fields is refused', async () => {
  const { site } = polr;
  const many = 'a&'.repeat(1100);
  const statuses: number[] = [];
  for (const name of ['lookup', 'unknown']) {
    statuses.push((await site.fetch(`${ACTION}/${name}?${many}`)).status);
  }
  expect(statuses).toEqual([400, 404]);
});

test('no fields of a call are a fault of the server', async () => {
  await shorten({ custom_ending: 'mine' });
  const key = `key=${polr.token}`;
  const names = ['url', 'custom_ending', 'is_secret', 'response_type', 'data'];
  const made = ['shorten', 'shorten_bulk'] as const;
  await expectNoFault(
    polr,
    made.flatMap(
      (name) => [`GET ${ACTION}/${name}?${key}`, `POST ${ACTION}/${name}?${key}`] as const,
    ),
    { names, values: ['{"links":[{}]}', '{"links":[{"url":"https://example.com/"}]}'] },
  );
  await expectNoFault(polr, [`GET ${ACTION}/lookup?${key}`, `POST /api/v2/data/link?${key}`], {
    names: ['url_ending', 'stats_type', 'left_bound', 'right_bound', 'response_type'],
    values: ['mine', 'day', 'country', '2026-01-01', '99999999999'],
  });
});
