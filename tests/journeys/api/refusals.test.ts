import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import * as account from '../../../contracts/account.ts';
import type { Refusal } from '../../../contracts/envelope.ts';
import { createLink, deleteLink, deleteLinks, listLinks } from '../../../contracts/links/links.ts';
import { getOption, getSiteInfo, setOption } from '../../../contracts/site.ts';
import { accessOf, allCalls, allRoutes } from '../all-routes.ts';
import { allowedCalls, refusedCalls, refusedInits, type RefusedCall } from './refusals-table.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { admin, TestSite } from '../test-site.ts';

let site: TestSite & { readonly token: string };
let apiToken: string;

beforeAll(async () => {
  site = await openSetUpSite();
  const { data } = await site.call(account.createToken, {}, site.token);
  apiToken = (data as { token: string }).token;
});

afterAll(() => site[Symbol.asyncDispose]());

async function expectRefused(site: TestSite, call: RefusedCall, token?: string): Promise<void> {
  // An absent field must not become the word "undefined" in a query.
  const fields = JSON.parse(JSON.stringify(call.fields)) as object;
  const response = await site.send(call.route, fields, token);
  const { code, msg, data } = (await response.json()) as {
    code: number;
    msg: string;
    data: Refusal;
  };
  expect({ status: response.status, code, msg }).toEqual({ status: 200, code: 400, msg: call.msg });
  for (const issue of data.issues) expect(issue.reason).not.toBe('');
  const named = data.issues.map(({ field }) =>
    field.startsWith(`${call.field}.`) ? call.field : field,
  );
  expect(named).toContain(call.field);
}

describe('before the set-up, the answer names the error of', () => {
  let fresh: TestSite;
  beforeAll(async () => {
    fresh = await TestSite.open();
  });
  afterAll(() => fresh[Symbol.asyncDispose]());
  test.each(refusedInits.map((call) => [call.title, call] as const))('%s', async (_, call) => {
    await expectRefused(fresh, call);
  });
  test('and none of these calls sets the site up', async () => {
    expect((await fresh.call(account.init, admin)).code).toBe(200);
  });
});

describe('the answer names the error of', () => {
  test.each(refusedCalls.map((call) => [call.title, call] as const))('%s', async (_, call) => {
    await expectRefused(site, call, site.token);
  });
});

test('every wrong field is named at once', async () => {
  await using fresh = await TestSite.open();
  const { data } = await fresh.call(account.init, { username: '?', email: '?', password: '?' });
  const issues = (data as Refusal).issues.map(({ field, key }) => `${field} ${key}`);
  expect(issues.sort()).toEqual([
    'email email.invalid',
    'password password.not.allow',
    'username user.name.invalid',
  ]);
});

test('a site is set up once', async () => {
  const again = { username: 'mallory', email: 'm@example.com', password: 'something' };
  expect(await site.call(account.init, again)).toEqual(refusalOf(400, 'no.repeat.init'));
  expect((await site.call(account.login, admin)).code).toBe(200);
});

function refusalOf(code: number, msg: string) {
  return { code, msg, data: null };
}

describe('a wrong login', () => {
  test('names which of user name and password is wrong', async () => {
    await using fresh = await openSetUpSite();
    const login = (fields: object) => fresh.call(account.login, { ...admin, ...fields });
    expect(await login({ username: 'nobody' })).toEqual(refusalOf(400, 'username.error'));
    expect(await login({ password: 'wrong' })).toEqual(refusalOf(400, 'password.error'));
    expect((await login({ password: 'x'.repeat(300) })).msg).toBe('password.error');
  });

  test('does not name it when the setting says so', async () => {
    await using fresh = await openSetUpSite();
    await fresh.call(setOption, { key: 'login_tells_fault', value: 'false' }, fresh.token);
    for (const wrong of [{ username: 'nobody' }, { password: 'wrong' }]) {
      expect(await fresh.call(account.login, { ...admin, ...wrong })).toEqual(
        refusalOf(400, 'login.error'),
      );
    }
  });
});

