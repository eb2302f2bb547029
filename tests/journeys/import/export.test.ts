import { afterAll, describe, expect, test } from 'bun:test';
import { addDomain } from '../../../contracts/domains.ts';
import { exportLinks } from '../../../contracts/export.ts';
import { importLinks } from '../../../contracts/import.ts';
import { splitCode } from '../../../contracts/links/domain-code.ts';
import { portableColumns } from '../../../server/engine/schema.ts';
import { addTags, selectTagsOf } from '../../../server/tags/tags.store.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import type { TestSite } from '../test-site.ts';

const site = await openSetUpSite();
afterAll(() => site[Symbol.asyncDispose]());

/** A further domain of the site. */
const HOST = 'go.example';

/** Every column, with values that are hard to export. */
const odd = [
  {
    short_url: 'AbC',
    long_url: 'https://example.com/?q=%22a%22,b;c',
    title: '=cmd()',
    clicks: 7,
    bots: 2,
    imported_clicks: 4,
    last_clicked_at: 1_767_323_045,
  },
  { short_url: 'abc', title: 'Quotes " and, commas; 链接 💩', description: '@SUM(1)', ip: '' },
  {
    short_url: '-dash',
    title: '-1+1',
    description: "'it",
    note: 'Two\nlines',
    expires_at: 4_000_000_000,
  },
  { short_url: '链接', title: '__proto__', created_at: 0, updated_at: 1, ip: '2001:db8::1' },
  { short_url: 'off', is_active: 0, expires_at: 1, clicks: 9_007_199_254_740_991 },
  { short_url: '＝wide', title: '＋1', description: 'a;=1', is_count_only: 1, shows_numbers: 1 },
  {
    short_url: `${HOST}/abc`,
    routing: '{"max_clicks":9,"rules":[{"when":{},"target":"https://a.example/"}]}',
  },
  { short_url: '/Help/=2026', long_url: 'https://docs.example/' },
  { short_url: `${HOST}/Help/=2026`, long_url: 'https://docs.example/2' },
];

/** The tags of the second and third link. */
const tags = [['=1+1', 'Ünïcode "链接"'], ['A']];

await site.call(addDomain, { host: HOST }, site.token);
await withEngine(site, async (engine) => {
  await seedLinks(engine, odd);
  const tagged = tags.map((names, index) => [index + 2, names] as const);
  await engine.write((tx) => addTags(tx, engine.sql, new Map(tagged)));
});

async function withEngine<Result>(
  { dataDir }: TestSite,
  work: (engine: Awaited<ReturnType<typeof openTestEngine>>) => Promise<Result>,
): Promise<Result> {
  const engine = await openTestEngine(dataDir);
  const result = await work(engine);
  await engine.close();
  return result;
}

/** The link without the values that the site assigns. */
function readLinks(site: TestSite) {
  return withEngine(site, async (engine) => {
    const columns = portableColumns.filter((column) => column !== 'long_url_hash');
    const rows = await engine.db
      .selectFrom('link')
      .innerJoin('click_count', 'link_id', 'id')
      .select(['id', 'last_clicked_at', ...columns])
      .orderBy('id')
      .execute();
    const ids = rows.map(({ id }) => id);
    const tags = await selectTagsOf(engine.db, engine.sql, ids);
    return rows.map(({ id, ...row }) => Object.assign(row, { tags: tags.get(id) ?? [] }));
  });
}

async function download({ token }: SetUpSite, format?: string) {
  return read(await site.send(exportLinks, format === undefined ? {} : { format }, token));
}

async function read(response: Response) {
  // `text()` would drop the byte order mark.
  const text = Buffer.from(await response.bytes()).toString();
  return { headers: response.headers, text };
}

test('the JSON has one link per line, with every column', async () => {
  const { headers, text } = await download(site);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="brisk-\d{4}-\d\d-\d\d\.json"$/,
  );
  expect(JSON.parse(text)).toEqual({
    format: 'brisk',
    version: 1,
    exported_at: expect.any(Number) as number,
    links: (await readLinks(site)).map((link) =>
      Object.assign(link, {
        short_url: splitCode(link.short_url).code,
        domain: splitCode(link.short_url).domain,
        routing: link.routing === '' ? {} : (JSON.parse(link.routing) as object),
      }),
    ),
  });
  expect(text.trimEnd().split('\n')).toHaveLength(odd.length + 2);
});

