import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { PageTitles } from '../../../server/page-titles/page-title.ts';
import { phpMyAdmin, yourlsRow } from '../../import-files/yourls-files.ts';
import { TestSite } from '../test-site.ts';
import { firstInShort } from '../../support/test-run.ts';

/** The calls of section 7 of the specification, as written there. */
const table = [
  'GET /api/get/appinfo',
  'GET /api/get/siteinfo',
  'GET /api/option/get_site_info',
  'GET /api/user/is_login',
  'POST /api/shorten_url',
  'POST /api/user/init',
  'POST /api/login',
  'POST /api/update_url/{id}',
  'POST /api/get_url_metadata',
  'POST /api/option/set',
  'POST /api/search',
  'POST /api/delete/urls',
  'POST /api/delete/url',
  'GET /api/urls',
  'GET /api/user/get_token',
  'GET /api/user/create_token',
  'GET /api/user/change_token',
  'GET /api/user/logout',
  'POST /api/user/change_password',
  'POST /api/import',
];

const ada = { username: 'ada', email: 'ada@example.com', password: 'correct horse' };
const nextPassword = 'battery staple';
const SUCCESS = { code: 200, msg: 'success' };

/** The outside world: every foreign page has this title. */
const pageTitles: PageTitles = {
  fetch: () => Promise.resolve({ title: 'A page', description: 'About it' }),
  close: () => undefined,
};

type Fields = Readonly<Record<string, string>>;

/** The encoding of a call's fields. */
const encodings: Record<string, (fields: Fields) => FormData | URLSearchParams> = {
  'form data': (fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  },
  urlencoded: (fields) => new URLSearchParams(fields),
};

interface Answer {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** A client that uses plain `fetch` and stores the login token like the original page. */
class OriginalPage {
  readonly #site: TestSite;
  readonly #toForm: (fields: Fields) => FormData | URLSearchParams;
  readonly made = new Set<string>();
  token: string | null = null;

  constructor(site: TestSite, toForm: (fields: Fields) => FormData | URLSearchParams) {
    this.#site = site;
    this.#toForm = toForm;
  }

  get(path: string): Promise<Answer> {
    return this.#send('GET', path, {});
  }

  postJson(path: string, fields: object): Promise<Answer> {
    const headers = { 'Content-Type': 'application/json' };
    return this.#send('POST', path, { headers, body: JSON.stringify(fields) });
  }

  postForm(path: string, fields: Fields): Promise<Answer> {
    return this.#send('POST', path, { body: this.#toForm(fields) });
  }

  postFile(path: string, file: File): Promise<Answer> {
    const body = new FormData();
    body.append('file', file);
    return this.#send('POST', path, { body });
  }

  async #send(method: string, path: string, init: RequestInit): Promise<Answer> {
    this.made.add(`${method} ${path.replace(/\?.*/, '').replace(/\/\d+$/, '/{id}')}`);
    const headers = new Headers(init.headers);
    if (this.token !== null) headers.set('Authorization', `Bearer ${this.token}`);
    const response = await this.#site.fetch(path, { ...init, method, headers });
    expect(response.headers.get('content-type')).toStartWith('application/json');
    const { code, msg, data } = (await response.json()) as Answer;
    return { status: response.status, code, msg, data };
  }
}

const chosenEncodings = firstInShort(Object.entries(encodings));

