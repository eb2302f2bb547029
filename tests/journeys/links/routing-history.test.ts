import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { editLinks, undoBulk } from '../../../contracts/links/bulk.ts';
import { getHistory, revertLink, type Change } from '../../../contracts/links/history.ts';
import {
  deleteLinks,
  restoreLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import { create, get, update } from '../link-steps.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';

const OTHER = 'https://other.example/';
const social = { title: 'Shown', description: 'Words', image: 'https://img.example/a.png' };
const rules = [
  { when: { device: ['mobile'] }, target: OTHER },
  { when: {}, split: [{ target: OTHER, weight: 3 }] },
];

/** Fields that differ from their default. */
const fields: readonly (readonly [field: string, sent: unknown, empty: unknown])[] = [
  ['starts_at', 4_000_000_000, 0],
  ['max_clicks', 12, 0],
  ['fallback_url', OTHER, ''],
  ['redirect_status', 308, 302],
  ['forward_query', 1, 0],
  ['forward_path', 1, 0],
  ['rules', rules, []],
  ['in_app', 'ask', 'follow'],
  ['social', social, { title: '', description: '', image: '' }],
];
const inBulk = fields.filter(([field]) => field !== 'rules' && field !== 'social');

let site: SetUpSite;
let links = 0;

beforeAll(async () => {
  site = await openSetUpSite();
});
afterAll(() => site[Symbol.asyncDispose]());

async function createOne(own: object = {}): Promise<Link> {
  links += 1;
  const code = `h${links}`;
  await create(site, { short_url: code, ...own });
  return get(site, code);
}

async function readHistory(id: number): Promise<Change[]> {
  return (await site.call(getHistory, { id }, site.token)).data as Change[];
}

describe.each(fields)('the field %s', (field, sent, empty) => {
  test('is in the history, and an edit of it is reverted', async () => {
    const before = await createOne();
    expect(before).toHaveProperty(field, empty);
    const edited = await update(site, before.id, { [field]: sent });
    expect(edited).toEqual({
      ...before,
      [field]: sent,
      updated_at: expect.any(Number) as number,
      ...(field === 'starts_at' ? { state: 'scheduled', is_active: 0 } : {}),
    });
    const [change, ...others] = await readHistory(before.id);
    expect(others).toEqual([]);
    expect(change).toMatchObject({ field, from: empty, to: sent });
    // The same value again is no change.
    await update(site, before.id, { [field]: sent, note: '' });
    expect(await readHistory(before.id)).toHaveLength(1);
    await site.call(revertLink, { id: before.id, at: change!.at }, site.token);
    expect(await get(site, before.short_url)).toEqual({
      ...before,
      updated_at: expect.any(Number) as number,
    });
    const [reverted] = await readHistory(before.id);
    expect(reverted).toMatchObject({ field, from: sent, to: empty });
  });

  test.each(['', null])('is emptied by %j', async (nothing) => {
    const { id } = await createOne({ [field]: sent });
    expect(await update(site, id, { [field]: nothing })).toHaveProperty(field, empty);
  });

  test('stays when another field is edited', async () => {
    const { id } = await createOne({ [field]: sent });
    expect(await update(site, id, { note: 'x' })).toHaveProperty(field, sent);
  });

  test('comes back with its link from the bin', async () => {
    const before = await createOne({ [field]: sent });
    await site.call(deleteLinks, { ids: [before.id] }, site.token);
    expect((await site.fetch(`/${before.short_url}`)).status).toBe(404);
    await site.call(restoreLinks, { ids: [before.id] }, site.token);
    expect(await get(site, before.short_url)).toEqual(before);
  });
});

test('the history says whether there was a password, and a revert restores it', async () => {
  const { id, short_url: code } = await createOne();
  const enter = async (password: string) => {
    const body = new URLSearchParams({ password });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await site.fetch(`/${code}`, { method: 'POST', body: body.toString(), headers }))
      .status;
  };
  await update(site, id, { password: 'first' });
  await update(site, id, { password: 'second' });
  const [second, first] = await readHistory(id);
  expect(first).toMatchObject({ field: 'password', from: 0, to: 1 });
  expect(second).toMatchObject({ field: 'password', from: 1, to: 1 });
  expect(await enter('first')).toBe(403);
  await site.call(revertLink, { id, at: second!.at }, site.token);
  expect(await enter('first')).toBe(303);
  expect(await enter('second')).toBe(403);
  expect(await update(site, id, { password: null })).toHaveProperty('has_password', false);
  expect((await site.fetch(`/${code}`)).status).toBe(302);
});

test('a bulk edit sets each of its fields on all links, and its undo restores them', async () => {
  const before = await Promise.all([createOne(), createOne(), createOne({ max_clicks: 7, rules })]);
  const ids = before.map(({ id }) => id);
  for (const [field, sent] of inBulk) {
    const set = { [field]: sent };
    const done = await site.call(editLinks, { ids, set }, site.token);
    expect(done).toMatchObject({ code: 200, data: { matched: 3, changed: 3, failed: [] } });
    for (const { short_url: code } of before) {
      expect(await get(site, code)).toHaveProperty(field, sent);
    }
    const { bulk_id } = done.data as { bulk_id: number };
    const undone = await site.call(undoBulk, { bulk_id }, site.token);
    expect(undone).toMatchObject({ code: 200, data: { restored: 3, kept: 0 } });
    for (const link of before) {
      const now = await get(site, link.short_url);
      expect({ ...now, updated_at: link.updated_at }).toEqual(link);
    }
  }
});

test('a bulk edit of one field keeps the others, also those edited after it', async () => {
  const { id, short_url: code } = await createOne({ forward_query: 1, rules });
  const set = { max_clicks: 9, redirect_status: 301 };
  const done = await site.call(editLinks, { ids: [id], set }, site.token);
  const { bulk_id } = done.data as { bulk_id: number };
  await update(site, id, { max_clicks: 10, in_app: 'ask' });
  const undone = await site.call(undoBulk, { bulk_id }, site.token);
  expect(undone).toMatchObject({ data: { restored: 0, kept: 1 } });
  expect(await get(site, code)).toMatchObject({
    max_clicks: 10,
    redirect_status: 302,
    in_app: 'ask',
    forward_query: 1,
    rules,
  });
});

test.each([
  ['fallback_url', 'http://127.0.0.1:1/'],
  ['rules', [{ when: {}, target: 'http://127.0.0.1/x' }]],
  ['rules', [{ when: {}, split: [{ target: 'http://127.0.0.1/', weight: 1 }] }]],
])('a target on the site itself is refused: %s %j', async (field, value) => {
  const { id } = await createOne();
  const refused = await site.call(updateLink, { id, [field]: value }, site.token);
  expect(refused.code).toBe(400);
  expect(JSON.stringify(refused)).toContain(field);
});
