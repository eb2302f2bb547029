import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { listLinks, type Link } from '../../../contracts/links/links.ts';
import { orders } from '../../../server/faces/cursor.ts';
import { addPerson, createToken, inDatabase } from '../people/people-steps.ts';
import { listAll } from '../set-up-site.ts';
import { V1Site } from './v1-steps.ts';

const LINKS = 90;
const titles = ['', 'Über', 'uber', 'Zeta', 'alpha', '中文', 'ÜBER'];

let v1: V1Site;
let author: string;
let authorLogin: string;

beforeAll(async () => {
  v1 = await V1Site.open();
  const person = await addPerson(v1.site, { username: 'anna', role: 'author' });
  authorLogin = person.token;
  const scopes = ['links:create', 'links:read', 'links:write'] as const;
  author = await createToken(v1.site, authorLogin, { scopes });
  for (const [token, from] of [
    [v1.token, 0],
    [author, LINKS],
  ] as const) {
    const links = Array.from({ length: LINKS }, (_, at) => ({
      long_url: `https://example.com/${at % 7}`,
      short_url: `c${(at * 37 + from).toString(36)}`,
      title: titles[at % titles.length],
      expires_at: at % 5 === 0 ? 0 : 2_000_000_000 + (at % 3),
      tags: at % 2 === 0 ? ['even'] : [],
      ...(at % 4 === 0 && { domain: '' }),
    }));
    await v1.ask('POST /links/many', { body: { links }, token });
  }
  await inDatabase(v1.site, async ({ db }) => {
    const ids = await db.selectFrom('link').select('id').execute();
    for (const { id } of ids) {
      const clicks = id % 6;
      await db
        .updateTable('click_count')
        .set({ clicks, sorted_clicks: clicks, last_clicked_at: clicks, sorted_last_click: clicks })
        .where('link_id', '=', id)
        .execute();
    }
  });
});
afterAll(() => v1[Symbol.asyncDispose]());

type Query = Readonly<Record<string, string>>;

/** All pages, with a step between them. */
async function walk(
  query: Query,
  token: string,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> {
  const codes: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const sent = new URLSearchParams({ limit: '13', ...query, ...(cursor !== '' && { cursor }) });
    const { status, body } = await v1.ask(`GET /links?${sent.toString()}`, { token });
    expect([query, status]).toEqual([query, 200]);
    codes.push(...(body['data'] as Link[]).map(({ short_url: code }) => code));
    cursor = body['next_cursor'] as string | null;
    await between();
  }
  return codes;
}

async function listPages(query: Query, token: string): Promise<string[]> {
  const { data } = await v1.site.call(listLinks, { limit: 200, ...query }, token);
  return (data as { urls: Link[] }).urls.map(({ short_url: code }) => code);
}

const filters: Query[] = [{}, { tag: 'even' }, { q: 'c1' }];
const directions = ['asc', 'desc'] as const;
const sorted: Query[] = [
  ...directions.map((order) => ({ order })),
  ...orders.flatMap((sort) => directions.map((order) => ({ sort, order }))),
];

describe('a walk by cursor', () => {
  test.each(sorted)('gives what the pages of the list give: %j', async (order) => {
    for (const filter of filters) {
      for (const token of [v1.site.token, authorLogin]) {
        const query = { ...order, ...filter };
        expect(await walk(query, token)).toEqual(await listPages(query, token));
      }
    }
  });

  test.each(sorted)('gives each link once while links are added and deleted: %j', async (order) => {
    const before = await listPages(order, v1.token);
    let number = 0;
    const walked = await walk(order, v1.token, async () => {
      number += 1;
      const code = `n${number}${Object.values(order).join('').replaceAll('_', '')}`;
      const body = { long_url: 'https://example.com/new', short_url: code, title: 'new' };
      const made = await v1.ask('POST /links', { body });
      if (number % 2 === 0) await v1.ask(`DELETE /links/${String(made.body['id'])}`);
    });
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked.filter((code) => before.includes(code))).toEqual(before);
    for (const { id, short_url: code } of await listAll(v1.site, v1.site.token)) {
      if (code.startsWith('n')) await v1.ask(`DELETE /links/${id}`);
    }
  });
});

test('a link at the end of a page may be deleted before the next page', async () => {
  const first = await v1.ask('GET /links?limit=2&sort=title&order=asc&tag=even');
  const [, last] = first.body['data'] as Link[];
  const rest = await walk({ sort: 'title', order: 'asc', tag: 'even' }, v1.token);
  await v1.ask(`DELETE /links/${last!.id}`);
  const cursor = String(first.body['next_cursor']);
  const next = await v1.ask(`GET /links?limit=200&sort=title&order=asc&tag=even&cursor=${cursor}`);
  expect((next.body['data'] as Link[]).map(({ short_url: code }) => code)).toEqual(rest.slice(2));
});

test('an author walks own links only', async () => {
  const codes = await walk({ sort: 'clicks' }, author);
  expect(codes.length).toBe(LINKS);
  expect(new Set(codes).isDisjointFrom(new Set(await walk({ owner: '1' }, v1.token)))).toBe(true);
});

const encode = (text: string) => Buffer.from(text).toString('base64url');

test.each([
  ['no encoding', 'x'],
  ['null', encode('null')],
  ['an empty place', encode('[]')],
  ['a list by clicks', encode('["clicks","desc",1,[1]]')],
  ['a value too many', encode('["","desc",1,["a"]]')],
  ['no id', encode('["","desc",1e400,[]]')],
  ['the other direction', encode('["","asc",1,[]]')],
  ['too many characters', 'b'.repeat(16_001)],
])('a cursor with %s is refused', async (_, cursor) => {
  const { status, body } = await v1.ask(`GET /links?cursor=${cursor}`);
  expect([status, body['issues']]).toMatchObject([400, [{ field: 'cursor' }]]);
});

test('a cursor by title with a large number beside it is refused', async () => {
  const cursor = encode('["title","desc",1,["a",9007199254740991]]');
  const { status } = await v1.ask(`GET /links?sort=title&cursor=${cursor}`);
  expect(status).toBe(400);
});

test.each(orders)('a cursor by %s with the largest numbers and texts is answered', async (sort) => {
  const text = '😀'.repeat(1000);
  const values = { short_url: [text], title: [text, 1] }[sort as string] ?? [2 ** 53 - 1];
  const cursor = encode(JSON.stringify([sort, 'asc', 2 ** 53 - 1, values]));
  const { status, body } = await v1.ask(`GET /links?sort=${sort}&order=asc&cursor=${cursor}`);
  expect([status, body]).toEqual([200, { data: [], next_cursor: null }]);
});
