import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Scope } from '../../../contracts/access.constants.ts';
import { addDomain } from '../../../contracts/domains.ts';
import { getLink, updateLink } from '../../../contracts/links/links.ts';
import { createToken, expectData } from '../people/people-steps.ts';
import { problemType, ShlinkSite } from './shlink-steps.ts';

let shlink: ShlinkSite;

beforeEach(async () => {
  shlink = await ShlinkSite.open();
});
afterEach(() => shlink[Symbol.asyncDispose]());

const longUrl = 'https://example.com/page';

describe('tags', () => {
  beforeEach(async () => {
    await shlink.create({ longUrl, tags: ['red', 'blue'] });
    await shlink.create({ longUrl, tags: ['red'] });
  });

  test('are listed by name, with the number of their links', async () => {
    expect((await shlink.ask('GET /tags')).body).toMatchObject({ tags: { data: ['blue', 'red'] } });
    const visitsSummary = { total: 0, nonBots: 0, bots: 0 };
    expect((await shlink.ask('GET /tags/stats')).body).toEqual({
      tags: {
        data: [
          { tag: 'blue', shortUrlsCount: 1, visitsCount: 0, visitsSummary },
          { tag: 'red', shortUrlsCount: 2, visitsCount: 0, visitsSummary },
        ],
        pagination: {
          currentPage: 1,
          pagesCount: 1,
          itemsPerPage: 2,
          itemsInCurrentPage: 2,
          totalItems: 2,
        },
      },
    });
    const { body } = await shlink.ask('GET /tags?searchTerm=RE&orderBy=shortUrlsCount-DESC&page=1');
    expect(body).toMatchObject({ tags: { data: ['red'] } });
    const first = await shlink.ask('GET /tags/stats?orderBy=shortUrlsCount-DESC&itemsPerPage=1');
    expect(first.body).toMatchObject({
      tags: { data: [{ tag: 'red' }], pagination: { pagesCount: 2, totalItems: 2 } },
    });
  });

  test('are renamed, but not onto another one, and deleted', async () => {
    const rename = (oldName: string, newName: string) =>
      shlink.ask('PUT /tags', { body: { oldName, newName } });
    expect((await rename('red', 'green')).status).toBe(204);
    expect((await rename('green', 'green')).status).toBe(204);
    expect((await rename('none', 'other')).body).toMatchObject({
      type: problemType('tag-not-found'),
      status: 404,
      tag: 'none',
    });
    expect((await rename('green', 'blue')).body).toMatchObject({
      type: problemType('tag-conflict'),
      status: 409,
      oldName: 'green',
      newName: 'blue',
    });
    expect((await shlink.ask('DELETE /tags?tags[]=green&tags[]=none')).status).toBe(204);
    expect((await shlink.ask('GET /tags')).body).toMatchObject({ tags: { data: ['blue'] } });
  });
});

describe('domains', () => {
  test('have names in Unicode, too', async () => {
    const { site } = shlink;
    const host = 'xn--bcher-kva.example';
    await expectData(site, addDomain, { host }, site.token);
    const { body } = await shlink.create({
      longUrl: 'https://example.com/',
      domain: 'Bücher.example',
    });
    expect(body['domain']).toBe(host);
  });

  test('are listed with their redirects, which can be set', async () => {
    await expectData(shlink.site, addDomain, { host: 'go.example' }, shlink.site.token);
    const none = { baseUrlRedirect: null, regular404Redirect: null, invalidShortUrlRedirect: null };
    const { host } = new URL(shlink.site.url);
    expect((await shlink.ask('GET /domains')).body).toEqual({
      domains: {
        data: [
          { domain: host, isDefault: true, redirects: none },
          { domain: 'go.example', isDefault: false, redirects: none },
        ],
        defaultRedirects: none,
      },
    });
    const scopes: Scope[] = ['domains:write'];
    const key = await createToken(shlink.site, shlink.site.token, { scopes });
    const set = (body: object) => shlink.ask('PATCH /domains/redirects', { body, key });
    const home = 'https://home.example/';
    const missed = 'https://missed.example/';
    const both = { baseUrlRedirect: home, invalidShortUrlRedirect: missed };
    expect((await set({ domain: 'go.example', ...both })).body).toEqual({
      ...both,
      regular404Redirect: missed,
    });
    expect((await set({ domain: 'go.example', baseUrlRedirect: null })).body).toMatchObject({
      baseUrlRedirect: null,
      invalidShortUrlRedirect: missed,
    });
    expect((await set({ domain: 'no.example', ...both })).body).toMatchObject({
      type: problemType('domain-not-found'),
      status: 404,
      authority: 'no.example',
    });
    expect((await set({ domain: host, ...both })).body).toMatchObject({
      type: problemType('invalid-data'),
      invalidElements: ['domain'],
    });
  });
});

