import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Scope } from '../../../contracts/access.constants.ts';
import { createToken as createShownToken } from '../../../contracts/account.ts';
import { fc } from '../../support/random.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { addPerson, createToken, expectData } from '../people/people-steps.ts';
import { ProtocolSite } from './protocol-site.ts';

let kutt: ProtocolSite;

beforeEach(async () => {
  kutt = await ProtocolSite.open((token) => ({ 'X-API-KEY': token }));
});
afterEach(() => kutt[Symbol.asyncDispose]());

const target = 'https://example.com/page';
const LINKS = '/api/v2/links';

async function make(body: object = { target }) {
  const made = await kutt.ask(`POST ${LINKS}`, { body });
  return (made.body as { id: string }).id;
}

const scoped = (...scopes: Scope[]) =>
  createToken(kutt.site, kutt.site.token, { scopes, name: scopes.join(' ') });

describe('a token', () => {
  test('has 40 characters, and is taken from body, query or header', async () => {
    expect(kutt.token).toMatch(/^sk-.{37}$/);
    const { token, site } = kutt;
    const none = new Headers();
    const sent = [
      await site.fetch(`${LINKS}?apikey=${token}`, { headers: none }),
      await site.fetch(LINKS, { headers: { 'x-api-key': token } }),
      await site.fetch(`${LINKS}?apikey=${token}`, {
        method: 'POST',
        body: new URLSearchParams({ target }),
      }),
      await site.fetch(`${LINKS}?apikey=wrong`, {
        method: 'POST',
        body: new URLSearchParams({ target, apikey: token }),
        headers: { 'x-api-key': 'wrong' },
      }),
    ];
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 201, 201]);
  });

  test('that is missing or wrong is unauthorized; many wrong ones wait', async () => {
    const body = { error: 'Unauthorized.' };
    expect(await kutt.ask(`GET ${LINKS}`, { token: '' })).toMatchObject({ status: 401, body });
    for (const token of ['wrong', 'sk-wrong', kutt.site.token, 'x', 'y']) {
      expect(await kutt.ask(`GET ${LINKS}`, { token })).toMatchObject({ status: 401, body });
    }
    const slowed = await kutt.ask(`GET ${LINKS}`, { token: 'z' });
    expect(slowed).toMatchObject({
      status: 429,
      body: { error: 'Too many requests. Try again later.' },
    });
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await kutt.ask(`GET ${LINKS}`)).status).toBe(200);
  });

  test('does what its scopes allow', async () => {
    const id = await make({ target, customurl: 'mine' });
    const calls = [
      `GET ${LINKS}`,
      `POST ${LINKS}`,
      `PATCH ${LINKS}/${id}`,
      `GET ${LINKS}/${id}/stats`,
      `DELETE ${LINKS}/${id}/stats`,
      'GET /api/v2/users',
      `DELETE ${LINKS}/${id}`,
    ] as const;
    const statusesOf = async (token: string) => {
      const statuses: number[] = [];
      for (const call of calls) {
        const body = call.startsWith('P') ? { target, description: 'A' } : undefined;
        statuses.push((await kutt.ask(call, { token, ...(body && { body }) })).status);
      }
      return statuses;
    };
    expect(await statusesOf(await scoped('links:create'))).toEqual([
      403, 201, 403, 403, 403, 200, 403,
    ]);
    expect(await statusesOf(await scoped('links:read'))).toEqual([
      200, 403, 403, 403, 403, 200, 403,
    ]);
    expect(await statusesOf(await scoped('stats:read'))).toEqual([
      403, 403, 403, 200, 200, 200, 403,
    ]);
    expect(await statusesOf(await scoped('links:write'))).toEqual([
      403, 403, 200, 403, 403, 200, 200,
    ]);
  });

  test('that reads only statistics learns nothing else of a link', async () => {
    const id = await make({ target, description: 'private', password: 'secret' });
    const token = await scoped('stats:read');
    const { body } = await kutt.ask(`GET ${LINKS}/${id}/stats`, { token });
    const names = ['id', 'lastDay', 'lastMonth', 'lastWeek', 'lastYear', 'updatedAt'];
    expect(Object.keys(body as object).toSorted()).toEqual(names);
  });

  test('that only creates never learns of links', async () => {
    await make({ target, customurl: 'mine', reuse: true });
    const token = await scoped('links:create');
    const { status, body } = await kutt.ask(`POST ${LINKS}`, {
      token,
      body: { target, reuse: true, description: 'A', password: 'secret' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: '00000000-0000-0000-0000-000000000000',
      target,
      description: 'A',
      password: true,
      banned: false,
      visit_count: 0,
    });
    expect((body as { address: string }).address).not.toBe('mine');
  });

  test('of an author reaches no link of others', async () => {
    const id = await make();
    const author = await addPerson(kutt.site, { username: 'grace', role: 'author' });
    const { token } = await expectData<{ token: string }>(
      kutt.site,
      createShownToken,
      {},
      author.token,
    );
    const unknown = { status: 404, body: { error: 'Link was not found.' } };
    const body = { target };
    expect(await kutt.ask(`PATCH ${LINKS}/${id}`, { token, body })).toMatchObject(unknown);
    expect(await kutt.ask(`DELETE ${LINKS}/${id}`, { token })).toMatchObject(unknown);
    expect(await kutt.ask(`GET ${LINKS}/${id}/stats`, { token })).toMatchObject(unknown);
    expect((await kutt.ask(`GET ${LINKS}`, { token })).body).toMatchObject({ total: 0, data: [] });
  });
});

