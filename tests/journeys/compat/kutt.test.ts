import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { addDomain } from '../../../contracts/domains.ts';
import { updateLink } from '../../../contracts/links/links.ts';
import { expectData } from '../people/people-steps.ts';
import { drain } from '../set-up-site.ts';
import { ProtocolSite, type ProtocolCall } from './protocol-site.ts';

let kutt: ProtocolSite;

beforeEach(async () => {
  kutt = await ProtocolSite.open((token) => ({ 'X-API-KEY': token }));
});
afterEach(() => kutt[Symbol.asyncDispose]());

interface Shown {
  readonly id: string;
  readonly link: string;
}

async function ask(call: `${string} /${string}`, sent?: ProtocolCall) {
  const [method, path] = call.split(' ', 2);
  const { status, body } = await kutt.ask(`${method} /api/v2${path}`, sent);
  return { status, body: body as Shown & Record<string, unknown> };
}

const create = (body: object) => ask('POST /links', { body });

async function list(query: string) {
  const { total, limit, skip, data } = (await ask(`GET /links${query}`)).body;
  return { total, limit, skip, data: (data as Shown[]).map(({ link }) => link.at(-1)).join('') };
}

const uuid = expect.stringMatching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
const target = 'https://example.com/page';

const plain = () => ({
  id: uuid,
  address: 'mine',
  link: kutt.short('mine'),
  target,
  description: null,
  domain: null,
  banned: false,
  password: false,
  expire_in: null,
  visit_count: 0,
  created_at: date,
  updated_at: date,
});

describe('links', () => {
  test('are made with 201, each time anew', async () => {
    expect(await create({ target, customurl: 'mine' })).toEqual({ status: 201, body: plain() });
    const second = await create({ target, reuse: false, password: null, customurl: '' });
    expect(second.status).toBe(201);
    expect(second.body.link).not.toBe(kutt.short('mine'));
    expect(await create({ target, customurl: 'mine' })).toEqual({
      status: 400,
      body: { error: 'Custom URL is already in use.' } as never,
    });
  });

  test('are given back with reuse, unless they are protected or end', async () => {
    await create({ target, password: 'secret', customurl: 'locked' });
    await create({ target, expire_in: '2 days', customurl: 'ends' });
    const made = await create({ target, reuse: true, customurl: 'mine' });
    expect(made.status).toBe(201);
    expect(await create({ target, reuse: true })).toEqual({ status: 200, body: plain() });
    const form = new URLSearchParams({ target, reuse: 'False', apikey: kutt.token });
    const sent = await kutt.site.fetch('/api/v2/links', { method: 'POST', body: form });
    expect(sent.status).toBe(201);
  });

  test('have a description, a password and an end', async () => {
    const made = await create({
      target: 'example.com/a',
      customurl: 'mine',
      description: 'For me',
      password: 'secret',
      expire_in: '2 days',
    });
    expect(made).toEqual({
      status: 201,
      body: {
        ...plain(),
        target: 'https://example.com/a',
        description: 'For me',
        password: true,
        expire_in: date,
      },
    });
    const left = Date.parse(String(made.body['expire_in'])) - Date.now();
    expect(Math.round(left / 3_600_000)).toBe(48);
  });

  test('are edited; an empty password removes it', async () => {
    const { body } = await create({ target, customurl: 'mine', password: 'secret' });
    const edit = (change: object) => ask(`PATCH /links/${body.id}`, { body: change });
    expect(
      await edit({ target: 'https://example.com/new', address: '', description: 'A' }),
    ).toEqual({
      status: 200,
      body: {
        ...plain(),
        target: 'https://example.com/new',
        description: 'A',
        password: true,
      },
    });
    expect((await edit({ password: null, address: 'yours' })).body).toMatchObject({
      password: false,
      address: 'yours',
      link: kutt.short('yours'),
      description: 'A',
    });
    expect((await edit({ expire_in: '8h' })).body).toMatchObject({ expire_in: date });
    expect(await edit({ target: '' })).toEqual({
      status: 400,
      body: { error: 'Should at least update one field.' } as never,
    });
  });

  test('are deleted', async () => {
    const { body } = await create({ target });
    const headers = { 'content-type': 'application/json' };
    expect(await ask(`DELETE /links/${body.id}`, { headers })).toEqual({
      status: 200,
      body: { message: 'Link has been deleted successfully.' } as never,
    });
    for (const call of [`DELETE /links/${body.id}`, `GET /links/${body.id}/stats`] as const) {
      expect(await ask(call)).toEqual({
        status: 404,
        body: { error: 'Link was not found.' } as never,
      });
    }
  });

  test('are listed, the newest first', async () => {
    for (const customurl of ['a', 'b', 'c', 'd', 'e']) {
      await create({ target: `https://example.com/${customurl}`, customurl });
    }
    expect(await list('')).toEqual({ total: 5, limit: 10, skip: 0, data: 'edcba' });
    expect(await list('?limit=2&skip=1')).toEqual({ total: 5, limit: 2, skip: 1, data: 'dc' });
    expect(await list('?limit=500&all=true')).toEqual({
      total: 5,
      limit: 50,
      skip: 0,
      data: 'edcba',
    });
    expect(await list('?limit=x&skip=-1')).toEqual({ total: 5, limit: 10, skip: 0, data: 'edcba' });
    expect(await list('?search=com/c')).toEqual({ total: 1, limit: 10, skip: 0, data: 'c' });
    expect(await list('?skip=99')).toEqual({ total: 5, limit: 10, skip: 99, data: '' });
  });

  test('that are off are banned', async () => {
    const { body } = await create({ target, customurl: 'mine' });
    const { site } = kutt;
    await expectData(site, updateLink, { id: 1, is_active: 0 }, site.token);
    expect((await ask(`GET /links?search=mine`)).body['data']).toEqual([
      { ...plain(), id: body.id, banned: true },
    ]);
  });

  test('belong to a domain', async () => {
    const { site } = kutt;
    await expectData(site, addDomain, { host: 'go.example' }, site.token);
    expect((await create({ target, customurl: 'mine', domain: 'GO.example' })).body).toEqual({
      ...plain(),
      link: `http://go.example:${new URL(site.url).port}/mine`,
      domain: 'go.example',
    });
    const host = { headers: { host: 'go.example' } };
    const there = await ask('POST /links', { body: { target, customurl: 'host' }, ...host });
    expect(there.body['domain']).toBe('go.example');
    expect(await create({ target, domain: 'other.example' })).toEqual({
      status: 400,
      body: { error: "You can't use this domain." } as never,
    });
    const main = await create({ target, domain: new URL(site.url).host });
    expect(main.body['domain']).toBeNull();
    expect((await ask('GET /users')).body['domains']).toEqual([
      { address: 'go.example', banned: false, homepage: null },
    ]);
  });
});