describe('a custom code is refused', () => {
  const reserved =
    'api init admin login logout register import export docs assets favicon.ico robots.txt ' +
    'sitemap.xml .well-known healthz metrics openapi.json';
  test.each(reserved.split(' '))('when it is the reserved word %s in any case', async (word) => {
    const spellings = [
      word,
      word.toUpperCase(),
      word[0]!.toUpperCase() + word.slice(1),
      ` ${word} `,
    ];
    for (const short_url of spellings) {
      const fields = { long_url: 'https://example.com/', short_url };
      const got = await site.call(createLink, fields, site.token);
      expect({ short_url, ...got }).toMatchObject({
        short_url,
        code: 400,
        msg: 'reserved.short.url',
      });
    }
  });

  test('when it is taken, in whatever case', async () => {
    const first = { long_url: 'https://a.example/', short_url: 'taken', title: 'x' };
    expect((await site.call(createLink, first, site.token)).code).toBe(200);
    for (const short_url of ['taken', 'TAKEN', ' Taken ']) {
      const fields = { long_url: 'https://b.example/', short_url };
      expect(await site.call(createLink, fields, site.token)).toMatchObject({
        code: 400,
        msg: 'short.url.exists',
        data: { issues: [{ field: 'short_url', key: 'short.url.exists' }] },
      });
    }
  });
});

test.each(allowedCalls)('a value at its limit is allowed: %s with %j', async (_, route, fields) => {
  expect((await site.call(route, fields, site.token)).code).toBe(200);
});

test('an unknown link is a 404 in the envelope', async () => {
  await using fresh = await openSetUpSite();
  const { token } = fresh;
  expect(await fresh.call(deleteLink, { short_url: 'none' }, token)).toEqual(
    refusalOf(404, 'link.not.found'),
  );
  expect(await fresh.call(getOption, { key: 'none' }, token)).toEqual(
    refusalOf(404, 'option.not.found'),
  );
  expect((await fresh.call(getSiteInfo)).code).toBe(404);
  expect(await fresh.call(account.getToken, {}, token)).toEqual(refusalOf(404, 'token.not.exist'));
  expect(await fresh.call(account.changeToken, {}, token)).toEqual(
    refusalOf(400, 'token.not.exist'),
  );
  expect((await fresh.call(deleteLinks, { ids: [1] }, token)).data).toBe(0);
});

test('a second API token is refused and the first one stays', async () => {
  expect(await site.call(account.createToken, {}, site.token)).toEqual(
    refusalOf(400, 'token.already.exists'),
  );
  const { data } = await site.call(account.getToken, {}, site.token);
  expect(data).toEqual(expect.objectContaining({ token: apiToken }));
  expect((await site.send(listLinks, {}, apiToken)).status).toBe(200);
});

test('the API token may not do what needs a login', async () => {
  for (const route of allRoutes.filter((route) => accessOf(route) === 'login')) {
    const response = await site.send(route, {}, apiToken);
    expect({ path: route.path, status: response.status, ...(await body(response)) }).toEqual({
      path: route.path,
      status: 403,
      ...refusalOf(403, 'login.required'),
    });
  }
});

async function body(response: Response): Promise<object> {
  return (await response.json()) as object;
}

test('a logout with the API token changes nothing', async () => {
  expect((await site.call(account.logout, {}, apiToken)).code).toBe(200);
  expect((await site.send(listLinks, {}, apiToken)).status).toBe(200);
  expect((await site.send(account.checkLogin, {}, site.token)).status).toBe(200);
});

test.each(['/api', '/api/', '/api/nothing', '/api/urls/1', '/api/get', '/api/%00', '/api/a%2fb'])(
  'an unknown path of the API, like %s, is a 404 in the envelope',
  async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await site.fetch(path, { method });
      expect([response.status, await body(response)]).toEqual([
        404,
        refusalOf(404, 'path.not.found'),
      ]);
    }
  },
);

test('a wrong method is a 405 that names the right ones', async () => {
  for (const { route, path } of allCalls) {
    const wrong = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (method) => !route.methods.some((right) => right === method),
    );
    for (const method of wrong) {
      const response = await site.fetch(path, { method });
      const allowed = (response.headers.get('allow') ?? '').split(/, */);
      expect([path, method, response.status, await body(response)]).toEqual([
        path,
        method,
        405,
        refusalOf(405, 'method.not.allowed'),
      ]);
      expect(allowed.filter((name) => name !== 'HEAD').sort()).toEqual([...route.methods].sort());
    }
  }
});
