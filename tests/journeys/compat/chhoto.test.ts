import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { addDomain } from '../../../contracts/domains.ts';
import { expectData } from '../people/people-steps.ts';
import { ProtocolSite, type ProtocolCall } from './protocol-site.ts';
import {
  createAuthorToken,
  createScopedToken,
  expectNoFault,
  type CallName,
} from './protocol-steps.ts';

let chhoto: ProtocolSite;

beforeEach(async () => {
  chhoto = await ProtocolSite.open((token) => ({ 'X-API-Key': token }));
  await chhoto.switch({ chhoto: 1 });
});
afterEach(() => chhoto[Symbol.asyncDispose]());

const longlink = 'https://example.com/page';

async function ask(call: CallName, sent?: ProtocolCall) {
  const { status, body } = await chhoto.ask(call, sent);
  return { status, body };
}

const create = (body: unknown, token?: string) =>
  ask('POST /api/new', { body, ...(token !== undefined && { token }) });
const edit = (body: object) => ask('PUT /api/edit', { body: { shortlink: 'mine', ...body } });
const expand = (code: string) => ask('POST /api/expand', { body: code });
const refused = (status: number, reason: string) => ({
  status,
  body: { success: false, error: true, reason },
});

describe('a link', () => {
  test('is made, each time anew', async () => {
    const made = { success: true, error: false, shorturl: chhoto.short('mine'), expiry_time: 0 };
    expect(await create({ longlink, shortlink: 'mine' })).toEqual({ status: 200, body: made });
    const second = await create({ longlink, shortlink: '', expiry_delay: 3600, notes: 'For me' });
    expect(second.body).not.toMatchObject({ shorturl: made.shorturl });
    const { shorturl, expiry_time: end } = second.body as { shorturl: string; expiry_time: number };
    expect(Math.abs(end - Date.now() / 1000 - 3600)).toBeLessThan(60);
    expect((await expand(new URL(shorturl).pathname.slice(1))).body).toEqual({
      success: true,
      error: false,
      longurl: longlink,
      hits: 0,
      expiry_time: end,
      notes: 'For me',
    });
    expect(await create({ longlink, shortlink: 'mine' })).toEqual(
      refused(409, 'Short URL is already in use!'),
    );
  });

  test('is read from a body of any content type', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json'];
    for (const [at, type] of types.entries()) {
      const body = JSON.stringify({ longlink, shortlink: `code-${at}` });
      const made = await ask('POST /api/new', { body, headers: { 'content-type': type } });
      expect(made.body).toMatchObject({ shorturl: chhoto.short(`code-${at}`) });
    }
    const form = new URLSearchParams({ longlink, shortlink: 'form' });
    const sent = await chhoto.site.fetch('/api/new', {
      method: 'POST',
      body: form,
      headers: { 'x-api-key': chhoto.token },
    });
    expect(await sent.json()).toMatchObject({ shorturl: chhoto.short('form') });
  });

  test('of a list fails alone', async () => {
    const list = [{ longlink, shortlink: 'a' }, { longlink: 'x' }, { longlink, shortlink: 'a' }, 1];
    expect(await create(list)).toEqual({
      status: 200,
      body: [
        { success: true, error: false, shorturl: chhoto.short('a'), expiry_time: 0 },
        refused(400, 'Invalid longlink!').body,
        refused(400, 'Short URL is already in use!').body,
        refused(400, 'A link must be a JSON object').body,
      ],
    });
    const many = Array.from({ length: 101 }, () => ({ longlink }));
    expect(await create(many)).toEqual(refused(400, 'At most 100 links'));
    expect((await create(many.slice(1))).body).toHaveLength(100);
  });

  test('is edited; what is left out stays', async () => {
    await create({ longlink, shortlink: 'mine', notes: 'A', expiry_delay: 3600 });
    const there = 'https://example.com/new';
    expect(await edit({ longlink: there, reset_hits: false, notes: '', expiry_time: 0 })).toEqual({
      status: 201,
      body: { success: true, error: false, reason: 'Edit was successful.' },
    });
    expect((await expand('mine')).body).toMatchObject({
      longurl: there,
      notes: 'A',
      expiry_time: expect.any(Number) as number,
    });
    const end = Math.floor(Date.now() / 1000) + 7200;
    await edit({ longlink: there, notes: 'B', expiry_time: end });
    expect((await expand('mine')).body).toMatchObject({ notes: 'B', expiry_time: end });
    expect(await edit({ longlink, reset_hits: true })).toEqual(
      refused(400, 'Clicks are not reset.'),
    );
    expect(await edit({ longlink, expiry_time: -1 })).toMatchObject({ status: 400 });
    expect(await edit({ longlink, shortlink: 'none' })).toEqual(
      refused(400, 'The shortlink was not found.'),
    );
  });

  test('is deleted', async () => {
    await create({ longlink, shortlink: 'mine' });
    expect(await ask('DELETE /api/del/mine')).toEqual({
      status: 200,
      body: { success: true, error: false, reason: 'Deleted mine' },
    });
    expect(await ask('DELETE /api/del/mine')).toEqual(refused(404, 'The shortlink was not found.'));
    expect(await expand('mine')).toEqual(refused(400, 'The shortlink was not found.'));
  });

  test('belongs to the domain of the call', async () => {
    const { site } = chhoto;
    await expectData(site, addDomain, { host: 'go.example' }, site.token);
    const headers = { host: 'go.example' };
    const made = await ask('POST /api/new', { body: { longlink, shortlink: 'mine' }, headers });
    expect(made.body).toMatchObject({ shorturl: 'http://go.example/mine' });
    expect((await ask('POST /api/expand', { body: 'mine', headers })).status).toBe(200);
    expect((await expand('mine')).status).toBe(400);
    const listed = [expect.objectContaining({ shortlink: 'mine' }) as unknown];
    expect(await ask('GET /api/all', { headers })).toEqual({ status: 200, body: listed });
    expect(await ask('GET /api/all')).toEqual({ status: 200, body: [] });
  });
});

