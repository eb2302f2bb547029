import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createToken } from '../../../contracts/account.ts';
import { deleteView, listViews, setView } from '../../../contracts/links/views.ts';
import { openSetUpSite } from '../set-up-site.ts';
import type { TestSite } from '../test-site.ts';

let site: TestSite & { readonly token: string };

beforeAll(async () => {
  site = await openSetUpSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const set = (view: object) => site.call(setView, view, site.token);
const list = async () => (await site.call(listViews, {}, site.token)).data;

test('a view is saved, replaced by its name and deleted', async () => {
  expect(await list()).toEqual([]);
  const quiet = { kind: 'list', name: 'Quiet', value: { quiet: 90, order: 'asc' } };
  expect(await set({ ...quiet, name: '  Quiet\n' })).toMatchObject({ code: 200, data: quiet });
  const preset = { kind: 'campaign', name: 'Quiet', value: ['a', { __proto__: 1 }, '\u0000'] };
  expect((await set(preset)).code).toBe(200);
  const changed = { ...quiet, value: { quiet: 30 } };
  expect((await set({ ...changed, value: JSON.stringify(changed.value) })).code).toBe(200);
  expect(await list()).toEqual([preset, changed]);
  const gone = { kind: 'list', name: 'Quiet' };
  expect((await site.call(deleteView, gone, site.token)).code).toBe(200);
  expect(await site.call(deleteView, gone, site.token)).toMatchObject({ msg: 'view.not.found' });
  expect(await list()).toEqual([preset]);
  expect((await site.call(deleteView, { ...gone, kind: 'campaign' }, site.token)).code).toBe(200);
});

test.each([
  ['an unknown kind', { kind: 'other', name: 'a', value: {} }],
  ['no name', { kind: 'list', name: ' ', value: {} }],
  ['a name of 65 characters', { kind: 'list', name: 'x'.repeat(65), value: {} }],
  ['no value', { kind: 'list', name: 'a' }],
  ['a text that is no JSON', { kind: 'list', name: 'a', value: '{' }],
  ['more than 8 KB', { kind: 'list', name: 'a', value: { text: 'é'.repeat(4091) } }],
])('%s is refused', async (_, view) => {
  expect((await set(view)).code).toBe(400);
});

test('each kind has at most 100 views, and 8 KB fit', async () => {
  const value = { text: 'é'.repeat(4090) };
  for (let index = 0; index < 100; index += 1) {
    expect((await set({ kind: 'list', name: `view ${index}`, value: { index } })).code).toBe(200);
  }
  expect(await set({ kind: 'list', name: 'one more', value })).toMatchObject({
    code: 400,
    msg: 'view.too.many',
  });
  expect((await set({ kind: 'list', name: 'view 99', value })).code).toBe(200);
  expect((await set({ kind: 'campaign', name: 'one more', value })).code).toBe(200);
});

test('an API token reads and writes no views', async () => {
  const { data } = await site.call(createToken, {}, site.token);
  const { token } = data as { token: string };
  expect((await site.call(listViews, {}, token)).msg).toBe('login.required');
  const view = { kind: 'list', name: 'a', value: {} };
  expect((await site.call(setView, view, token)).msg).toBe('login.required');
});