test('the account, the health, and what needs a login', async () => {
  expect((await kutt.ask('GET /api/v2/users')).body).toEqual({
    apikey: kutt.token,
    email: 'ada',
    domains: [],
  });
  const health = await kutt.ask('GET /api/v2/health', { token: '' });
  expect([health.status, health.body, health.headers.get('content-type')]).toEqual([
    200,
    'OK',
    'text/html; charset=utf-8',
  ]);
  const error = 'The API token does not allow this.';
  const closed = { status: 403, body: { error } };
  expect(await kutt.ask('POST /api/v2/domains', { body: {} })).toMatchObject(closed);
  expect(await kutt.ask('DELETE /api/v2/domains/1')).toMatchObject(closed);
  const unknown = { status: 404, body: { error: 'Not found.' } };
  for (const path of ['links/admin', 'links/admin/1', 'auth/login', 'users/admin', 'links/a/b']) {
    expect(await kutt.ask(`GET /api/v2/${path}`)).toMatchObject(unknown);
  }
  expect(await kutt.ask(`PATCH ${LINKS}/1`, { body: { target } })).toMatchObject({
    status: 400,
    body: { error: 'ID is invalid.' },
  });
  const wrong = await kutt.ask(`PUT ${LINKS}`);
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'HEAD, GET, POST']);
  expect(wrong.headers.get('cache-control')).toBe('no-store');
});

test('pages of other origins may call', async () => {
  const preflight = await kutt.site.fetch(`${LINKS}/1`, {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': 'x-api-key' },
  });
  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'PATCH, DELETE',
    'access-control-allow-headers': 'x-api-key',
    'access-control-max-age': '3600',
  });
  const refused = await kutt.ask(`GET ${LINKS}`, { token: '' });
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
});

test('off, its paths are as if it did not exist', async () => {
  await kutt.switch({ kutt: 0 });
  expect((await kutt.ask(`GET ${LINKS}`)).body).toMatchObject({ code: 404 });
});

test('no fields of a call are a fault of the server', async () => {
  const id = await make();
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('1 day', '9e9 years', target, 'true', '-1', '1e9', '__proto__'),
  );
  const names = ['target', 'customurl', 'description', 'password', 'reuse', 'expire_in', 'domain'];
  const fields = fc.dictionary(fc.constantFrom(...names, 'address', 'apikey', '__proto__'), value);
  for (const body of fc.sample(fields, chooseForRun(100, 5000))) {
    for (const call of [`POST ${LINKS}`, `PATCH ${LINKS}/${id}`] as const) {
      const { status } = await kutt.ask(call, { body });
      expect([call, body, status < 500]).toEqual([call, body, true]);
    }
  }
  const texts = fc.record({ limit: fc.string(), skip: fc.string(), search: fc.string() });
  for (const query of fc.sample(texts, chooseForRun(50, 2000))) {
    const { status } = await kutt.ask(`GET ${LINKS}?${new URLSearchParams(query).toString()}`);
    expect([query, status < 500]).toEqual([query, true]);
  }
});