test('links are listed, the oldest first, by page or before a link', async () => {
  for (const code of ['a', 'b', 'c', 'd', 'e']) {
    await create({ longlink: `https://example.com/${code}`, shortlink: code });
  }
  const list = async (query: string) =>
    ((await ask(`GET /api/all${query}`)).body as { shortlink: string }[])
      .map(({ shortlink }) => shortlink)
      .join('');
  expect(await list('')).toBe('abcde');
  expect(await list('?page_size=2')).toBe('de');
  expect(await list('?page_size=2&page_no=2')).toBe('bc');
  expect(await list('?page_size=2&page_after=d')).toBe('bc');
  expect(await list('?filter=com/c')).toBe('c');
  expect((await ask('GET /api/all?page_size=1')).body).toEqual([
    { shortlink: 'e', longlink: 'https://example.com/e', hits: 0, expiry_time: 0, notes: '' },
  ]);
  expect((await ask('GET /api/all?page_no=0')).status).toBe(400);
});

test('facts of the site', async () => {
  const site = new URL(chhoto.site.url).origin;
  expect(await ask('GET /api/whoami')).toEqual({ status: 200, body: 'admin' });
  expect(await ask('GET /api/version')).toEqual({ status: 200, body: 'Chhoto URL v7.5.0' });
  expect(await ask('GET /api/siteurl')).toEqual({ status: 200, body: site });
  expect((await ask('GET /api/getconfig')).body).toMatchObject({
    version: '7.5.0',
    site_url: site,
    allow_capital_letters: false,
  });
});

test.each([
  [{}, 'Invalid longlink!'],
  [{ longlink: 'mailto:a@example.com' }, 'Invalid longlink!'],
  [{ longlink, shortlink: 'a b' }, 'The shortlink is invalid.'],
  [{ longlink, shortlink: 'api' }, 'This path is used by the site itself'],
  ['{', 'The body is not JSON'],
  [[], 'Invalid request!'],
])('a link of %j is refused', async (body, reason) => {
  expect(await create(body)).toEqual(refused(400, reason));
});

