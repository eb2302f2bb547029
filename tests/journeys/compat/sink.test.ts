import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { addDomain } from '../../../contracts/domains.ts';
import { getLink, updateLink, type Link } from '../../../contracts/links/links.ts';
import { expectData } from '../people/people-steps.ts';
import { ProtocolSite, type ProtocolCall } from './protocol-site.ts';
import { expectNoFault, type CallName } from './protocol-steps.ts';

let sink: ProtocolSite;

beforeEach(async () => {
  sink = await ProtocolSite.open((token) => ({ Authorization: `Bearer ${token}` }));
  await sink.switch({ sink: 1 });
});
afterEach(() => sink[Symbol.asyncDispose]());

const url = 'https://example.com/page';

async function ask(call: CallName, sent?: ProtocolCall) {
  const { status, body } = await sink.ask(call, sent);
  return { status, body };
}

const create = (body: object) => ask('POST /api/link/create', { body: { url, ...body } });
const upsert = (body: object) => ask('POST /api/link/upsert', { body: { url, ...body } });
const remove = () => ask('POST /api/link/delete', { body: { slug: 'mine' } });
const edit = (body: object) => ask('PUT /api/link/edit', { body: { url, slug: 'mine', ...body } });
const query = (slug: string) => ask(`GET /api/link/query?slug=${slug}`);
const read = () => expectData<Link>(sink.site, getLink, { short_url: 'mine' }, sink.site.token);
const refused = (statusCode: number, message: string, statusMessage = message) => ({
  status: statusCode,
  body: { error: true, statusCode, statusMessage, message },
});
const invalid = (message: string) => refused(400, message, 'Validation Error');
const taken = refused(409, 'Link already exists');
const unknown = refused(404, 'Link not found');
const aNumber = expect.any(Number) as number;

const whole = {
  comment: 'For me',
  title: 'A title',
  description: 'About it',
  image: 'https://example.com/a.png',
  tags: ['a', 'b'],
  expiration: 4_000_000_000,
  apple: 'https://apps.apple.com/1',
  google: 'https://play.google.com/1',
  geo: { DE: 'https://example.com/de', AT: 'https://example.com/de', FR: 'https://example.com/fr' },
  redirectWithQuery: true,
};
const bare = { url, slug: 'mine', tags: [] };
const shown = { id: expect.any(String) as string, createdAt: aNumber, updatedAt: aNumber };

