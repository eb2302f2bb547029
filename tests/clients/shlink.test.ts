import { expect, test } from 'bun:test';
import { furtherDomain } from '../journeys/compat/recording.ts';
import { ClientSite } from './client-site.ts';
import { runNode, runPython, shlinkFolder } from './run-client.ts';

const longUrl = 'https://example.com/page';
const date: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);

const setUpSdk = (http: string, name: string): string => `
import { ShlinkApiClient } from '@shlinkio/shlink-js-sdk';
import { ${name} as HttpClient } from '@shlinkio/shlink-js-sdk/${http}';
const client = new ShlinkApiClient(new HttpClient(), { baseUrl: env.SITE, apiKey: env.TOKEN });
const longUrl = '${longUrl}';
const codes = ({ data }) => data.map(({ shortCode }) => shortCode).join(' ');
const counts = ({ data, pagination }) => [data.length, pagination.pagesCount, pagination.totalItems];
const refusal = (call) =>
  call.then(() => 'passed', ({ type, status }) => status + ' ' + type.split('/').at(-1));
`;

const links = `
const meta = {
  validSince: '2026-01-01T00:00:00+00:00',
  validUntil: '2090-01-01T00:00:00+00:00',
  maxVisits: 5,
};
const made = await client.createShortUrl({
  longUrl, customSlug: 'whole', title: 'A page', tags: ['one', 'two'],
  crawlable: true, forwardQuery: true, ...meta,
});
const { shortCode } = await client.createShortUrl({ longUrl: longUrl + '/short', shortCodeLength: 9 });
const plain = { longUrl: longUrl + '/known', tags: ['two'], findIfExists: true };
const first = await client.createShortUrl({ ...plain, customSlug: 'known' });
const again = await client.createShortUrl(plain);
const further = await client.createShortUrl({ longUrl, customSlug: 'far', domain: '${furtherDomain}' });
const edited = await client.updateShortUrl(
  { shortCode: 'whole' },
  { title: 'Another', tags: ['one'], validSince: null, validUntil: null, maxVisits: null },
);
const read = await client.getShortUrl({ shortCode: 'far', domain: further.domain });
answer([
  made.shortUrl === env.SITE + '/whole', made, shortCode.length, [first.shortCode, again.shortCode], edited,
  new URL(read.shortUrl).hostname,
  await refusal(client.createShortUrl({ longUrl, customSlug: 'whole' })),
  await refusal(client.createShortUrl({ longUrl: 'no URL' })),
  await refusal(client.getShortUrl({ shortCode: 'nowhere' })),
  await client.deleteShortUrl({ shortCode: 'whole' }) === undefined,
  await refusal(client.deleteShortUrl({ shortCode: 'whole' })),
]);
`;

const lists = `
for (const [customSlug, path, title, tags, maxVisits] of [
  ['aa', 'c', 'B', ['red'], 9], ['bb', 'a', 'C', ['red', 'blue'], 1], ['cc', 'b', 'A', ['blue']],
]) await client.createShortUrl({ longUrl: 'https://example.com/' + path, customSlug, title, tags, maxVisits });
await client.createShortUrl({ longUrl, customSlug: 'dd', domain: '${furtherDomain}' });
const order = [];
for (const field of ['longUrl', 'shortCode', 'title', 'visits', 'nonBotVisits', 'dateCreated']) {
  for (const dir of ['ASC', 'DESC']) {
    const list = await client.listShortUrls({ orderBy: { field, dir }, tags: ['red', 'blue'] });
    order.push(/its|Cr/.test(field) ? list.data.length : codes(list));
  }
}
const filters = [
  { searchTerm: 'bb' }, { tags: ['red', 'blue'], tagsMode: 'all' }, { tags: ['red'], tagsMode: 'any' },
  { excludeTags: ['red'] }, { excludeTags: ['red', 'blue'], excludeTagsMode: 'all' },
  { domain: '${furtherDomain}' }, { domain: 'DEFAULT' }, { endDate: '2020-01-01T00:00:00+00:00' },
  { startDate: '2020-01-01T00:00:00+00:00' }, { excludeMaxVisitsReached: true, excludePastValidUntil: true },
  { page: '2', itemsPerPage: 3 }, { apiKeyName: 'some' },
];
const found = [];
const byCode = { orderBy: { field: 'shortCode', dir: 'ASC' } };
for (const filter of filters) found.push(codes(await client.listShortUrls({ ...byCode, ...filter })));
answer([order, found, (await client.listShortUrls({ itemsPerPage: 3 })).pagination]);
`;

