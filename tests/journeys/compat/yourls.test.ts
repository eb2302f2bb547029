import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { createToken as createShownToken } from '../../../contracts/account.ts';
import { addDomain } from '../../../contracts/domains.ts';
import { createLink, deleteLink, updateLink } from '../../../contracts/links/links.ts';
import { endToken, listTokens } from '../../../contracts/people/tokens.ts';
import { setOption } from '../../../contracts/site.ts';
import { fc } from '../../support/random.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { addPerson, createToken, expectData } from '../people/people-steps.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';

const PATH = '/yourls-api.php';

let site: SetUpSite;
let signature: string;

beforeEach(async () => {
  site = await openSetUpSite();
  ({ token: signature } = await expectData<{ token: string }>(
    site,
    createShownToken,
    {},
    site.token,
  ));
});
afterEach(() => site[Symbol.asyncDispose]());

type Fields = Readonly<Record<string, string>>;

const post = (fields: Fields, init: RequestInit = {}): Promise<Response> =>
  site.fetch(PATH, { method: 'POST', body: new URLSearchParams(fields), ...init });

/** With the token of the site, as JSON. */
async function ask(fields: Fields): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await post({ signature, format: 'json', ...fields });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function read(fields: Fields): Promise<[number, string, string]> {
  const response = await post({ signature, ...fields });
  return [response.status, response.headers.get('content-type')!, await response.text()];
}

const short = (code: string): string => new URL(code, site.url).href;
const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const url = 'https://example.com/page';

