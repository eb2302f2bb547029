import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { addDomain } from '../../../../contracts/domains.ts';
import { createLink, deleteLink, updateLink } from '../../../../contracts/links/links.ts';
import { setOption } from '../../../../contracts/site.ts';
import { fc } from '../../../support/random.ts';
import { chooseForRun } from '../../../support/test-run.ts';
import { expectData } from '../../people/people-steps.ts';
import { drain, type SetUpSite } from '../../set-up-site.ts';
import { PATH, YourlsSite, type Fields } from './yourls-steps.ts';

let yourls: YourlsSite;
let site: SetUpSite;

beforeEach(async () => {
  yourls = await YourlsSite.open();
  ({ site } = yourls);
});
afterEach(() => yourls[Symbol.asyncDispose]());

const post = (fields: Fields, init?: RequestInit) => yourls.post(fields, init);
const ask = (fields: Fields) => yourls.ask(fields);
const short = (code: string) => yourls.short(code);

async function read(fields: Fields): Promise<[number, string, string]> {
  const response = await post({ signature: yourls.signature, ...fields });
  return [response.status, response.headers.get('content-type')!, await response.text()];
}

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
    ['a text that is no URL', { url: 'nonsense' }, 'error:nourl', 'Missing or malformed URL'],
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
    await drain(site);
    expect(await codesOf({ filter: 'top', limit: '1' })).toEqual(['two']);
    expect((await codesOf({ filter: 'bottom', limit: '9' })).at(-1)).toBe('two');
    const { body } = await ask({ action: 'stats', limit: '0' });
    const stats = { total_links: 4, total_clicks: 1 };
    expect(body).toEqual({ stats, statusCode: 200, message: 'success' });
    expect(await ask({ action: 'db-stats' })).toEqual({
      status: 200,
      body: { 'db-stats': stats, statusCode: 200, message: 'success' },
    });
  });
});

test('fields come from query, form, JSON and multipart alike; the body wins', async () => {
  await ask({ action: 'shorturl', url, keyword: 'mine' });
  const expand = { action: 'expand', shorturl: 'mine' };
  const fields = { signature: yourls.signature, format: 'simple', ...expand };
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

test('a call on a further domain is about its links', async () => {
  await expectData(site, addDomain, { host: 'go.example' }, site.token);
  const init = { headers: { host: 'go.example' } };
  const fields = {
    signature: yourls.signature,
    action: 'shorturl',
    format: 'simple',
    url,
    keyword: 'mine',
  };
  expect(await (await post(fields, init)).text()).toEndWith('//go.example/mine');
  expect(await ask({ action: 'expand', shorturl: 'mine' })).toMatchObject({ status: 404 });
  const expand = {
    signature: yourls.signature,
    action: 'expand',
    format: 'simple',
    shorturl: 'mine',
  };
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

test('times are in the zone of the site', async () => {
  await ask({ action: 'shorturl', url, keyword: 'mine' });
  const read = async (action: string): Promise<string> =>
    /20\d\d-\d\d-\d\d \d\d/.exec(
      JSON.stringify((await ask({ action, shorturl: 'mine', limit: '1' })).body),
    )![0];
  const utc = await read('url-stats');
  await expectData(site, setOption, { key: 'time_zone', value: '"Asia/Shanghai"' }, site.token);
  const zoned = await read('url-stats');
  expect(Date.parse(`${zoned}:00Z`) - Date.parse(`${utc}:00Z`)).toBe(8 * 3_600_000);
  expect(await read('stats')).toBe(zoned);
});

test('it can be switched off, and other methods are refused', async () => {
  for (const method of ['HEAD', 'PUT', 'DELETE']) {
    const { status, headers } = await site.fetch(PATH, { method });
    expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, POST']);
  }
  const off = { key: 'compat', value: '{"yourls":0}' };
  await expectData(site, setOption, off, site.token);
  expect((await site.fetch(`${PATH}?action=version&signature=${yourls.signature}`)).status).toBe(
    404,
  );
  expect((await post({ signature: yourls.signature, action: 'version' })).status).toBe(405);
  await expectData(site, setOption, { ...off, value: '{"yourls":1}' }, site.token);
  expect((await ask({ action: 'version' })).status).toBe(200);
});

test('a body that cannot be read is refused', async () => {
  const json = { 'content-type': 'application/json' };
  const response = await yourls.post({}, { body: '{', headers: json });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('<message>The body is not JSON</message>');
});

test('an address with too many fields is refused', async () => {
  const many = 'a&'.repeat(1100);
  for (const path of [PATH, `${PATH}/x`]) {
    const response = await yourls.site.fetch(`${path}?${many}`, { method: 'POST' });
    expect(response.status).toBe(path === PATH ? 400 : 404);
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  }
});

test('no fields of a call are a fault of the server', async () => {
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'shorturl',
      'stats',
      'expand',
      'json',
      'xml',
      'jsonp',
      '-1',
      '1e9',
      yourls.signature,
    ),
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
  const hostile = { toString: 1, valueOf: null };
  const actions = ['version', 'shorturl', 'expand', 'url-stats', 'stats', 'db-stats', 'delete'];
  for (const action of actions) {
    for (const name of [...names, ...more.filter((one) => one !== '__proto__')]) {
      const sent = { signature: yourls.signature, action, url, shorturl: 'x', [name]: hostile };
      const { status } = await site.fetch(PATH, {
        method: 'POST',
        body: JSON.stringify(sent),
        headers: { 'content-type': 'application/json' },
      });
      expect([action, name, status < 500]).toEqual([action, name, true]);
    }
  }
  for (const sent of fc.sample(fields, chooseForRun(200, 10_000))) {
    const { status } = await post({ signature: yourls.signature, ...sent });
    expect([sent, status < 500]).toEqual([sent, true]);
  }
});