describe('a link', () => {
  test('is made with a slug or without, each time anew', async () => {
    const made = await create({ slug: 'Mine' });
    expect(made).toEqual({
      status: 201,
      body: { link: { ...shown, ...bare }, shortLink: sink.short('mine') },
    });
    const second = await create({});
    expect(second.status).toBe(201);
    expect((second.body as { shortLink: string }).shortLink).not.toBe(sink.short('mine'));
    expect(await create({ slug: 'mine' })).toEqual(taken);
  });

  test('has all that Sink knows of one, and leads where Sink leads', async () => {
    const link = { ...shown, ...bare, ...whole };
    expect((await create({ slug: 'mine', ...whole })).body).toMatchObject({ link });
    expect(await query('mine')).toEqual({ status: 200, body: link });
    expect(await read()).toMatchObject({
      note: 'For me',
      title: 'A title',
      description: 'About it',
      social: { title: 'A title', description: 'About it', image: whole.image },
      forward_query: 1,
      rules: [
        { when: { system: ['Android', 'HarmonyOS'] }, target: whole.google },
        { when: { system: ['iOS', 'iPadOS'] }, target: whole.apple },
        { when: { country: ['DE', 'AT'] }, target: 'https://example.com/de' },
        { when: { country: ['FR'] }, target: 'https://example.com/fr' },
      ],
    });
  });

  test('that is there is given back by upsert, unchanged', async () => {
    const first = await upsert({ slug: 'mine' });
    expect([first.status, first.body]).toMatchObject([201, { status: 'created', link: bare }]);
    const again = await upsert({ slug: 'mine', url: 'https://example.com/new' });
    expect([again.status, again.body]).toMatchObject([
      200,
      { status: 'existing', link: bare, shortLink: sink.short('mine') },
    ]);
    expect((await upsert({})).status).toBe(201);
  });

  test('is edited; what is left out is emptied', async () => {
    await create({ slug: 'mine', ...whole });
    const edited = await edit({ url: 'https://example.com/new', tags: ['c'] });
    expect(edited).toEqual({
      status: 201,
      body: {
        link: { ...shown, ...bare, url: 'https://example.com/new', tags: ['c'] },
        shortLink: sink.short('mine'),
      },
    });
    expect(await read()).toMatchObject({ title: '', note: '', rules: [], expires_at: 0 });
    expect(await edit({ slug: 'none' })).toEqual(unknown);
  });

  test('sent back as it was shown stays as it is', async () => {
    const { token } = sink.site;
    await create({ slug: 'mine', ...whole, password: 'secret' });
    const { body } = await query('mine');
    const before = await read();
    expect((await edit(body as object)).body).toMatchObject({ link: body });
    expect(await read()).toEqual(before);
    const rules = [{ when: { language: ['de'] }, target: 'https://example.com/de' }];
    await expectData(sink.site, updateLink, { id: before.id, title: 'Ours', rules }, token);
    expect((await edit({})).status).toBe(201);
    expect(await read()).toMatchObject({ rules, has_password: true });
    expect(await edit({ apple: whole.apple })).toEqual(
      invalid('apple: This link has rules that Sink cannot show'),
    );
  });

  test('keeps its password until it is changed, and shows no card with one', async () => {
    const password = 'secret';
    const made = await create({ slug: 'mine', title: 'A title', password });
    expect(made.body).toMatchObject({ link: { title: 'A title', password: '********' } });
    expect(await read()).toMatchObject({ has_password: true, social: { title: '' } });
    expect((await edit({ title: 'A title' })).body).toMatchObject({
      link: { password: '********' },
    });
    await edit({ title: 'A title', password: '' });
    expect(await read()).toMatchObject({ has_password: false, social: { title: 'A title' } });
    expect((await query('mine')).body).not.toHaveProperty('password');
    await edit({ title: 'A title', password });
    expect(await read()).toMatchObject({ has_password: true, social: { title: '' } });
  });

  test('is deleted', async () => {
    await create({ slug: 'mine' });
    expect(await remove()).toEqual({ status: 204, body: '' });
    expect(await remove()).toEqual(unknown);
    expect(await query('mine')).toEqual(unknown);
  });

  test('belongs to the domain of the call', async () => {
    const { site } = sink;
    await expectData(site, addDomain, { host: 'go.example' }, site.token);
    const headers = { host: 'go.example' };
    const made = await ask('POST /api/link/create', { body: { url, slug: 'mine' }, headers });
    expect(made.body).toMatchObject({ shortLink: 'http://go.example/mine' });
    expect((await ask('GET /api/link/query?slug=mine', { headers })).status).toBe(200);
    expect(await query('mine')).toEqual(unknown);
    expect((await ask('GET /api/link/list')).body).toMatchObject({ links: [] });
    expect((await ask('GET /api/link/list', { headers })).body).toMatchObject({
      links: [{ slug: 'mine' }],
    });
  });
});

const slugsOf = (links: unknown) => (links as { slug: string }[]).map(({ slug }) => slug).join('');