describe('an action answers like YOURLS', () => {
  test('shorturl makes a link, and gives back the one that is there', async () => {
    const about = { keyword: 'mine', url, title: 'A page' };
    expect(await ask({ action: 'shorturl', url, keyword: 'mine', title: 'A page' })).toEqual({
      status: 200,
      body: {
        status: 'success',
        code: '',
        message: `${url} added to database`,
        errorCode: '',
        statusCode: 200,
        url: { ...about, date, ip: '127.0.0.1' },
        title: 'A page',
        shorturl: short('mine'),
      },
    });
    expect(await ask({ action: 'shorturl', url })).toEqual({
      status: 200,
      body: {
        status: 'fail',
        code: 'error:url',
        message: `${url} already exists in database (short URL: ${new URL(site.url).host}/mine)`,
        errorCode: '',
        statusCode: 200,
        url: { ...about, date, ip: '127.0.0.1', clicks: 0 },
        title: 'A page',
        shorturl: short('mine'),
      },
    });
    const visit = await site.fetch('/mine', { redirect: 'manual' });
    expect(visit.headers.get('location')).toBe(url);
  });

  test.each([
    ['no URL', {}, 'error:nourl', 'Missing or malformed URL'],
    ['a text that is no URL', { url: 'nonsense' }, 'error:nourl', 'Missing or malformed URL'],
    ['a script', { url: 'javascript:alert(1)' }, 'error:nourl', 'Missing or malformed URL'],
    [
      'a reserved code',
      { url, keyword: 'admin' },
      'error:keyword',
      'Short URL admin already exists in database or is reserved',
    ],
    [
      'a code with wrong characters',
      { url, keyword: 'a.b' },
      'error:keyword',
      'Short URL a.b already exists in database or is reserved',
    ],
  ] as const)('shorturl with %s', async (_, fields, code, message) => {
    const body = { status: 'fail', code, message, errorCode: '400', statusCode: '400' };
    expect(await ask({ action: 'shorturl', ...fields })).toEqual({ status: 400, body });
    expect((await read({ action: 'shorturl', format: 'simple', ...fields }))[2]).toBe('');
  });

  test('shorturl with a taken code, and with a short link of the site', async () => {
    await ask({ action: 'shorturl', url, keyword: 'taken' });
    const other = { url: 'https://other.example/', keyword: 'taken' };
    expect(await ask({ action: 'shorturl', ...other })).toMatchObject({
      status: 400,
      body: { code: 'error:keyword' },
    });
    expect(await ask({ action: 'shorturl', url: short('taken') })).toMatchObject({
      status: 400,
      body: { code: 'error:noloop', message: 'URL is a short URL' },
    });
  });

  test('a URL without a scheme gets one, and a code is stored in lower case', async () => {
    const fields = { action: 'shorturl', url: 'example.com/a', keyword: 'MiXed' };
    expect(await ask(fields)).toMatchObject({
      body: { url: { keyword: 'mixed', url: 'https://example.com/a' } },
    });
  });

  test('a title of any length is cut', async () => {
    const { body } = await ask({ action: 'shorturl', url, title: 'long '.repeat(200) });
    expect(String(body['title']).length).toBeLessThanOrEqual(256);
    expect(body['title']).toStartWith('long long');
  });

  test('a link that expires is not given back', async () => {
    await expectData(site, createLink, { long_url: url, ttl_days: 1 }, site.token);
    expect(await ask({ action: 'shorturl', url })).toMatchObject({ body: { status: 'success' } });
  });

  test('expand and url-stats find a code or a whole short link', async () => {
    await ask({ action: 'shorturl', url, keyword: 'mine' });
    for (const shorturl of ['mine', 'MINE', short('mine')]) {
      expect(await ask({ action: 'expand', shorturl })).toEqual({
        status: 200,
        body: {
          keyword: 'mine',
          shorturl: short('mine'),
          longurl: url,
          title: url,
          message: 'success',
          statusCode: 200,
        },
      });
    }
    expect(await ask({ action: 'url-stats', shorturl: 'mine' })).toEqual({
      status: 200,
      body: {
        statusCode: 200,
        message: 'success',
        link: {
          shorturl: short('mine'),
          url,
          title: url,
          timestamp: date,
          ip: '127.0.0.1',
          clicks: 0,
        },
      },
    });
    expect(await ask({ action: 'expand', shorturl: 'none' })).toEqual({
      status: 404,
      body: { keyword: 'none', message: 'Error: short URL not found', errorCode: '404' },
    });
    expect(await ask({ action: 'url-stats', shorturl: 'none' })).toEqual({
      status: 404,
      body: { statusCode: '404', message: 'Error: short URL not found' },
    });
  });

  test('stats lists the asked slice, and db-stats counts', async () => {
    for (const code of ['one', 'two', 'three', 'four']) {
      await ask({ action: 'shorturl', url: `https://example.com/${code}`, keyword: code });
    }
    await site.fetch('/two', { redirect: 'manual' });
    const codesOf = async (fields: Fields): Promise<string[]> => {
      const { body } = await ask({ action: 'stats', ...fields });
      const links = Object.entries((body['links'] ?? {}) as Record<string, { shorturl: string }>);
      expect(links.map(([name]) => name)).toEqual(links.map((_, at) => `link_${at + 1}`));
      return links.map(([, { shorturl }]) => shorturl.slice(site.url.length));
    };
    expect(await codesOf({ filter: 'last', limit: '2' })).toEqual(['four', 'three']);
    expect(await codesOf({ filter: 'last', limit: '2', start: '1' })).toEqual(['three', 'two']);
    expect(await codesOf({ filter: 'last', limit: '9', start: '3' })).toEqual(['one']);
    expect(await codesOf({ filter: 'rand', limit: '2' })).toHaveLength(2);
    expect((await codesOf({ filter: 'top', limit: '9' })).toSorted()).toHaveLength(4);
    const { body } = await ask({ action: 'stats', limit: '0' });
    const stats = { total_links: 4, total_clicks: 1 };
    expect(body).toEqual({ stats, statusCode: 200, message: 'success' });
    expect(await ask({ action: 'db-stats' })).toEqual({
      status: 200,
      body: { 'db-stats': stats, statusCode: 200, message: 'success' },
    });
  });

  test('delete moves a link to the bin', async () => {
    await ask({ action: 'shorturl', url, keyword: 'mine' });
    const gone = { statusCode: 200, message: 'success: deleted' };
    expect(await ask({ action: 'delete', shorturl: 'mine' })).toEqual({ status: 200, body: gone });
    const missing = { statusCode: 404, message: 'error: not found' };
    expect(await ask({ action: 'delete', shorturl: 'mine' })).toEqual({
      status: 404,
      body: missing,
    });
  });

  test('version, and actions that do not exist', async () => {
    expect((await ask({ action: 'version' })).body).toEqual({ version: '1.10.4' });
    expect((await ask({ action: 'version', db: '1' })).body).toHaveProperty('db_version');
    for (const fields of [{}, { action: 'Version' }, { action: 'constructor' }]) {
      expect(await ask(fields)).toEqual({
        status: 400,
        body: { errorCode: '400', message: 'Unknown or missing "action" parameter' },
      });
    }
  });
});