test('the JSON, imported into an empty Brisk, gives the same links', async () => {
  await using other = await openSetUpSite();
  const { text } = await download(site);
  const fields = { file: text };
  await other.call(addDomain, { host: HOST }, other.token);
  expect(await other.call(importLinks, fields, other.token)).toMatchObject({
    data: { imported: odd.length, skipped: 0, failed: 0 },
  });
  expect(await readLinks(other)).toEqual(await readLinks(site));
  expect(await other.call(importLinks, fields, other.token)).toMatchObject({
    data: { imported: 0, skipped: odd.length, failed: 0 },
  });
});

test('a spreadsheet opens the CSV and finds no formula', async () => {
  const { headers, text } = await download(site, 'csv');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toEndWith('.csv"');
  const main = new URL(site.url).origin;
  expect(text.split('\r\n')).toEqual([
    '\u{FEFF}short_url,long_url,title,description,note,clicks,created_at,updated_at,expires_at,is_active,ip,tags,domain,routing,is_count_only,shows_numbers,short_link,people,bots,imported_clicks,last_clicked_at',
    `AbC,"https://example.com/?q=%22a%22,b;c",'=cmd(),,,7,2023-11-14T22:13:20Z,2023-11-14T22:13:20Z,,1,203.0.113.7,,,,0,0,${main}/AbC,1,2,4,2026-01-02T03:04:05Z`,
    `abc,https://example.com/,"Quotes "" and, commas; 链接 💩",'@SUM(1),,0,2023-11-14T22:13:20Z,2023-11-14T22:13:20Z,,1,,"'=1+1,Ünïcode ""链接""",,,0,0,${main}/abc,0,0,0,`,
    `'-dash,https://example.com/,'-1+1,'it,"Two\nlines",0,2023-11-14T22:13:20Z,2023-11-14T22:13:20Z,2096-10-02T07:06:40Z,1,203.0.113.7,A,,,0,0,${main}/-dash,0,0,0,`,
    `链接,https://example.com/,__proto__,,,0,1970-01-01T00:00:00Z,1970-01-01T00:00:01Z,,1,2001:db8::1,,,,0,0,${main}/%E9%93%BE%E6%8E%A5,0,0,0,`,
    `off,https://example.com/,,,,9007199254740991,2023-11-14T22:13:20Z,2023-11-14T22:13:20Z,1970-01-01T00:00:01Z,0,203.0.113.7,,,,0,0,${main}/off,9007199254740991,0,0,`,
    "'＝wide,https://example.com/,'＋1,a;'=1,,0,2023-11-14T22:13:20Z,2023-11-14T22:13:20Z,,1,203.0.113.7,,,,1,1," +
      `${main}/%EF%BC%9Dwide,0,0,0,`,
    `abc,https://example.com/,,,,0,2023-11-14T22:13:20Z,2023-11-14T22:13:20Z,,1,203.0.113.7,,go.example,"{""max_clicks"":9,""rules"":[{""when"":{},""target"":""https://a.example/""}]}",0,0,http://${HOST}:${new URL(site.url).port}/abc,0,0,0,`,
    `Help/=2026,https://docs.example/,,,,0,2023-11-14T22:13:20Z,2023-11-14T22:13:20Z,,1,203.0.113.7,,,,0,0,${main}/Help/=2026,0,0,0,`,
    `Help/=2026,https://docs.example/2,,,,0,2023-11-14T22:13:20Z,2023-11-14T22:13:20Z,,1,203.0.113.7,,go.example,,0,0,http://${HOST}:${new URL(site.url).port}/Help/=2026,0,0,0,`,
    '',
  ]);
});

