import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { addDomain } from '../../../contracts/domains.ts';
import { createLink } from '../../../contracts/links/links.ts';
import { setOption } from '../../../contracts/site.ts';
import { expectData } from '../people/people-steps.ts';
import { drain } from '../set-up-site.ts';
import { problemType, ShlinkSite } from './shlink-steps.ts';

let shlink: ShlinkSite;

beforeEach(async () => {
  shlink = await ShlinkSite.open();
});
afterEach(() => shlink[Symbol.asyncDispose]());

const longUrl = 'https://example.com/page';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0';
const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
const none = { total: 0, nonBots: 0, bots: 0 };

function shown(code: string, more: object = {}): object {
  return {
    shortUrl: shlink.short(code),
    shortCode: code,
    longUrl,
    dateCreated: date,
    tags: [],
    meta: { validSince: null, validUntil: null, maxVisits: null },
    domain: null,
    title: null,
    crawlable: false,
    forwardQuery: true,
    visitsSummary: none,
    visitsCount: 0,
    hasRedirectRules: false,
    ...more,
  };
}

/** The expiry of a link that is made with this one. */
async function readUntil(validUntil: string): Promise<unknown> {
  const { body } = await shlink.create({ longUrl, validUntil });
  return (body['meta'] as { validUntil: unknown }).validUntil;
}

