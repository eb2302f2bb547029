import { afterAll, beforeAll, expect, test } from 'bun:test';
import { editLinks, listBulks, listOwners, undoBulk } from '../../../contracts/links/bulk.ts';
import { listDeleted } from '../../../contracts/links/bin.ts';
import { createLinks } from '../../../contracts/links/create-many.ts';
import { getHistory, revertLink, type Change } from '../../../contracts/links/history.ts';
import {
  createLink,
  deleteLink,
  deleteLinks,
  getLink,
  listLinks,
  searchLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import { disableAccount } from '../../../contracts/people/people.ts';
import type { Route } from '../../../contracts/route.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { addToken, openService } from './services.ts';

const target = 'https://example.com/target';
type Service = Awaited<ReturnType<typeof openService>>;

let site: SetUpSite;
let author: Service;
let seer: Service;
let editor: Service;
let viewer: Service;
beforeAll(async () => {
  site = await openSetUpSite();
  author = await openService(site, 'author', { role: 'author' });
  seer = await openService(site, 'seer', { role: 'author', sees_all: true });
  editor = await openService(site, 'editor', { role: 'editor' });
  viewer = await openService(site, 'viewer', { role: 'viewer' });
});
afterAll(() => site[Symbol.asyncDispose]());

async function ask<Data>(route: Route, fields: object, token: string): Promise<Data> {
  const { code, data } = await site.call(route, fields, token);
  expect(code).toBe(200);
  return data as Data;
}

/** The status, and the body without its request id. */
async function refuse(route: Route, fields: object, token: string) {
  const response = await site.send(route, fields, token);
  return [response.status, await response.text()] as const;
}

const create = (token: string, fields: object = {}) =>
  ask<Link>(createLink, { long_url: target, title: 'x', ...fields }, token);
const find = (code: string, token: string) => ask<Link>(getLink, { short_url: code }, token);
const ownerOf = async (code: string) => (await find(code, site.token)).owner?.username;
const listCodes = async (filter: object, token: string) =>
  (await ask<{ urls: Link[] }>(listLinks, filter, token)).urls.map(({ short_url: code }) => code);

test('rows on a site with one account have no owner', async () => {
  await using alone = await openSetUpSite();
  const { data } = await alone.call(
    createLink,
    { long_url: target, short_url: 'one' },
    alone.token,
  );
  const { id } = data as Link;
  await alone.call(updateLink, { id, title: 'y' }, alone.token);
  const { urls } = (await alone.call(listLinks, {}, alone.token)).data as { urls: Link[] };
  expect(urls[0]).not.toHaveProperty('owner');
  expect(urls[0]).not.toHaveProperty('may');
  expect(urls[0]!.ip).not.toBe('');
  const changes = (await alone.call(getHistory, { id }, alone.token)).data as Change[];
  expect(Object.keys(changes[0]!)).toEqual(['at', 'who', 'field', 'from', 'to']);
});

test('an editor learns to which active accounts links can be given', async () => {
  const gone = await openService(site, 'gone', { role: 'author' });
  await ask(disableAccount, { id: gone.id }, site.token);
  const owners = await ask<{ username: string }[]>(listOwners, {}, editor.token);
  const names = owners.map(({ username }) => username);
  expect(names).toEqual(expect.arrayContaining(['author', 'editor', 'seer', 'viewer']));
  expect(names).not.toContain('gone');
});

test('a link belongs to its creator, and its row tells what a role may do', async () => {
  const { id } = await create(author.token, { short_url: 'mine' });
  const mine = { owner: { id: author.id, username: 'author' } };
  expect(await find('mine', author.token)).toMatchObject({ ...mine, may: ['edit', 'delete'] });
  expect((await find('mine', author.token)).ip).not.toBe('');
  expect(await find('mine', seer.token)).toMatchObject({ ...mine, may: [], ip: '' });
  expect(await find('mine', viewer.token)).toMatchObject({ ...mine, may: [], ip: '' });
  const all = { may: ['edit', 'delete', 'give'] };
  expect(await find('mine', editor.token)).toMatchObject({ ...mine, ...all, ip: '' });
  const shown = await find('mine', site.token);
  expect(shown).toMatchObject({ ...mine, ...all });
  expect(shown.ip).not.toBe('');
  await ask(updateLink, { id, title: 'new' }, author.token);
  const [change] = await ask<Change[]>(getHistory, { id }, viewer.token);
  expect(change).toMatchObject({ field: 'title', by: 'author', who: 'api-token' });
  expect(change!.token).toStartWith('links:create');
});

test('fields of the system and of others’ rights are not taken from a creator', async () => {
  for (const token of [author.token, viewer.token]) {
    const fields = { owner: 1, owner_id: 1, role: 'owner', ip: '198.51.100.1', may: ['give'] };
    const answer = await site.call(
      createLink,
      { long_url: `${target}/${token}`, title: 'x', ...fields },
      token,
    );
    if (token === viewer.token) {
      expect(answer.code).toBe(403);
      continue;
    }
    const made = answer.data as Link & { ignored: string[] };
    expect(made.ignored.toSorted()).toEqual(Object.keys(fields).toSorted());
    const row = await find(made.short_url, site.token);
    expect([row.owner?.username, row.ip]).toEqual([
      'author',
      expect.not.stringContaining('198.51'),
    ]);
  }
});

test('those who edit all links give them away, and the history tells it', async () => {
  const link = await create(author.token, { short_url: 'gift' });
  const { id } = link;
  for (const token of [author.token, seer.token]) {
    expect((await refuse(updateLink, { id, owner: 1 }, token))[0]).toBe(403);
    const bulk = { ids: [id], set: { owner: 1 } };
    expect((await refuse(editLinks, bulk, token))[0]).toBe(403);
  }
  expect(await site.call(updateLink, { id, owner: 4711 }, editor.token)).toMatchObject({
    code: 404,
    msg: 'account.not.found',
  });
  // A row is sent back as it is.
  await ask(
    updateLink,
    { ...(await find('gift', author.token)), title: 'sent back' },
    author.token,
  );
  expect(await ownerOf('gift')).toBe('author');
  await ask(updateLink, { id, owner: editor.id }, editor.token);
  expect(await ownerOf('gift')).toBe('editor');
  expect(await refuse(getLink, { short_url: 'gift' }, author.token)).toEqual(
    await refuse(getLink, { short_url: 'nowhere' }, author.token),
  );
  const [given] = await ask<Change[]>(getHistory, { id }, editor.token);
  expect(given).toMatchObject({ field: 'owner', from: 'author', to: 'editor', by: 'editor' });
  await ask(revertLink, { id, at: given!.at }, editor.token);
  expect(await ownerOf('gift')).toBe('author');
  const { at } = given!;
  expect((await refuse(revertLink, { id, at }, author.token))[0]).toBe(403);
  const bulk = { ids: [id], set: { owner: 0 } };
  const { bulk_id: bulkId, examples } = await ask<{ bulk_id: number; examples: object[] }>(
    editLinks,
    bulk,
    site.token,
  );
  expect(examples).toMatchObject([{ changes: [{ field: 'owner', from: 'author', to: '' }] }]);
  expect((await find('gift', site.token)).owner).toBeNull();
  await ask(undoBulk, { bulk_id: bulkId }, site.token);
  expect(await ownerOf('gift')).toBe('author');
});

test('lists, searches and bulk edits know the owner', async () => {
  await create(editor.token, { short_url: 'ed-1' });
  expect(await listCodes({ owner: 'me' }, editor.token)).toEqual(['ed-1']);
  expect(await listCodes({ owner: editor.id }, viewer.token)).toEqual(['ed-1']);
  expect(await listCodes({ owner: editor.id }, author.token)).toEqual([]);
  expect(await listCodes({ owner: 0 }, site.token)).toEqual([]);
  const search = { filter: 'short_url', keyword: 'ed-', owner: 'me' };
  expect(await ask(searchLinks, search, editor.token)).toMatchObject({ total: 1 });
  expect((await refuse(searchLinks, search, viewer.token))[1]).toContain('404');
  const bulk = { where: { owner: 'me' }, set: { note: 'n' } };
  expect(await ask(editLinks, bulk, editor.token)).toMatchObject({ matched: 1, changed: 1 });
  expect((await refuse(listLinks, { owner: 'them' }, site.token))[1]).toContain('"owner"');
});

test('an author who sees a link of others is refused; one who does not gets what is missing', async () => {
  const { id } = await create(site.token, { short_url: 'theirs' });
  const missing = { id: 999_999, short_url: 'nowhere' };
  const [{ at } = { at: 0 }] = await ask<Change[]>(getHistory, { id }, site.token);
  for (const [route, present, absent] of [
    [updateLink, { id, title: 'y' }, { id: missing.id, title: 'y' }],
    [deleteLink, { short_url: 'theirs' }, { short_url: missing.short_url }],
    [revertLink, { id, at: at || 1 }, { id: missing.id, at: at || 1 }],
  ] as const) {
    const [status, body] = await refuse(route, present, seer.token);
    expect([status, body]).toEqual([403, expect.stringContaining('not.allowed')]);
    expect(await refuse(route, present, author.token)).toEqual(
      await refuse(route, absent, author.token),
    );
  }
  expect(await ask<number>(deleteLinks, { ids: [id] }, seer.token)).toBe(0);
  const bulk = { ids: [id], set: { note: 'n' } };
  expect(await ask(editLinks, bulk, seer.token)).toMatchObject({
    changed: 0,
    failed: [{ id, reason: 'not_found' }],
  });
  await ask(deleteLink, { short_url: 'theirs' }, site.token);
  expect(await ask(listDeleted, {}, seer.token)).toMatchObject({ total: 0 });
  const [row] = (await ask<{ urls: Link[] }>(listDeleted, {}, site.token)).urls;
  expect(row).toMatchObject({ short_url: 'theirs', may: ['restore', 'purge'] });
  expect(await ask(listBulks, {}, seer.token)).toEqual([]);
  const again = { long_url: target, short_url: 'theirs', title: 'x' };
  const hidden = await refuse(createLink, again, author.token);
  expect(hidden[1]).not.toContain('restorable_until');
  expect((await refuse(createLink, again, editor.token))[1]).toContain('restorable_until');
});

test('an equal long URL is found among links that the caller may edit', async () => {
  const long_url = 'https://example.com/equal';
  const made = await create(site.token, { long_url });
  expect((await create(site.token, { long_url })).short_url).toBe(made.short_url);
  expect((await create(editor.token, { long_url })).short_url).toBe(made.short_url);
  for (const { token } of [author, seer]) {
    const own = await create(token, { long_url });
    expect(own.short_url).not.toBe(made.short_url);
    expect((await create(token, { long_url })).short_url).toBe(own.short_url);
  }
});

test('a token that only creates links learns nothing of those that are there', async () => {
  const long_url = 'https://example.com/equal';
  const token = await addToken(site, editor.id, ['links:create']);
  const [one, other] = [await create(token, { long_url }), await create(token, { long_url })];
  expect(one).toMatchObject({ id: 0, long_url, title: 'x', is_new: true });
  expect(other.short_url).not.toBe(one.short_url);
  const taken = { long_url, short_url: one.short_url, title: 'x' };
  const free = { ...taken, long_url: 'https://example.com/other' };
  expect(await refuse(createLink, taken, token)).toEqual(await refuse(createLink, free, token));
  const { created } = await ask<{ created: number }>(
    createLinks,
    { links: [{ long_url }, { long_url }] },
    token,
  );
  expect(created).toBe(2);
  await ask(deleteLink, { short_url: one.short_url }, site.token);
  const restored = await refuse(createLink, { ...taken, restore: 1 }, token);
  expect(restored).toEqual(await refuse(createLink, free, token));
});