const condition = (type: string, matchValue: string | null, matchKey: string | null = null) => ({
  type,
  matchKey,
  matchValue,
});

describe('rules', () => {
  const path = '/short-urls/ruled/redirect-rules';
  const post = (redirectRules: unknown, headers = {}) =>
    shlink.ask(`POST ${path}`, { body: { redirectRules }, headers });
  const target = 'https://rule.example/';

  beforeEach(async () => {
    await shlink.create({ longUrl, customSlug: 'ruled' });
  });

  test('go there and back', async () => {
    const sets = [
      [condition('device', 'android')],
      [condition('device', 'mobile'), condition('language', 'de-AT')],
      [condition('browser', 'firefox')],
      [condition('browser', 'android_browser')],
      [condition('geolocation-country-code', 'DE')],
      [condition('query-param', '1', 'a'), condition('any-value-query-param', null, 'b')],
      [condition('valueless-query-param', null, 'c')],
      [
        condition('after-date', '2030-01-01T00:00:00+00:00'),
        condition('before-date', '2031-01-01T00:00:00+00:00'),
      ],
    ];
    const sent = sets.map((conditions) => ({ longUrl: target, conditions }));
    const redirectRules = sent.map((rule, at) => ({ ...rule, priority: at + 1 }));
    const stored = { defaultLongUrl: longUrl, redirectRules };
    expect((await post(sent)).body).toEqual(stored);
    expect((await shlink.ask(`GET ${path}`)).body).toEqual(stored);
    expect((await shlink.ask('GET /short-urls/ruled')).body['hasRedirectRules']).toBe(true);
    expect((await post([])).body).toEqual({ defaultLongUrl: longUrl, redirectRules: [] });
  });

  test.each(['ip-address', 'geolocation-city-name', 'unheard-of'])(
    'with the condition %s are refused by its name',
    async (type) => {
      const { status, body } = await post([
        { longUrl: target, conditions: [condition(type, 'a')] },
      ]);
      expect([status, body]).toMatchObject([400, { invalidElements: ['redirectRules'] }]);
      expect(body['detail']).toContain(type);
    },
  );

  test.each([[[{}]], [[null]], [[[]]], [['']]])(
    'cannot be read from %j, and stay',
    async (sent) => {
      const rule = { longUrl: target, conditions: [condition('device', 'ios')] };
      const stored = (await post([rule])).body;
      const { status, body } = await post(sent);
      expect([status, body]).toMatchObject([400, { invalidElements: ['redirectRules'] }]);
      expect((await shlink.ask(`GET ${path}`)).body).toEqual(stored);
    },
  );

  test('that Shlink cannot show are kept, unless the caller gives them up', async () => {
    const about = { short_url: 'ruled' };
    const { id } = await expectData<{ id: number }>(shlink.site, getLink, about, shlink.site.token);
    const hours = { from: '09:00', until: '17:00', time_zone: 'UTC' };
    const rules = [{ when: { hours }, target }];
    await expectData(shlink.site, updateLink, { id, rules }, shlink.site.token);
    expect((await shlink.ask(`GET ${path}`)).body['redirectRules']).toEqual([]);
    expect((await shlink.ask('GET /short-urls/ruled')).body['hasRedirectRules']).toBe(true);
    const rule = { longUrl: target, conditions: [condition('device', 'ios')] };
    const refused = await post([rule]);
    expect(refused.status).toBe(400);
    expect(refused.body['detail']).toContain('X-Brisk-Replace');
    const replaced = await post([rule], { 'x-brisk-replace': '1' });
    expect(replaced.body['redirectRules']).toEqual([{ ...rule, priority: 1 }]);
  });
});
