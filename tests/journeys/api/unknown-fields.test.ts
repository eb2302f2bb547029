import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { editLinks } from '../../../contracts/links/bulk.ts';
import type { Issue } from '../../../contracts/envelope.ts';
import { createLink, listLinks, searchLinks, updateLink } from '../../../contracts/links/links.ts';
import type { Route } from '../../../contracts/route.ts';
import { setOption } from '../../../contracts/site.ts';
import { allCalls } from '../all-routes.ts';
import { create, get } from '../link-steps.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';

/** Calls that old clients make with fields of their own: an unknown one changes nothing. */
const unnoticed = [
  '/api/user/init',
  '/api/login',
  '/api/user/is_login',
  '/api/user/logout',
  '/api/user/change_password',
  '/api/user/get_token',
  '/api/user/create_token',
  '/api/user/change_token',
  '/api/get/appinfo',
  '/api/get/siteinfo',
  '/api/get_url_metadata',
  '/api/option/get',
  '/api/option/get_site_info',
  '/api/option/set',
  '/api/import',
  '/api/import/outcome',
  '/api/imports',
  '/api/backup',
  '/api/status',
];
/** It takes a file, and refuses any other body before it looks at names. */
const upload = '/api/imports/upload';
const named = [createLink.path, updateLink.path] as const;

let site: SetUpSite;

beforeAll(async () => {
  site = await openSetUpSite();
});

afterAll(() => site[Symbol.asyncDispose]());

async function issuesOf(route: Route, fields: object): Promise<readonly Issue[]> {
  const { code, data } = await site.call(route, fields, site.token);
  expect(code).toBe(400);
  return (data as { issues: Issue[] }).issues;
}

async function sendForm(
  path: string,
  form: string | FormData,
  headers: Readonly<Record<string, string>> = { authorization: `Bearer ${site.token}` },
): Promise<unknown> {
  const body = typeof form === 'string' ? new URLSearchParams(form) : form;
  return (await site.fetch(path, { method: 'POST', headers, body })).json();
}

describe('an unknown field', () => {
  const refusing = allCalls.filter(
    ({ route }) => ![...unnoticed, ...named, upload].some((path) => path === route.path),
  );
  test.each(refusing.map(({ route, method }) => [method, route.path, route] as const))(
    'of %s %s is refused by its name',
    async (method, _, route) => {
      const issues = await issuesOf({ ...route, methods: [method] }, { confrim: '' });
      expect(issues.map(({ field }) => field)).toContain('confrim');
    },
  );

  test('is passed over by exactly the calls of old clients', () => {
    const found = allCalls.map(({ route }) => route);
    const paths = (kind: Route['unknownFields']) =>
      new Set<string>(
        found.filter((route) => route.unknownFields === kind).map(({ path }) => path),
      );
    expect(paths('unnoticed')).toEqual(new Set(unnoticed));
    expect(paths('named')).toEqual(new Set(named));
  });

  test.each(
    refusing
      .filter(({ method }) => method !== 'GET')
      .map(({ route, method }) => [method, route.path] as const),
  )('in the address of %s %s is refused, as its fields are in the body', async (method, path) => {
    const answer = await site.fetch(`${path}?dry_run=1`, {
      method,
      headers: { authorization: `Bearer ${site.token}` },
    });
    const { code, data } = (await answer.json()) as { code: number; data: { issues: Issue[] } };
    expect(code).toBe(400);
    expect(data.issues.map(({ field }) => field)).toContain('dry_run');
  });

  test('in the address of create and edit is named, and of old calls passed over', async () => {
    const headers = {
      authorization: `Bearer ${site.token}`,
      'content-type': 'application/json',
    };
    const post = async (path: string, fields: object) => {
      const init = { method: 'POST', headers, body: JSON.stringify(fields) };
      return (await site.fetch(path, init)).json();
    };
    const fields = { long_url: 'https://example.com/dry', is_new: 1 };
    expect(await post('/api/shorten_url?dry_run=1&is_new=1', fields)).toMatchObject({
      code: 200,
      data: { ignored: ['is_new', 'dry_run'] },
    });
    const { id } = await get(site, (await create(site, { short_url: 'dry' })).short_url);
    expect(await post(`/api/update_url/${id}?dry_run=1`, { title: 'Dry' })).toMatchObject({
      code: 200,
      data: { ignored: ['dry_run'] },
    });
    expect(await post('/api/user/create_token?_=1', {})).toMatchObject({ code: 200 });
  });

  test('of the old calls is passed over', async () => {
    for (const path of ['/api/get/siteinfo', '/api/option/get_site_info', '/api/user/is_login']) {
      const headers = { authorization: `Bearer ${site.token}` };
      const answer = await site.fetch(`${path}?_=1&`, { headers });
      expect(await answer.text()).not.toContain('issues');
    }
  });

  test('is refused with the known name that was probably meant', async () => {
    expect(await issuesOf(listLinks, { tags: 'a' })).toEqual([
      { field: 'tags', key: 'bad.request', reason: 'Unknown field: do you mean tag?' },
    ]);
    expect(await issuesOf(searchLinks, { filter: 'title', keywrod: 'a' })).toEqual([
      { field: 'keywrod', key: 'bad.request', reason: 'Unknown field: do you mean keyword?' },
    ]);
    const set = { is_actve: 0 };
    expect(await issuesOf(editLinks, { where: { tag: 'a' }, set })).toContainEqual({
      field: 'set.is_actve',
      key: 'bad.request',
      reason: 'Unknown field: do you mean is_active?',
    });
    expect(await issuesOf(listLinks, { ['x'.repeat(10_000)]: 1, __proto: 1 })).toHaveLength(2);
  });

  test.each([[''], [null], [[]], ['a']])('in where is refused, also as %j', async (tags) => {
    for (const where of [
      { all: 1, tags },
      { domain: '', tags },
      { q: '', tags },
    ]) {
      expect(await issuesOf(editLinks, { where, set: { is_active: 0 } })).toContainEqual({
        field: 'where.tags',
        key: 'bad.request',
        reason: 'Unknown field: do you mean tag?',
      });
    }
  });

  test.each([
    [
      { rules: [{ when: { languages: 'de' }, target: 'https://a.example/' }] },
      'rules.0.when.languages',
    ],
    [{ rules: [{ when: {}, tagret: 'https://a.example/' }] }, 'rules.0.tagret'],
    [{ rules: [{ when: {}, target: 'https://a.example/', wehn: 1 }] }, 'rules.0.wehn'],
    [
      { rules: [{ when: {}, split: [{ target: 'https://a.example/', wieght: 1, weight: 1 }] }] },
      'rules.0.split.0.wieght',
    ],
    [
      {
        rules: [
          {
            when: { hours: { from: '09:00', until: '10:00', time_zone: 'UTC', day: [1] } },
            target: 'https://a.example/',
          },
        ],
      },
      'rules.0.when.hours.day',
    ],
    [{ social: { titel: 'x' } }, 'social.titel'],
    [{ social: JSON.parse('{"__proto__":"x"}') as object }, 'social.__proto__'],
  ])('inside %j is refused as %s', async (fields, field) => {
    const issues = await issuesOf(createLink, { long_url: 'https://a.example/x', ...fields });
    expect(issues.map((issue) => issue.field)).toContain(field);
  });
});