describe('a link', () => {
  test('is made with all its fields, read, edited and deleted', async () => {
    const meta = {
      validSince: '2026-01-01T00:00:00+00:00',
      validUntil: '2090-01-01T00:00:00+00:00',
      maxVisits: 5,
    };
    const fields = { customSlug: 'My Slug/a', title: 'A page', tags: ['one', 'two'], ...meta };
    const made = await shlink.create({ longUrl, forwardQuery: false, ...fields });
    const { tags, title } = fields;
    const link = shown('my-slug-a', { tags, title, meta, forwardQuery: false });
    expect([made.status, made.body]).toEqual([200, { ...link }]);
    const got = await shlink.ask('GET /short-urls/my-slug-a');
    expect([got.status, got.body]).toEqual([200, { ...link }]);

    const change = { longUrl: 'https://other.example/', maxVisits: null, validUntil: null };
    const edited = await shlink.ask('PATCH /short-urls/my-slug-a', { body: change });
    expect(edited.body).toMatchObject({
      longUrl: 'https://other.example/',
      title: 'A page',
      tags,
      meta: { ...meta, maxVisits: null, validUntil: null },
    });
    const emptied = { title: null, tags: [], validSince: null, forwardQuery: true };
    expect((await shlink.ask('PATCH /short-urls/my-slug-a', { body: emptied })).body).toMatchObject(
      { title: null, tags: [], meta: { validSince: null }, forwardQuery: true },
    );

    const removed = await shlink.ask('DELETE /short-urls/my-slug-a');
    expect([removed.status, removed.body]).toEqual([204, {}]);
    expect((await shlink.ask('GET /short-urls/my-slug-a')).status).toBe(404);
  });

  test('is new at each call, unless an equal one is asked for', async () => {
    const first = await shlink.create({ longUrl, customSlug: 'first', tags: ['a', 'b'] });
    expect(first.status).toBe(200);
    const second = await shlink.create({ longUrl });
    expect(second.body['shortCode']).not.toBe('first');
    const find = async (more: object): Promise<unknown> =>
      (await shlink.create({ longUrl, findIfExists: true, ...more })).body['shortCode'];
    expect(await find({})).toBe('first');
    expect(await find({ tags: [] })).toBe('first');
    expect(await find({ tags: ['B', 'a'] })).toBe('first');
    expect(await find({ customSlug: 'first' })).toBe('first');
    expect(await find({ tags: ['c'] })).not.toBe('first');
    expect(await find({ maxVisits: 9 })).not.toBe('first');
  });

  test('with a password or rules is given back only when its code is asked for', async () => {
    const protectedLink = { long_url: longUrl, short_url: 'closed', password: 'secret word' };
    await expectData(shlink.site, createLink, protectedLink, shlink.site.token);
    const asked = { longUrl, findIfExists: true };
    expect((await shlink.create(asked)).body['shortCode']).not.toBe('closed');
    const named = await shlink.create({ ...asked, customSlug: 'closed' });
    expect(named.body['shortCode']).toBe('closed');
  });

  test.each([4, 12])('gets a code of the length that is asked for: %i', async (shortCodeLength) => {
    const { body } = await shlink.create({ longUrl, shortCodeLength });
    expect(String(body['shortCode'])).toHaveLength(shortCodeLength);
  });

  test('takes the dates that clients send', async () => {
    expect(await readUntil('2030-01-01')).toBe('2030-01-01T00:00:00+00:00');
    expect(await readUntil('2030-01-01T00:00:00 01:00')).toBe('2029-12-31T23:00:00+00:00');
    expect(await readUntil('2030-01-01T00:00:00')).toBe('2030-01-01T00:00:00+00:00');
    expect(await readUntil('None')).toBeNull();
    expect(await readUntil('')).toBeNull();
  });

  test('is made by a form, and by an address', async () => {
    const body = new URLSearchParams({ longUrl, customSlug: 'form', validSince: 'None' });
    body.append('tags', 'one');
    const init = { method: 'POST', body, headers: { 'x-api-key': shlink.key } };
    const made = await shlink.site.fetch('/rest/v1/short-urls', init);
    expect(await made.json()).toEqual(shown('form', { tags: ['one'] }));

    const query = new URLSearchParams({ longUrl, apiKey: shlink.key });
    const shorten = (more: string, accept = '*/*'): Promise<Response> =>
      shlink.site.fetch(`/rest/v2/short-urls/shorten?${String(query)}${more}`, {
        headers: { accept },
      });
    const text = await shorten('&format=txt');
    expect(text.headers.get('content-type')).toStartWith('text/plain');
    expect(await text.text()).toStartWith(shlink.site.url);
    expect(await (await shorten('', 'text/plain')).text()).toStartWith(shlink.site.url);
    expect(await (await shorten('&format=json', 'text/plain')).json()).toMatchObject({ longUrl });
  });

  test('belongs to a further domain', async () => {
    await expectData(shlink.site, addDomain, { host: 'go.example' }, shlink.site.token);
    const made = await shlink.create({ longUrl, customSlug: 'a', domain: 'go.example' });
    expect(made.body).toMatchObject({ shortCode: 'a', domain: 'go.example' });
    expect((await shlink.ask('GET /short-urls/a')).status).toBe(404);
    expect((await shlink.ask('GET /short-urls/a?domain=GO.example')).status).toBe(200);
    expect(await shlink.codes('domain=go.example')).toEqual(['a']);
    expect(await shlink.codes('domain=DEFAULT')).toEqual([]);
    expect(await shlink.codes('domain=other.example')).toEqual([]);
    const taken = await shlink.create({ longUrl, customSlug: 'a', domain: 'go.example' });
    expect(taken.body).toEqual({
      type: problemType('non-unique-slug'),
      title: 'Invalid custom slug',
      detail: 'Provided slug "a" is already in use for domain "go.example".',
      status: 400,
      customSlug: 'a',
      domain: 'go.example',
    });
    expect((await shlink.ask('DELETE /short-urls/a?domain=go.example')).status).toBe(204);
  });
});