describe('links', () => {
  beforeEach(async () => {
    for (const slug of ['b', 'c', 'a']) {
      await create({ slug, url: `https://example.com/${slug}`, ...(slug === 'a' && whole) });
    }
    await expectData(sink.site, updateLink, { id: 1, expires_at: 4_000_000_000 }, sink.site.token);
  });

  test('are listed by page', async () => {
    interface Page {
      readonly links: unknown[];
      readonly list_complete: boolean;
      readonly cursor?: string;
    }
    const list = async (sent: string) => (await ask(`GET /api/link/list?${sent}`)).body as Page;
    expect(slugsOf((await list('')).links)).toBe('acb');
    expect(slugsOf((await list('sort=oldest')).links)).toBe('bca');
    expect(slugsOf((await list('sort=za&cursor')).links)).toBe('cba');
    expect(slugsOf((await list('tag=A&status=all')).links)).toBe('a');
    expect(slugsOf((await list('status=expired')).links)).toBe('');
    const first = await list('sort=az&limit=2');
    expect([slugsOf(first.links), first.list_complete]).toEqual(['ab', false]);
    const last = await list(`sort=az&limit=2&cursor=${first.cursor}`);
    expect([slugsOf(last.links), last.list_complete, last.cursor]).toEqual(['c', true, undefined]);
    const wrong = await ask(`GET /api/link/list?sort=za&cursor=${first.cursor}`);
    expect(wrong.status).toBe(400);
    expect((await ask('GET /api/link/list?limit=1000')).status).toBe(200);
    expect((await ask('GET /api/link/list?limit=1001')).status).toBe(400);
  });

  test('are found and counted', async () => {
    const found = await ask('GET /api/link/search?q=COM/A');
    const row = { slug: 'a', url: 'https://example.com/a', comment: 'For me', tags: ['a', 'b'] };
    expect(found).toEqual({ status: 200, body: [row] });
    const search = async (sent: string) =>
      slugsOf((await ask(`GET /api/link/search?${sent}`)).body);
    expect(await search('')).toBe('');
    expect(await search('q=example&limit=2')).toBe('ab');
    expect(await search(`url=${encodeURIComponent('https://example.com/c')}`)).toBe('c');
    expect(await search(`url=${encodeURIComponent('https://example.com')}`)).toBe('');
    const count = async (sent: string) => (await ask(`GET /api/link/count?${sent}`)).body;
    expect(await count('')).toEqual({ count: 3 });
    expect(await count('tag=b')).toEqual({ count: 1 });
    expect(await count(`url=${encodeURIComponent('https://example.com/c')}`)).toEqual({ count: 1 });
    expect(await ask('GET /api/link/tags')).toEqual({
      status: 200,
      body: [
        { name: 'a', count: 1 },
        { name: 'b', count: 1 },
      ],
    });
  });
});

test.each([
  [{ url: 'nothing' }, 'url: An http or https URL'],
  [{ url: '' }, 'url: An http or https URL'],
  [{ slug: 'a b' }, 'slug: Letters, digits'],
  [{ slug: 'api' }, 'slug: This path is used by the site itself'],
  [{ geo: { DEU: url } }, 'geo.DEU: Countries like DE'],
  [{ geo: { DE: 'nothing' } }, 'geo.DE: An http or https URL'],
  [{ cloaking: true }, 'cloaking: Links have no cloaking'],
  [{ unsafe: true }, 'unsafe: Links have no warning'],
  [{ expiration: 1 }, 'This time has passed'],
])('a link of %j is refused', async (body, message) => {
  const { status, body: answer } = await create(body);
  expect([status, answer]).toMatchObject([400, { error: true, statusCode: 400 }]);
  expect((answer as { message: string }).message).toStartWith(message);
});

test('pages of other origins may call', async () => {
  const preflight = await sink.site.fetch('/api/link/edit', {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': 'authorization' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
    204,
    'PUT',
  ]);
  const wrong = await sink.ask('GET /api/link/create');
  expect(wrong).toMatchObject(refused(405, 'HTTP method is not allowed.'));
  expect(wrong.headers.get('allow')).toBe('POST');
  expect(wrong.headers.get('access-control-allow-origin')).toBe('*');
  expect(await ask('GET /api/link/none')).toEqual(refused(404, 'Not Found'));
});

test('off, its paths are as if it did not exist', async () => {
  await sink.switch({ sink: 0 });
  for (const call of ['GET /api/verify', 'GET /api/link/list'] as const) {
    expect((await ask(call)).body).toMatchObject({ code: 404 });
  }
});

test('no fields of a call are a fault of the server', async () => {
  await create({ slug: 'mine' });
  const names = [...Object.keys(whole), 'url', 'slug', 'password', 'cloaking'];
  const values = ['mine', '99999999999', '********'];
  const changes = ['create', 'upsert', 'delete'].map((name) => `POST /api/link/${name}` as const);
  await expectNoFault(sink, [...changes, 'PUT /api/link/edit'], { names, values });
  const reads = ['list', 'search', 'count', 'query'].map(
    (name) => `GET /api/link/${name}` as const,
  );
  const fields = ['limit', 'cursor', 'sort', 'tag', 'status', 'q', 'url', 'slug'];
  await expectNoFault(sink, reads, { names: fields, values: [...values, 'W10'] });
});