describe('an unknown field of a new or edited link', () => {
  test('is passed over and named', async () => {
    const { ignored } = (await create(site, {
      short_url: 'named',
      owner: 5,
      __typename: null,
    })) as { ignored?: string[] };
    expect(ignored).toEqual(['owner', '__typename']);
    const row = await get(site, 'named');
    const edited = await site.call(
      updateLink,
      { ...row, title: 'new', last_clicked_at: 0 },
      site.token,
    );
    expect(edited).toMatchObject({ code: 200, data: { title: 'new' } });
    const names = (edited.data as { ignored: string[] }).ignored;
    expect(names).toEqual(
      expect.arrayContaining(['clicks', 'people', 'ip', 'state', 'has_password']),
    );
    expect(names).not.toContain('title');
    const form = new FormData();
    form.append('long_url', 'https://a.example/multipart');
    form.append('theme', 'x');
    expect(await sendForm(createLink.path, form)).toMatchObject({ data: { ignored: ['theme'] } });
  });

  test('is not mentioned when there is none', async () => {
    expect(await create(site, { short_url: 'plain' })).not.toHaveProperty('ignored');
  });

  test('refuses a form, also of a guest, as the address before it would be cut', async () => {
    const value = JSON.stringify({ allowed: true, per_hour: 10 });
    await site.call(setOption, { key: 'anonymous_creation', value }, site.token);
    const cut = 'long_url=https://a.example/cut?a=1&b=2&c=';
    for (const headers of [undefined, {}]) {
      expect(await sendForm(createLink.path, cut, headers)).toMatchObject({
        code: 400,
        data: {
          issues: [
            { field: 'b', reason: expect.stringContaining('%26') },
            { field: 'c', reason: expect.stringContaining('%26') },
          ],
        },
      });
    }
    const { id } = await create(site, { short_url: 'form' });
    expect(await sendForm(`/api/update_url/${id}`, cut)).toMatchObject({ code: 400 });
    const row = 'title=new&id=5&clicks=3&last_clicked_at=0&short_link=x';
    expect(await sendForm(`/api/update_url/${id}`, row)).toMatchObject({
      code: 200,
      data: { id, title: 'new', ignored: ['clicks', 'last_clicked_at', 'short_link'] },
    });
  });
});