describe('a list', () => {
  beforeEach(async () => {
    await shlink.create({ longUrl, customSlug: 'one', tags: ['red'], title: 'Zebra' });
    await shlink.create({ longUrl, customSlug: 'two', tags: ['red', 'blue'], title: 'Ant' });
    await shlink.create({ longUrl: 'https://b.example/', customSlug: 'three', maxVisits: 3 });
  });

  test('has pages, the newest links first', async () => {
    const { status, body } = await shlink.ask('GET /short-urls?page=1&itemsPerPage=2');
    expect([status, body]).toEqual([
      200,
      {
        shortUrls: {
          data: [
            shown('three', {
              longUrl: 'https://b.example/',
              meta: { validSince: null, validUntil: null, maxVisits: 3 },
            }),
            shown('two', { tags: ['blue', 'red'], title: 'Ant' }),
          ],
          pagination: {
            currentPage: 1,
            pagesCount: 2,
            itemsPerPage: 2,
            itemsInCurrentPage: 2,
            totalItems: 3,
          },
        },
      },
    ]);
    expect(await shlink.codes('page=2&itemsPerPage=2')).toEqual(['one']);
    expect(await shlink.codes('page=9&itemsPerPage=2')).toEqual([]);
    expect(await shlink.codes('itemsPerPage=-1')).toEqual(['three', 'two', 'one']);
  });

  test.each([
    ['searchTerm=zebra', ['one']],
    ['tags[]=red&tags[]=blue', ['two', 'one']],
    ['tags[]=red&tags[]=blue&tagsMode=all', ['two']],
    ['excludeTags[]=blue', ['three', 'one']],
    ['excludeTags[]=red&excludeTags[]=blue&excludeTagsMode=all', ['three', 'one']],
    ['excludeTags[]=unknown', ['three', 'two', 'one']],
    ['tags[]=unknown', []],
    ['tags[]=red&excludeTags[]=blue', ['one']],
    ['orderBy=title-ASC', ['three', 'two', 'one']],
    ['orderBy=shortCode', ['one', 'three', 'two']],
    ['orderBy=longUrl-DESC&itemsPerPage=1', ['two']],
    ['orderBy=visits-DESC&itemsPerPage=1', ['three']],
    ['startDate=2090-01-01T00:00:00Z', []],
    ['endDate=2020-01-01', []],
    ['startDate=2020-01-01&endDate=2090-01-01T00:00:00%2B00:00', ['three', 'two', 'one']],
    ['excludeMaxVisitsReached=true&excludePastValidUntil=true', ['three', 'two', 'one']],
  ])('is narrowed and sorted by %s', async (query, codes) => {
    expect(await shlink.codes(query)).toEqual(codes);
  });
});

test('visits are counted, those of bots apart', async () => {
  await shlink.create({ longUrl, customSlug: 'seen' });
  const visit = (path: string, agent: string): Promise<Response> =>
    shlink.site.fetch(path, { redirect: 'manual', headers: { 'user-agent': agent } });
  await visit('/seen', firefox);
  await visit('/seen', 'Googlebot/2.1 (+http://www.google.com/bot.html)');
  await visit('/nowhere', firefox);
  await drain(shlink.site);
  const seen = { total: 2, nonBots: 1, bots: 1 };
  const orphanVisits = { total: 1, nonBots: 1, bots: 0 };
  expect((await shlink.ask('GET /visits')).body).toEqual({
    visits: { nonOrphanVisits: seen, orphanVisits },
  });
  expect((await shlink.ask('GET /short-urls/seen')).body).toMatchObject({ visitsSummary: seen });
});

describe('the protocol', () => {
  test('tells its health without a key, at each version', async () => {
    for (const path of ['/rest/health', '/rest/v1/health', '/rest/v3/health']) {
      const response = await shlink.site.fetch(path);
      expect(response.headers.get('content-type')).toBe('application/health+json');
      expect(await response.json()).toMatchObject({ status: 'pass', version: '5.1.0' });
    }
  });

  test('lets pages of other origins call with a key in a header', async () => {
    const preflight = await shlink.site.fetch('/rest/v3/short-urls', {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'x-api-key' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-api-key');
    const { headers } = await shlink.ask('GET /short-urls');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('is gone when it is off, and the codes rest and v4 are links', async () => {
    for (const customSlug of ['rest', 'v4']) {
      await shlink.create({ longUrl, customSlug });
      const visit = await shlink.site.fetch(`/${customSlug}`, { redirect: 'manual' });
      expect(visit.headers.get('location')).toBe(longUrl);
    }
    const off = { key: 'compat', value: JSON.stringify({ shlink: 0 }) };
    await expectData(shlink.site, setOption, off, shlink.site.token);
    expect((await shlink.site.fetch('/rest/health')).status).toBe(404);
  });
});