const post = (fields: object, query = '') =>
  site.fetch(`${exportLinks.path}${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });

/** The codes of the links in a CSV, in its order. */
async function codesOf(answer: Response): Promise<string[]> {
  const { text } = await read(answer);
  return [...text.matchAll(/\r\n'?([^,\r\n]+),https:/g)].map(([, code]) => code!);
}

test.each<[string, object, readonly string[]]>([
  ['a text and a state', { q: 'example.com', state: 'off' }, ['off']],
  ['a domain', { domain: HOST, q: 'abc' }, ['abc']],
  ['the codes of a folder', { filter: 'short_url', keyword: 'help/' }, ['Help/=2026']],
  ['any code with a slash', { q: 'help/=' }, ['Help/=2026', 'Help/=2026']],
  ['the main domain, sorted', { domain: '', sort: 'expires_at', tag: 'a' }, ['-dash']],
  ['a search', { filter: 'title', keyword: 'quotes' }, ['abc']],
  ['a search for a short link', { filter: 'short_url', keyword: `${HOST}/abc` }, ['abc']],
  ['an order', { state: 'never_clicked', sort: 'created_at', created_until: 5 }, ['链接']],
])('the file has what the list shows: %s', async (_, fields, codes) => {
  const asked = { format: 'csv', ...fields };
  expect(await codesOf(await site.send(exportLinks, asked, site.token))).toEqual([...codes]);
  expect(await codesOf(await post(asked))).toEqual([...codes]);
});

test('the links of a selection come in the order of the list', async () => {
  const asked = { format: 'csv', ids: [5, 2, 99], sort: 'clicks' };
  expect(await codesOf(await post(asked))).toEqual(['off', 'abc']);
  expect(await codesOf(await post({ ...asked, order: 'asc' }))).toEqual(['abc', 'off']);
  expect(await codesOf(await post({ format: 'csv', ids: [5, 2] }))).toEqual(['abc', 'off']);
});

test('Excel gets UTF-16 with tabs, also of links that are kept as JSON', async () => {
  const answer = await site.send(exportLinks, { excel: 1, ids: '2' }, site.token);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-16le');
  const bytes = Buffer.from(await answer.bytes());
  expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xfe]);
  const [head, row, end] = bytes.toString('utf16le').split('\r\n');
  expect(head!.split('\t')).toHaveLength(row!.split('\t').length);
  expect(row).toStartWith('abc\thttps://example.com/\t"Quotes "" and, commas; 链接 💩"\t');
  expect(end).toBe('');
});

test.each<[string, object, string]>([
  ['ids', { ids: [] }, ''],
  ['ids.0', { ids: null }, ''],
  ['ids.0', { ids: '' }, ''],
  ['ids', { ids: [1], q: 'a' }, ''],
  ['ids', { ids: Array.from({ length: 1001 }, (_, at) => at + 1) }, ''],
  ['tags', { tags: 'a' }, ''],
  ['state.0', { state: 'new' }, ''],
  ['keyword', { filter: 'title' }, ''],
  ['created_from', { created_from: 2, created_until: 1 }, ''],
  ['excel', { excel: 1, format: 'json' }, ''],
  ['tag', {}, '?tag=a'],
  ['format', { format: 'csv' }, '?format=csv'],
])('a wrong field exports nothing: %s', async (field, fields, query) => {
  const answer = await post(fields, query);
  expect(await answer.json()).toMatchObject({ code: 400, data: { issues: [{ field }] } });
});

test('an unknown format is refused', async () => {
  expect(await site.call(exportLinks, { format: 'xml' }, site.token)).toMatchObject({
    code: 400,
    data: { issues: [{ field: 'format' }] },
  });
});

describe('an export', () => {
  test('of an empty site is a complete file', async () => {
    await using empty = await openSetUpSite();
    const answer = await empty.send(exportLinks, {}, empty.token);
    expect(await answer.json()).toMatchObject({ format: 'brisk', links: [] });
  });

  test('of many links has each once, with the newest clicks', async () => {
    await using many = await openSetUpSite();
    const codes = Array.from({ length: 2345 }, (_, index) => `m${index}`);
    await withEngine(many, (engine) =>
      seedLinks(
        engine,
        codes.map((short_url) => ({ short_url })),
      ),
    );
    await many.fetch('/m2344');
    const answer = await many.send(exportLinks, {}, many.token);
    const { links } = (await answer.json()) as { links: { short_url: string; clicks: number }[] };
    expect(links.map((link) => link.short_url)).toEqual(codes);
    expect(links.at(-1)!.clicks).toBe(1);
  });
});