describe('a key', () => {
  test('that is wrong is refused; many wrong ones wait', async () => {
    for (const token of ['wrong', 'sk-wrong', chhoto.site.token, 'x', 'y']) {
      expect(await create({ longlink }, token)).toEqual(refused(401, 'API validation failed.'));
    }
    const slowed = await chhoto.ask('GET /api/all', { token: 'z' });
    expect(slowed).toMatchObject(refused(429, 'Too many requests. Try again later.'));
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('GET /api/all')).status).toBe(200);
  });

  test('that is missing leaves the paths as they are', async () => {
    const { status, body } = await chhoto.ask('POST /api/new', {
      body: { longlink },
      headers: { 'X-API-Key': '' },
    });
    expect([status, body]).toEqual([401, refused(401, 'API validation failed.').body]);
    const without = await chhoto.site.fetch('/api/whoami');
    expect(await without.json()).toMatchObject({ code: 404 });
  });

  test('does what its scopes allow', async () => {
    await create({ longlink, shortlink: 'mine' });
    const calls = [
      ['GET /api/all', undefined],
      ['POST /api/new', { longlink }],
      ['POST /api/expand', 'mine'],
      ['PUT /api/edit', { shortlink: 'mine', longlink }],
      ['GET /api/whoami', undefined],
      ['DELETE /api/del/mine', undefined],
    ] as const;
    const statusesOf = async (token: string) => {
      const statuses: number[] = [];
      for (const [call, body] of calls) statuses.push((await ask(call, { token, body })).status);
      return statuses;
    };
    const { site } = chhoto;
    const only = async (scope: 'links:create' | 'links:read' | 'links:write') =>
      statusesOf(await createScopedToken(site, scope));
    expect(await only('links:create')).toEqual([403, 200, 403, 403, 200, 403]);
    expect(await only('links:read')).toEqual([200, 403, 200, 403, 200, 403]);
    expect(await only('links:write')).toEqual([403, 403, 403, 201, 200, 200]);
  });

  test('of an author reaches no link of others', async () => {
    await create({ longlink, shortlink: 'mine' });
    const token = await createAuthorToken(chhoto.site);
    const unknown = 'The shortlink was not found.';
    const edit = { token, body: { shortlink: 'mine', longlink } };
    expect(await ask('GET /api/all', { token })).toEqual({ status: 200, body: [] });
    expect(await ask('PUT /api/edit', edit)).toEqual(refused(400, unknown));
    expect(await ask('DELETE /api/del/mine', { token })).toEqual(refused(404, unknown));
  });
});

test('pages of other origins may call', async () => {
  const preflight = await chhoto.site.fetch('/api/del/mine', {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': 'x-api-key' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
    204,
    'DELETE',
  ]);
  const wrong = await chhoto.ask('GET /api/new');
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
  expect(wrong.headers.get('access-control-allow-origin')).toBe('*');
});

test('off, its paths are as if it did not exist', async () => {
  await chhoto.switch({ chhoto: 0 });
  expect((await ask('GET /api/all')).body).toMatchObject({ code: 404 });
});

test('no fields of a call are a fault of the server', async () => {
  const odd = ['DELETE /api/del/%2F', 'DELETE /api/del/%FF', 'DELETE /api/del/__proto__'] as const;
  for (const call of odd) expect((await ask(call)).status).toBe(404);
  await create({ longlink, shortlink: 'mine' });
  const names = ['longlink', 'shortlink', 'expiry_delay', 'expiry_time', 'notes', 'reset_hits'];
  const values = ['mine', '99999999999', '-5'];
  await expectNoFault(chhoto, ['POST /api/new', 'PUT /api/edit', 'POST /api/expand'], {
    names,
    values,
  });
  const paging = { names: ['page_after', 'page_no', 'page_size', 'filter'], values };
  await expectNoFault(chhoto, ['GET /api/all'], paging);
});
