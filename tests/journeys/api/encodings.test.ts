import { describe, expect, test } from 'bun:test';
import type { Envelope } from '../../../contracts/envelope.ts';
import { downloadBackup } from '../../../contracts/backup.ts';
import { createToken, changeToken, getToken, logout } from '../../../contracts/account.ts';
import { createLink, deleteLinks, listLinks, type Link } from '../../../contracts/links/links.ts';
import { uploadJob } from '../../../contracts/import-jobs.ts';
import type { Route } from '../../../contracts/route.ts';
import { getQr } from '../../../contracts/links/qr.ts';
import { getLive } from '../../../contracts/stats/stats.ts';
import { allRoutes } from '../all-routes.ts';
import { journey } from './encodings-journey.ts';
import { listAll, openSetUpSite } from '../set-up-site.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { pathOf, TestSite } from '../test-site.ts';

type Fields = Readonly<Record<string, unknown>>;
type Encode = (fields: Fields) => { body: string | FormData; type?: string };

function pairs(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, String(item)]),
  );
}

function multipart(fields: Fields): { body: FormData } {
  const body = new FormData();
  for (const [name, value] of pairs(fields)) body.append(name, value);
  return { body };
}

const encodings: Readonly<Record<string, Encode>> = {
  JSON: (fields) => ({ body: JSON.stringify(fields), type: 'application/json' }),
  'JSON with a charset': (fields) => ({
    body: JSON.stringify(fields),
    type: 'Application/JSON; charset=UTF-8',
  }),
  'JSON with every number as a string': (fields) => ({
    body: JSON.stringify(fields, (_, value: unknown) =>
      typeof value === 'number' ? String(value) : value,
    ),
    type: 'application/json',
  }),
  'a urlencoded form': (fields) => ({
    body: new URLSearchParams(pairs(fields)).toString(),
    type: 'application/x-www-form-urlencoded',
  }),
  'a multipart form': multipart,
};

async function send(
  site: TestSite,
  path: string,
  { body, type }: ReturnType<Encode>,
  token?: string,
): Promise<Envelope<unknown>> {
  const headers = new Headers(type === undefined ? {} : { 'content-type': type });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const response = await site.fetch(path, { method: 'POST', headers, body });
  return (await response.json()) as Envelope<unknown>;
}

describe('every call of the API gives the same outcome to', () => {
  test.each(Object.entries(encodings).slice(chooseForRun(3, 0)))('%s', async (_, encode) => {
    const pageTitles = {
      fetch: () => Promise.resolve({ title: 'A page', description: 'What it says' }),
      close: () => undefined,
    };
    await using site = await TestSite.open({ pageTitles });
    let token: string | undefined;
    for (const { route, fields, expected } of journey) {
      const got = route.methods.includes('POST')
        ? await send(site, pathOf(route, fields), encode(fields), token)
        : await site.call(route, fields, token);
      expect<object>({ path: route.path, ...got }).toEqual({ path: route.path, ...expected });
      token ??= (got.data as { token?: string }).token;
    }
  });

  test('the list has every call', () => {
    const passed = new Set<string>(journey.map(({ route }) => route.path));
    // These calls have no body, a file that is streamed, or no JSON answer.
    for (const { path } of [downloadBackup, getLive, getQr, uploadJob]) passed.add(path);
    expect(allRoutes.map(({ path }) => path).filter((path) => !passed.has(path))).toEqual([]);
  });
});

describe('null and "" mean absent', () => {
  const nothing = { short_url: '', title: '', description: '', ttl_days: '', expires_at: '' };
  const bodies: [string, ReturnType<Encode>][] = [
    ['null in JSON', encodings['JSON']!({ long_url: 'https://a.example/', ...nulls(nothing) })],
    ['"" in JSON', encodings['JSON']!({ long_url: 'https://a.example/', ...nothing })],
    [
      '"" in a form',
      encodings['a urlencoded form']!({ long_url: 'https://a.example/', ...nothing }),
    ],
    ['"" in multipart', multipart({ long_url: 'https://a.example/', ...nothing })],
  ];
  test.each(bodies)('as %s', async (_, body) => {
    await using site = await openSetUpSite();
    const plain = await site.call(createLink, { long_url: 'https://a.example/' }, site.token);
    expect((plain.data as Link).short_url).toMatch(/^[a-z2-9]{6}$/);
    expect(await send(site, createLink.path, body, site.token)).toEqual({
      ...plain,
      data: { ...(plain.data as Link), is_new: false },
    });
  });

  test('for a required field, and in a query', async () => {
    await using site = await openSetUpSite();
    for (const long_url of [null, '']) {
      expect((await site.call(createLink, { long_url }, site.token)).msg).toBe('error.link');
    }
    expect(await site.call(listLinks, { page: '', limit: '' }, site.token)).toEqual(
      await site.call(listLinks, {}, site.token),
    );
  });
});

