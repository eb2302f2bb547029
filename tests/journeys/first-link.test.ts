import { expect, test } from 'bun:test';
import { checkLogin, getAppInfo, init, login, logout } from '../../contracts/account.ts';
import {
  createLink,
  deleteLink,
  deleteLinks,
  listLinks,
  updateLink,
  type Link,
} from '../../contracts/links/links.ts';
import { rights } from '../../contracts/access.constants.ts';
import { getInitState } from '../../contracts/site.ts';
import { VERSION } from '../../server/version.ts';
import { admin, TestSite } from './test-site.ts';
import { drain, listAll, openSetUpSite } from './set-up-site.ts';

test('a newcomer sets the site up, shortens a link, follows it and sees the click', async () => {
  await using site = await TestSite.open();
  expect((await site.call(getInitState)).data).toEqual({ is_init: 'no' });

  const setUp = await site.call(init, admin);
  expect(setUp).toEqual({
    code: 200,
    msg: 'success',
    data: { username: admin.username, email: admin.email },
  });
  expect((await site.call(getInitState)).data).toEqual({ is_init: 'yes' });

  const { data } = await site.call(login, admin);
  const { token, expires_at } = data as { token: string; expires_at: number };
  expect(token).toMatch(/^web-[\w-]{28,}$/);
  expect(expires_at - Date.now() / 1000).toBeWithin(30 * 86_400 - 60, 30 * 86_400 + 60);
  expect(await site.call(checkLogin, {}, token)).toEqual({ code: 200, msg: 'success', data: '' });

  const created = await site.call(createLink, { long_url: 'https://example.com/a?b=c' }, token);
  const link = created.data as Link;
  expect(link.short_url).toMatch(/^[a-z2-9]{6}$/);

  const visit = await site.fetch(`/${link.short_url}`);
  expect(visit.status).toBe(302);
  expect(visit.headers.get('location')).toBe('https://example.com/a?b=c');
  expect(visit.headers.get('cache-control')).toBe('private, no-store');
  expect(visit.headers.get('referrer-policy')).toBe('no-referrer-when-downgrade');

  await drain(site);
  expect((await listAll(site, token)).map(({ id, clicks }) => ({ id, clicks }))).toEqual([
    { id: link.id, clicks: 1 },
  ]);

  expect((await site.call(deleteLink, { short_url: link.short_url }, token)).data).toEqual({});
  expect((await site.fetch(`/${link.short_url}`)).status).toBe(404);

  expect((await site.call(logout, {}, token)).data).toBeNull();
  expect((await site.send(checkLogin, {}, token)).status).toBe(401);
});

test('the list is newest first, by page, with the last page whole', async () => {
  await using site = await openSetUpSite();
  for (let index = 1; index <= 25; index += 1) {
    await site.call(
      createLink,
      { long_url: `https://example.com/${index}`, short_url: `n${index}`, title: `T${index}` },
      site.token,
    );
  }
  const page = async (fields: object) =>
    (await site.call(listLinks, fields, site.token)).data as { total: number; urls: Link[] };
  const codes = async (fields: object) => (await page(fields)).urls.map((link) => link.short_url);

  expect((await page({})).total).toBe(25);
  expect(await codes({})).toEqual(Array.from({ length: 10 }, (_, index) => `n${25 - index}`));
  expect(await codes({ page: 3 })).toEqual(['n5', 'n4', 'n3', 'n2', 'n1']);
  expect(await codes({ page: 5, limit: 6 })).toEqual(['n1']);
  expect(await codes({ page: 4 })).toEqual([]);
  expect(await codes({ page: 1, limit: 200 })).toHaveLength(25);
});

test('deleting several links answers how many there were', async () => {
  await using site = await openSetUpSite();
  const ids: number[] = [];
  for (const name of ['a', 'b', 'c']) {
    const { data } = await site.call(createLink, { long_url: `https://${name}.com` }, site.token);
    ids.push((data as Link).id);
  }
  const { data } = await site.call(deleteLinks, { ids: [...ids.slice(0, 2), 999] }, site.token);
  expect(data).toBe(2);
  expect(await listAll(site, site.token)).toHaveLength(1);
});

test('the same long URL again gives the existing link, unless other fields differ', async () => {
  await using site = await openSetUpSite();
  const create = async (fields: object) =>
    (await site.call(createLink, { long_url: 'https://example.com/', ...fields }, site.token))
      .data as Link;
  const first = await create({});
  expect((await create({})).id).toBe(first.id);
  expect((await create({ long_url: 'HTTPS://EXAMPLE.com' })).id).toBe(first.id);
  expect((await create({ ttl_days: 7 })).id).not.toBe(first.id);
  expect((await create({ short_url: 'mine' })).id).not.toBe(first.id);
  expect((await create({ ttl_days: 0 })).id).toBe(first.id);

  await site.call(deleteLink, { short_url: first.short_url }, site.token);
  await site.call(deleteLink, { short_url: 'mine' }, site.token);
  const again = await create({});
  expect(again.id).toBeGreaterThan(first.id);
});

test('the same long URL with the same code gives the existing link unchanged', async () => {
  await using site = await openSetUpSite();
  const fields = {
    long_url: 'https://example.com/',
    short_url: 'mine',
    title: 'Mine',
    ttl_days: 7,
  };
  const create = (changes: object) => site.call(createLink, { ...fields, ...changes }, site.token);
  const first = await create({});
  expect(first).toMatchObject({ code: 200, msg: 'success', data: { is_new: true } });
  const again = { ...first, data: { ...(first.data as object), is_new: false } };
  for (const fields of [
    {},
    { short_url: ' MINE ' },
    { long_url: ' HTTPS://EXAMPLE.com:443' },
    { title: 'Another' },
    { ttl_days: 0, description: 'Another' },
  ]) {
    expect(await create(fields)).toEqual(again);
  }
  const link = { title: 'Mine', description: '', short_url: 'mine' };
  expect(await listAll(site, site.token)).toMatchObject([link]);

  const taken = { code: 400, msg: 'short.url.exists' };
  expect(await create({ long_url: 'https://example.com/other' })).toMatchObject(taken);
  // An expired link is not reused, but keeps its code.
  const { id } = first.data as Link;
  await site.call(updateLink, { id, expires_at: 1 }, site.token);
  expect(await create({})).toMatchObject(taken);
});

test('the app info has account and version for a login only', async () => {
  await using site = await openSetUpSite();
  const { data } = await site.call(getAppInfo, {}, site.token);
  expect(data).toEqual({
    username: admin.username,
    email: admin.email,
    version: VERSION,
    version_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    language: '',
    click_flush_seconds: 600,
    port: Number(new URL(site.url).port),
    avatar_url: expect.stringMatching(/^https:\/\/[\w.]+\/avatar\/[0-9a-f]{32}\?/),
    id: 1,
    role: 'owner',
    may: [...rights],
    fresh_until: expect.any(Number),
    has_others: 0,
    is_limited: 0,
    has_password: 1,
    password_min: 6,
    wrong_codes: 0,
  });
});