test('a body that cannot be read is refused', async () => {
  const { status, body } = await kutt.ask('POST /api/v2/links', { body: '{' });
  expect([status, body]).toEqual([400, { error: 'The body is not JSON' }]);
});

test.each([
  [{}, 'Target is missing.'],
  [{ target: 'mailto:a@example.com' }, 'URL is not valid.'],
  [{ target: 'nothing' }, 'URL is not valid.'],
  [{ target, customurl: 'a b' }, 'Custom URL is not valid.'],
  [{ target, customurl: 'api' }, "You can't use this custom URL."],
  [{ target, password: 'ab' }, 'Password length must be between 3 and 64 characters.'],
  [{ target, expire_in: 'soon' }, 'Expire format is invalid. Valid examples: 1m, 8h, 42 days.'],
  [{ target, expire_in: '5s' }, 'Expire time should be more than 1 minute.'],
  [{ target, expire_in: 5000 }, 'Expire time should be more than 1 minute.'],
])('a link of %j is refused', async (body, error) => {
  expect(await create(body)).toEqual({ status: 400, body: { error } as never });
});

test('statistics have the clicks of people, also for DELETE', async () => {
  const { body } = await create({ target, customurl: 'mine' });
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const visit = (userAgent: string) =>
    kutt.site.fetch('/mine', {
      redirect: 'manual',
      headers: { 'user-agent': userAgent, referer: 'https://news.example.org/a' },
    });
  await visit(agent);
  await visit('Googlebot/2.1');
  await drain(kutt.site);
  const period = {
    stats: {
      browser: ['chrome', 'edge', 'firefox', 'ie', 'opera', 'other', 'safari'].map((name) => ({
        name,
        value: name === 'firefox' ? 1 : 0,
      })),
      os: ['android', 'ios', 'linux', 'macos', 'other', 'windows'].map((name) => ({
        name,
        value: name === 'windows' ? 1 : 0,
      })),
      country: [{ name: 'unknown', value: 1 }],
      referrer: [{ name: 'news[dot]example[dot]org', value: 1 }],
    },
    views: expect.any(Array) as number[],
    total: 1,
  };
  for (const method of ['GET', 'DELETE'] as const) {
    const told = await ask(`${method} /links/${body.id}/stats`);
    expect(told).toEqual({
      status: 200,
      body: {
        lastDay: period,
        lastWeek: period,
        lastMonth: period,
        lastYear: period,
        updatedAt: expect.any(String) as string,
        ...plain(),
        visit_count: 2,
      },
    });
    const views = ['lastDay', 'lastWeek', 'lastMonth', 'lastYear'].map((name) => {
      const listed = (told.body[name] as { views: number[] }).views;
      return [listed.length, listed.reduce((sum, clicks) => sum + clicks, 0)];
    });
    expect(views).toEqual([
      [24, 1],
      [7, 1],
      [30, 1],
      [12, 1],
    ]);
  }
});