function nulls(fields: object): Fields {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
}

describe('a list of ids can be sent as', () => {
  const form = 'application/x-www-form-urlencoded';
  const json = 'application/json';
  const bodies: [string, string, number][] = [
    ['{"ids":[1,2]}', json, 2],
    ['{"ids":["1","2"]}', json, 2],
    ['{"ids":"1,2"}', json, 2],
    ['{"ids":1}', json, 1],
    ['{"ids":"1"}', json, 1],
    ['ids=1', form, 1],
    ['ids=1&ids=2', form, 2],
    ['ids[]=1&ids[]=2', form, 2],
    ['ids%5B%5D=1', form, 1],
    ['ids=1,2', form, 2],
    ['ids=1%2C+2', form, 2],
  ];
  test.each(bodies)('%s', async (body, type, deleted) => {
    await using site = await openSetUpSite();
    await createThree(site, site.token);
    const answer = await send(site, deleteLinks.path, { body, type }, site.token);
    expect(answer).toEqual({ code: 200, msg: 'success', data: deleted });
    expect(await listAll(site, site.token)).toHaveLength(3 - deleted);
  });

  test.each(['ids', 'ids[]'])('repeated multipart fields named %s', async (name) => {
    await using site = await openSetUpSite();
    await createThree(site, site.token);
    const answer = await send(site, deleteLinks.path, multipart({ [name]: [1, 2] }), site.token);
    expect(answer.data).toBe(2);
  });
});

async function createThree(site: TestSite, token: string): Promise<void> {
  for (const name of ['a', 'b', 'c']) {
    const fields = { long_url: `https://${name}.example/`, title: name };
    expect((await site.call(createLink, fields, token)).code).toBe(200);
  }
}

test('the scheme of the Authorization header may be written in any case', async () => {
  await using site = await openSetUpSite();
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    const headers = { authorization: `${scheme} ${site.token}` };
    expect([scheme, (await site.fetch('/api/urls', { headers })).status]).toEqual([scheme, 200]);
  }
});

test('create_token, change_token and logout take GET and POST', async () => {
  await using site = await openSetUpSite();
  const headers = { authorization: `Bearer ${site.token}` };
  const read = async (route: Route, init: RequestInit) =>
    (await (await site.fetch(route.path, { ...init, headers })).json()) as Envelope<{
      token: string;
    }>;
  const form = new URLSearchParams({ a: '1' });
  const seen = new Set<string>();
  expect((await read(createToken, {})).code).toBe(200);
  for (const init of [{}, { method: 'POST' }, { method: 'POST', body: form }]) {
    expect((await read(createToken, init)).msg).toBe('token.already.exists');
    const { token } = (await read(changeToken, init)).data;
    expect(token).toMatch(/^sk-[\w-]{28,}$/);
    expect((await read(getToken, {})).data.token).toBe(token);
    seen.add(token);
  }
  expect(seen.size).toBe(3);
  // HEAD must change nothing.
  for (const { path } of [createToken, changeToken, logout]) {
    const { status, headers: sent } = await site.fetch(path, { method: 'HEAD', headers });
    expect([path, status, sent.get('allow')]).toEqual([path, 405, 'GET, POST']);
  }
  expect(seen).toContain((await read(getToken, {})).data.token);
  expect(await read(logout, { method: 'POST' })).toEqual(
    expect.objectContaining({ code: 200, msg: 'success', data: null }),
  );
  expect((await site.fetch('/api/user/is_login', { headers })).status).toBe(401);
});