test('fields come from query, form, JSON and multipart alike; the body wins', async () => {
  await ask({ action: 'shorturl', url, keyword: 'mine' });
  const expand = { action: 'expand', shorturl: 'mine' };
  const fields = { signature, format: 'simple', ...expand };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const headers = { 'content-type': 'application/json' };
  const answers = [
    await site.fetch(`${PATH}?${new URLSearchParams(fields).toString()}`),
    await post(fields),
    await site.fetch(PATH, { method: 'POST', body: form }),
    await site.fetch(PATH, { method: 'POST', body: JSON.stringify(fields), headers }),
    await site.fetch(`${PATH}?shorturl=none&format=json`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    }),
  ];
  for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([200, url]);
  expect(answers[0]!.headers.get('cache-control')).toBe('no-store');
});

const sign = (hash: string, text: string): string => createHash(hash).update(text).digest('hex');

describe('a token', () => {
  const login = { message: 'Please log in', errorCode: '403', callback: '' };
  const refused = { status: 403, body: login };

  test('is the signature, or the password beside any name', async () => {
    expect(await ask({ action: 'version', signature: '' })).toEqual(refused);
    expect(await ask({ action: 'version', signature: 'wrong' })).toEqual(refused);
    const named = { action: 'version', signature: '', username: 'ada' };
    expect((await ask({ ...named, password: signature })).status).toBe(200);
    expect(await ask({ ...named, password: 'correct horse' })).toEqual({
      status: 403,
      body: { ...login, message: 'Invalid username or password' },
    });
  });

  test('signs a time with any hash of YOURLS, for 12 hours', async () => {
    const now = Math.floor(Date.now() / 1000);
    const at = (seconds: number): string => String(now + seconds);
    const right: Fields[] = [
      { timestamp: at(0), signature: sign('md5', `${at(0)}${signature}`) },
      { timestamp: at(0), signature: sign('sha256', `${signature}${at(0)}`) },
      { timestamp: at(-43_000), signature: sign('md5', `${at(-43_000)}${signature}`) },
      { timestamp: at(0), hash: 'sha512', signature: sign('sha512', `${at(0)}${signature}`) },
    ];
    for (const fields of right) {
      expect((await ask({ action: 'version', ...fields })).status).toBe(200);
    }
    const wrong: Fields[] = [
      { timestamp: at(-43_300), signature: sign('md5', `${at(-43_300)}${signature}`) },
      { timestamp: at(1), signature: sign('md5', `${at(0)}${signature}`) },
      { timestamp: at(0), signature: sign('md5', at(0)) },
      { timestamp: at(0), hash: 'sha512', signature: sign('md5', `${at(0)}${signature}`) },
      { timestamp: at(0), hash: 'constructor', signature: sign('md5', `${at(0)}${signature}`) },
      { timestamp: 'NaN', signature: sign('md5', `NaN${signature}`) },
    ];
    for (const fields of wrong) {
      expect(await ask({ action: 'version', ...fields })).toEqual(refused);
    }
  });

  test('does what its scopes allow, and ends at once', async () => {
    await ask({ action: 'shorturl', url, keyword: 'mine' });
    const { token, id } = await makeToken(['links:create']);
    const made = await ask({ action: 'shorturl', url, signature: token });
    // It may not learn of links that are there.
    expect(made).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(made.body['shorturl']).not.toBe(short('mine'));
    for (const action of ['expand', 'url-stats', 'stats', 'db-stats', 'delete']) {
      expect([
        action,
        (await ask({ action, shorturl: 'mine', limit: '1', signature: token })).status,
      ]).toEqual([action, 403]);
    }
    await expectData(site, endToken, { id }, site.token);
    expect(await ask({ action: 'version', signature: token })).toEqual(refused);
  });

  test('of an author reaches no link of others', async () => {
    await ask({ action: 'shorturl', url, keyword: 'mine' });
    const author = await addPerson(site, { username: 'grace', role: 'author' });
    const { token } = await expectData<{ token: string }>(site, createShownToken, {}, author.token);
    for (const action of ['expand', 'url-stats', 'delete']) {
      expect((await ask({ action, shorturl: 'mine', signature: token })).status).toBe(404);
    }
    const { body } = await ask({ action: 'stats', limit: '9', signature: token });
    expect(body).toMatchObject({ links: {}, stats: { total_links: 0, total_clicks: 0 } });
  });
});