const rulesTagsAndDomains = `
const whole = { shortCode: 'rules' };
const redirectRules = [
  ['device', null, 'android'], ['language', null, 'de'], ['query-param', 'a', 'b'],
  ['any-value-query-param', 'c', null], ['valueless-query-param', 'd', null],
  ['geolocation-country-code', null, 'DE'], ['before-date', null, '2090-01-01T00:00:00+00:00'],
  ['after-date', null, '2026-01-01T00:00:00+00:00'], ['browser', null, 'firefox'],
].map(([type, matchKey, matchValue], at) => (
  { longUrl: longUrl + '/' + at, conditions: [{ type, matchKey, matchValue }] }
));
await client.createShortUrl({ longUrl, customSlug: 'rules', tags: ['a', 'b', 'c'] });
await client.setShortUrlRedirectRules(whole, { redirectRules });
const kept = await client.getShortUrlRedirectRules(whole);
const address = [{ longUrl, conditions: [{ type: 'ip-address', matchKey: null, matchValue: '1.2.3.4' }] }];
answer([
  JSON.stringify(kept.redirectRules) ===
    JSON.stringify(redirectRules.map(({ longUrl, conditions }, at) => ({ longUrl, priority: at + 1, conditions }))),
  kept,
  await refusal(client.setShortUrlRedirectRules(whole, { redirectRules: address })),
  await client.editTag({ oldName: 'a', newName: 'z' }),
  await refusal(client.editTag({ oldName: 'b', newName: 'c' })),
  await refusal(client.editTag({ oldName: 'nothing', newName: 'd' })),
  await client.deleteTags(['b', 'nothing']),
  (await client.listTags()).data,
  (await client.tagsStats()).data.map(({ tag, shortUrlsCount }) => tag + ' ' + shortUrlsCount),
  (await client.listDomains()).data.map(({ domain, isDefault }) => [domain === new URL(env.SITE).host || domain, isDefault]),
  await client.editDomainRedirects({ domain: '${furtherDomain}', baseUrlRedirect: longUrl + '/home' }),
  await refusal(client.editDomainRedirects({ domain: 'no.example', baseUrlRedirect: longUrl })),
  (({ status, version }) => [status, version])(await client.health()),
  await client.health({ domain: new URL(env.SITE).host }).then(({ status }) => status),
  await refusal(client.mercureInfo()),
  await refusal(new ShlinkApiClient(new HttpClient(), { baseUrl: env.SITE, apiKey: 'wrong' }).listTags()),
]);
`;

const visits = `
const [three, twelve] = [{ shortCode: 'known' }, { shortCode: 'rules' }];
const summary = (await client.getShortUrl(three)).visitsSummary;
const byVisits = [];
for (const field of ['visits', 'nonBotVisits']) {
  byVisits.push(codes(await client.listShortUrls({ orderBy: { field, dir: 'DESC' }, itemsPerPage: 2 })));
}
const pages = [];
for (const page of [1, 2, 3, 4]) pages.push(counts(await client.getShortUrlVisits(twelve, { page, itemsPerPage: 5 })));
const span = { startDate: '2020-01-01T00:00:00+00:00', endDate: '2090-01-01T00:00:00+00:00' };
answer([
  summary,
  byVisits,
  (await client.getShortUrlVisits(three)).data.map(({ potentialBot }) => potentialBot).sort(),
  counts(await client.getShortUrlVisits(three, { excludeBots: true })),
  counts(await client.getShortUrlVisits(three, { excludeBots: false })),
  counts(await client.getShortUrlVisits(three, span)),
  counts(await client.getShortUrlVisits(three, { endDate: span.startDate })),
  pages,
  counts(await client.getTagVisits('two', { excludeBots: true })),
  counts(await client.getDomainVisits('DEFAULT')),
  counts(await client.getDomainVisits('${furtherDomain}')),
  counts(await client.getNonOrphanVisits({ domain: 'DEFAULT' })),
  (await client.getOrphanVisits({ type: 'invalid_short_url' })).data.map(({ type, visitedUrl }) => [type, visitedUrl === env.SITE + '/nowhere']),
  await client.getVisitsOverview(),
  await refusal(client.deleteShortUrlVisits(three)),
  await refusal(client.deleteOrphanVisits()),
]);
`;

const shown = {
  shortUrl: expect.any(String) as unknown,
  shortCode: 'whole',
  longUrl,
  dateCreated: date,
  domain: null,
  crawlable: false,
  forwardQuery: true,
  visitsSummary: { total: 0, nonBots: 0, bots: 0 },
  visitsCount: 0,
  hasRedirectRules: false,
};

const linkAnswers = [
  true,
  {
    ...shown,
    title: 'A page',
    tags: ['one', 'two'],
    meta: {
      validSince: '2026-01-01T00:00:00+00:00',
      validUntil: '2090-01-01T00:00:00+00:00',
      maxVisits: 5,
    },
  },
  9,
  ['known', 'known'],
  {
    ...shown,
    title: 'Another',
    tags: ['one'],
    meta: { validSince: null, validUntil: null, maxVisits: null },
  },
  furtherDomain,
  '400 non-unique-slug',
  '400 invalid-data',
  '404 short-url-not-found',
  true,
  '404 short-url-not-found',
];

const listAnswers = [
  ['bb cc aa', 'aa cc bb', 'aa bb cc', 'cc bb aa', 'cc aa bb', 'bb aa cc', 3, 3, 3, 3, 3, 3],
  [
    'bb',
    'bb',
    'aa bb',
    'cc dd',
    'aa cc dd',
    'dd',
    'aa bb cc',
    '',
    'aa bb cc dd',
    'aa bb cc dd',
    'dd',
    'aa bb cc dd',
  ],
  { currentPage: 1, pagesCount: 2, itemsPerPage: 3, itemsInCurrentPage: 3, totalItems: 4 },
];