describe.each(chosenEncodings)('the original page, its forms as %s,', (_, toForm) => {
  let site: TestSite;
  let page: OriginalPage;
  beforeAll(async () => {
    site = await TestSite.open({ pageTitles });
    page = new OriginalPage(site, toForm);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  test('sets the site up', async () => {
    expect(await page.get('/api/get/siteinfo')).toEqual({
      status: 200,
      ...SUCCESS,
      data: { is_init: 'no' },
    });
    expect(await page.postJson('/api/user/init', { ...ada, username: 'Ada!' })).toMatchObject({
      code: 400,
      msg: 'user.name.invalid',
    });
    expect(await page.postJson('/api/user/init', ada)).toMatchObject(SUCCESS);
    expect(await page.postJson('/api/user/init', ada)).toMatchObject({
      code: 400,
      msg: 'no.repeat.init',
    });
    const { data } = await page.get('/api/get/siteinfo');
    expect(data).toEqual({ is_init: 'yes' });
  });

  test('logs in', async () => {
    const missing = { status: 401, code: 401, msg: 'no.session.token', data: null };
    expect(await page.get('/api/user/is_login')).toEqual(missing);
    const { username, password } = ada;
    const login = (fields: Fields) => page.postForm('/api/login', fields);
    expect(await login({ username: 'bob', password })).toMatchObject({
      status: 200,
      code: 400,
      msg: 'username.error',
    });
    expect(await login({ username, password: 'wrong' })).toMatchObject({
      code: 400,
      msg: 'password.error',
    });
    const answer = await login({ username, password });
    expect(answer).toMatchObject({ ...SUCCESS, data: { username } });
    const { token } = answer.data as { token: string };
    expect(token).toMatch(/^web-[\w-]{28,}$/);
    page.token = 'web-of-long-ago';
    expect(await page.get('/api/user/is_login')).toMatchObject({
      status: 401,
      msg: 'invalid.session.token',
    });
    page.token = token;
    expect(await page.get('/api/user/is_login')).toEqual({ status: 200, ...SUCCESS, data: '' });
    const { username: name, email } = ada;
    expect(await page.get('/api/get/appinfo')).toMatchObject({
      ...SUCCESS,
      data: { username: name, email, version: expect.any(String) as string },
    });
  });

  test('shortens URLs on the home page and in the dialog', async () => {
    const shorten = (fields: object) => page.postJson('/api/shorten_url', fields);
    const drawn = await shorten({ long_url: 'https://example.com/a', short_url: '', title: '' });
    expect(drawn).toMatchObject({ ...SUCCESS, data: { long_url: 'https://example.com/a' } });
    const { short_url: code } = drawn.data as { short_url: string };
    expect(code).toMatch(/^\w{6}$/);
    expect((await site.fetch(`/${code}`)).headers.get('location')).toBe('https://example.com/a');

    const meta = await page.postForm('/api/get_url_metadata', { url: 'https://example.com/b' });
    expect(meta).toMatchObject({ ...SUCCESS, data: { title: 'A page' } });
    const link = { long_url: 'https://example.com/b', short_url: 'mine', title: 'A page' };
    expect(await shorten({ ...link, ttl_days: '' })).toMatchObject({
      ...SUCCESS,
      data: { short_url: 'mine', long_url: link.long_url, title: 'A page' },
    });
    expect(await shorten({ ...link, ttl_days: '0' })).toMatchObject(SUCCESS);
    expect(await shorten({ ...link, long_url: 'https://example.com/c' })).toMatchObject({
      status: 200,
      code: 400,
      msg: 'short.url.exists',
    });
    const refused: [object, string][] = [
      [{ ...link, short_url: 'a b' }, 'invalid.short.url'],
      [{ ...link, short_url: 'admin' }, 'reserved.short.url'],
      [{ ...link, long_url: 'nowhere' }, 'error.link'],
    ];
    for (const [fields, msg] of refused) {
      expect(await shorten(fields)).toMatchObject({ status: 200, code: 400, msg });
    }
    const ending = { long_url: 'https://example.com/d', short_url: 'ending', title: '' };
    const { data } = await shorten({ ...ending, ttl_days: 7 });
    const inDays = ((data as { expires_at: number }).expires_at - Date.now() / 1000) / 86_400;
    expect(inDays).toBeWithin(6.9, 7.1);
  });

  test('lists, searches and edits links', async () => {
    const listed = await page.get('/api/urls?page=1&limit=10');
    expect(listed).toMatchObject({ ...SUCCESS, data: { total: 3 } });
    const { urls } = listed.data as { urls: { id: number; short_url: string }[] };
    expect(urls.map(({ short_url: code }) => code)).toEqual([
      'ending',
      'mine',
      expect.any(String) as string,
    ]);
    expect(await page.get('/api/urls?page=1&limit=1000')).toMatchObject({ data: { limit: 200 } });

    const searches: [string, string][] = [
      ['short_url', 'mine'],
      ['long_url', 'example.com/b'],
      ['title', 'page'],
    ];
    for (const [filter, keyword] of searches) {
      const { code, data } = await page.postJson('/api/search', { filter, keyword });
      const found = data as { total: number; urls: { short_url: string }[] };
      expect(code).toBe(200);
      expect(found.urls.map((link) => link.short_url)).toContain('mine');
      expect(found.total).toBe(found.urls.length);
    }
    const none = { filter: 'title', keyword: 'nothing like it' };
    expect(await page.postJson('/api/search', none)).toMatchObject({ code: 404, msg: 'no.query' });

    const { id } = urls.find(({ short_url: code }) => code === 'mine')!;
    const edit = { description: '', long_url: 'https://example.com/e', short_url: 'mine' };
    expect(await page.postJson(`/api/update_url/${id}`, { ...edit, title: 'New' })).toMatchObject({
      ...SUCCESS,
      data: { ...edit, title: 'New' },
    });
    expect((await site.fetch('/mine')).headers.get('location')).toBe('https://example.com/e');
  });

  test('keeps the settings of the site', async () => {
    expect(await page.get('/api/option/get_site_info')).toMatchObject({ status: 200, code: 404 });
    const info = {
      title: 'Short links',
      keywords: 'short, links',
      description: 'Ours',
      header: '<meta name="x" content="y">',
      footer: '<p>© Ada</p>',
    };
    const store = (value: object) =>
      page.postForm('/api/option/set', { key: 'site_info', value: JSON.stringify(value) });
    expect(await store({ ...info, title: 'ab' })).toMatchObject({ status: 200, code: 400 });
    expect(await store(info)).toEqual({ status: 200, ...SUCCESS, data: null });
    expect(await page.get('/api/option/get_site_info')).toMatchObject({ ...SUCCESS, data: info });
  });

  test('imports a file', async () => {
    const content = phpMyAdmin({ yourls_url: [yourlsRow('first'), yourlsRow('second')] });
    const file = new File([content], 'yourls_url.json', { type: 'application/json' });
    expect(await page.postFile('/api/import', file)).toMatchObject(SUCCESS);
    expect((await site.fetch('/second')).status).toBe(302);
    const strange = new File(['{"some":"thing"}'], 'yourls_url.json', { type: 'application/json' });
    expect(await page.postFile('/api/import', strange)).toMatchObject({
      status: 200,
      code: 400,
      msg: 'json.error',
    });
  });

  test('deletes links', async () => {
    expect(await page.postForm('/api/delete/url', { short_url: 'ending' })).toEqual({
      status: 200,
      ...SUCCESS,
      data: {},
    });
    const { data } = await page.get('/api/urls?page=1&limit=10');
    const ids = (data as { urls: { id: number }[] }).urls.map(({ id }) => id);
    expect(ids).toHaveLength(4);
    expect(await page.postJson('/api/delete/urls', { ids })).toMatchObject({ ...SUCCESS, data: 4 });
    expect(await page.get('/api/urls?page=1&limit=10')).toMatchObject({
      ...SUCCESS,
      data: { total: 0, urls: [] },
    });
  });

  test('creates, shows and changes the API token, with which programs shorten URLs', async () => {
    const none = { status: 200, code: 404, msg: 'token.not.exist' };
    expect(await page.get('/api/user/get_token')).toMatchObject(none);
    const created = await page.get('/api/user/create_token');
    expect(created).toMatchObject(SUCCESS);
    expect((created.data as { token: string }).token).toMatch(/^sk-[\w-]{28,}$/);
    expect(await page.get('/api/user/create_token')).toMatchObject({
      status: 200,
      code: 400,
      msg: 'token.already.exists',
    });
    expect(await page.get('/api/user/get_token')).toMatchObject({
      ...SUCCESS,
      data: created.data as object,
    });
    const changed = await page.get('/api/user/change_token');
    expect(changed).toMatchObject(SUCCESS);
    expect(changed.data).not.toEqual(created.data);

    const link = { long_url: 'https://example.com/program', short_url: 'program' };
    for (const [answer, status] of [
      [created, 401],
      [changed, 200],
    ] as const) {
      const program = new OriginalPage(site, toForm);
      program.token = (answer.data as { token: string }).token;
      expect((await program.postJson('/api/shorten_url', link)).status).toBe(status);
    }
    expect((await site.fetch('/program')).headers.get('location')).toBe(link.long_url);
  });

  test('changes the password and logs out', async () => {
    const change = (old: string, next: string) =>
      page.postForm('/api/user/change_password', { old_password: old, new_password: next });
    const refused: [string, string, string][] = [
      ['wrong', nextPassword, 'oldpass.error'],
      ['', nextPassword, 'oldpass.notallow.empty'],
      [ada.password, '', 'newpass.notallow.empty'],
      [ada.password, '12345', 'password.not.allow'],
    ];
    for (const [old, next, msg] of refused) {
      expect(await change(old, next)).toMatchObject({ status: 200, code: 400, msg });
    }
    expect(await change(ada.password, nextPassword)).toEqual({
      status: 200,
      ...SUCCESS,
      data: null,
    });
    expect((await page.get('/api/user/logout')).status).toBe(200);
    expect((await page.get('/api/user/is_login')).status).toBe(401);
    page.token = null;
    const again = { username: ada.username, password: nextPassword };
    expect(await page.postForm('/api/login', again)).toMatchObject(SUCCESS);
  });

  test('makes every call of the specification, and no other', () => {
    expect([...page.made].toSorted()).toEqual(table.toSorted());
  });
});