async function makeToken(scopes: readonly 'links:create'[]) {
  const token = await createToken(site, site.token, { scopes, name: 'script' });
  const rows = await expectData<{ id: number; name: string }[]>(site, listTokens, {}, site.token);
  return { token, id: rows.find(({ name }) => name === 'script')!.id };
}

test('a call on a further domain is about its links', async () => {
  await expectData(site, addDomain, { host: 'go.example' }, site.token);
  const init = { headers: { host: 'go.example' } };
  const fields = { signature, action: 'shorturl', format: 'simple', url, keyword: 'mine' };
  expect(await (await post(fields, init)).text()).toEndWith('//go.example/mine');
  expect(await ask({ action: 'expand', shorturl: 'mine' })).toMatchObject({ status: 404 });
  const expand = { signature, action: 'expand', format: 'simple', shorturl: 'mine' };
  expect(await (await post(expand, init)).text()).toBe(url);
});

test('an edited or deleted link answers with what it is now', async () => {
  const { id } = await expectData<{ id: number }>(
    site,
    createLink,
    { long_url: url, short_url: 'mine' },
    site.token,
  );
  const target = 'https://example.com/other';
  await expectData(site, updateLink, { id, long_url: target }, site.token);
  expect((await ask({ action: 'expand', shorturl: 'mine' })).body['longurl']).toBe(target);
  await expectData(site, deleteLink, { short_url: 'mine' }, site.token);
  expect((await ask({ action: 'expand', shorturl: 'mine' })).status).toBe(404);
});

test('a bookmark opens the dialog for a new link, and makes none', async () => {
  const dialog = '/admin/list?new=1&url=https%3A%2F%2Fexample.com%2Fpage&code=k&title=A+page';
  for (const sent of ['u=https://example.com/page', 'up=https:&us=//&ur=example.com/page']) {
    const { status, headers } = await site.fetch(`/admin/index.php?${sent}&t=A page&k=k`, {
      redirect: 'manual',
    });
    expect([status, headers.get('location')]).toEqual([302, dialog]);
  }
  expect((await ask({ action: 'db-stats' })).body).toMatchObject({
    'db-stats': { total_links: 0 },
  });
});

test('it can be switched off, and other methods are refused', async () => {
  for (const method of ['HEAD', 'PUT', 'DELETE']) {
    const { status, headers } = await site.fetch(PATH, { method });
    expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, POST']);
  }
  const off = { key: 'compat', value: '{"yourls":0}' };
  await expectData(site, setOption, off, site.token);
  expect((await site.fetch(`${PATH}?action=version&signature=${signature}`)).status).toBe(404);
  expect((await post({ signature, action: 'version' })).status).toBe(405);
  await expectData(site, setOption, { ...off, value: '{"yourls":1}' }, site.token);
  expect((await ask({ action: 'version' })).status).toBe(200);
});

test('no fields of a call are a fault of the server', async () => {
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom('shorturl', 'stats', 'expand', 'json', 'xml', 'jsonp', '-1', '1e9', signature),
  );
  const names = ['action', 'format', 'url', 'keyword', 'shorturl', 'limit', 'start', 'signature'];
  const more = [
    'callback',
    'timestamp',
    'hash',
    'title',
    'filter',
    'username',
    'password',
    '__proto__',
  ];
  const fields = fc.dictionary(fc.constantFrom(...names, ...more), value);
  for (const sent of fc.sample(fields, chooseForRun(200, 10_000))) {
    const { status } = await post({ signature, ...sent });
    expect([sent, status < 500]).toEqual([sent, true]);
  }
});