const otherAnswers = [
  true,
  expect.objectContaining({ defaultLongUrl: longUrl }),
  '400 invalid-data',
  { oldName: 'a', newName: 'z' },
  '409 tag-conflict',
  '404 tag-not-found',
  { tags: ['b', 'nothing'] },
  ['blue', 'c', 'one', 'red', 'two', 'z'],
  ['blue 2', 'c 1', 'one 0', 'red 2', 'two 1', 'z 1'],
  [
    [true, true],
    [furtherDomain, false],
  ],
  {
    baseUrlRedirect: `${longUrl}/home`,
    regular404Redirect: null,
    invalidShortUrlRedirect: null,
  },
  '404 domain-not-found',
  ['pass', '5.1.0'],
  'pass',
  '501 mercure-not-configured',
  '401 invalid-api-key',
];

/** Numbers of a page of visits, of pages and of all visits. */
const visitAnswers = [
  { total: 3, nonBots: 1, bots: 2 },
  ['rules known', 'rules known'],
  [false, true, true],
  [1, 1, 1],
  [3, 1, 3],
  [3, 1, 3],
  [0, 1, 0],
  [
    [5, 3, 12],
    [5, 3, 12],
    [2, 3, 12],
    [0, 3, 12],
  ],
  [1, 1, 1],
  [15, 1, 15],
  [0, 1, 0],
  [15, 1, 15],
  Array.from({ length: 3 }, () => ['invalid_short_url', true]),
  {
    nonOrphanVisits: { total: 15, nonBots: 5, bots: 10 },
    orphanVisits: { total: 3, nonBots: 3, bots: 0 },
  },
  // Brisk keeps its clicks.
  '403 forbidden-visits-operation',
  '403 forbidden-visits-operation',
];

test.each([
  ['fetch', 'FetchHttpClient'],
  ['node', 'NodeHttpClient'],
])('shlink-js-sdk of npm with its client %s', async (http, name) => {
  await using client = await ClientSite.open('shlink');
  const run = (script: string): Promise<unknown> =>
    runNode(setUpSdk(http, name) + script, client.values);
  expect(await run(lists)).toEqual(listAnswers);
  expect(await run(links)).toEqual(linkAnswers);
  expect(await run(rulesTagsAndDomains)).toEqual(otherAnswers);
  await client.visit('known');
  await client.visit('rules', 4);
  await client.visit('nowhere');
  expect(await run(visits)).toEqual(visitAnswers);
  client.expectRecorded(`shlink-js-sdk-${http}`);
});

test('PyShlink of PyPI', async () => {
  await using client = await ClientSite.open('shlink');
  const script = `
import requests
from shlink import Shlink
made = requests.post(env["SITE"] + "/rest/v3/short-urls", headers={"X-Api-Key": env["TOKEN"]},
    json={"longUrl": "${longUrl}", "customSlug": "python"})
client = Shlink(api_key=env["TOKEN"], url=env["SITE"])
answer([made.status_code, client.list_short_urls()["shortUrls"]["data"][0]["shortCode"],
    client.get_short_url("python")["longUrl"], client.get_short_url("nowhere")["status"]])
`;
  expect(await runPython(script, client.values)).toEqual([200, 'python', longUrl, 404]);
  await client.visit('python');
  const visits = `
from shlink import Shlink
client = Shlink(api_key=env["TOKEN"], url=env["SITE"])
def count(**given): return len(client.list_visit_data("python", **given)["visits"]["data"])
answer([count(), count(excludeBots=False),
    count(startDate="2020-01-01T00:00:00+00:00", endDate="2090-01-01T00:00:00+00:00"),
    count(startDate="2089-01-01"), count(endDate="2020-01-01")])
`;
  expect(await runPython(visits, client.values)).toEqual([1, 3, 1, 0, 0]);
  client.expectRecorded('pyshlink');
});

test('shlink of PyPI', async () => {
  await using client = await ClientSite.open('shlink');
  const script = `
from datetime import datetime, timezone
from shlink import Shlink
client = Shlink(api_key=env["TOKEN"], url=env["SITE"])
made = client.add_short_url("${longUrl}", tags=["one", "two"], custom_slug="python",
    valid_since=datetime(2026, 1, 1, tzinfo=timezone.utc),
    valid_until=datetime(2090, 1, 1, tzinfo=timezone.utc), max_visits=5)
again = client.add_short_url("${longUrl}", tags=["one", "two"], find_if_exists=True)
read = client.get_short_url("python")
listed = client.list_short_urls()
answer([made.short_url == env["SITE"] + "/python", again.short_code, read.long_url, read.tags,
    read.visits_count, read.date_created.utcoffset().total_seconds(),
    [link.short_code for link in listed.data], listed.pagination.total_items])
`;
  expect(await runPython(script, client.values, shlinkFolder)).toEqual([
    true,
    'python',
    longUrl,
    ['one', 'two'],
    0,
    0,
    ['python'],
    1,
  ]);
  client.expectRecorded('shlink');
});
