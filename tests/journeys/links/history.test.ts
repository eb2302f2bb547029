import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';
import { createToken } from '../../../contracts/account.ts';
import { CHANGES_MAX } from '../../../contracts/links/history.constants.ts';
import { getHistory, revertLink, type Change } from '../../../contracts/links/history.ts';
import { importLinks } from '../../../contracts/import.ts';
import {
  clearLinks,
  deleteLinks,
  restoreLinks,
  updateLink,
} from '../../../contracts/links/links.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { create, get } from '../link-steps.ts';
import { listAll, openSetUpSite, type SetUpSite } from '../set-up-site.ts';

const target = 'https://example.com/target';
let now = 0;

beforeEach(() => {
  now = Math.floor(Date.now() / 1000);
  advanceClock();
});
afterEach(() => void setSystemTime());

/** Advances the clock by ten seconds and returns the new time. */
function advanceClock(): number {
  now += 10;
  setSystemTime(now * 1000);
  return now;
}

/** Changes a link ten seconds later, and returns when. */
async function update(site: SetUpSite, id: number, fields: object): Promise<number> {
  const at = advanceClock();
  expect((await site.call(updateLink, { id, ...fields }, site.token)).code).toBe(200);
  return at;
}

async function readHistory(site: SetUpSite, id: number): Promise<Change[]> {
  const { code, data } = await site.call(getHistory, { id }, site.token);
  expect(code).toBe(200);
  return data as Change[];
}

function revert(site: SetUpSite, id: number, at: number) {
  advanceClock();
  return site.call(revertLink, { id, at }, site.token);
}

describe('the history of a link', () => {
  test('lists every field that an edit changes, and one call reverts them', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { short_url: 'a', tags: ['Old'] });
    expect(await readHistory(site, id)).toEqual([]);
    const before = await get(site, 'a');
    const changes = {
      short_url: ['a', 'b'],
      long_url: [target, 'https://example.com/new'],
      title: ['x', 'Ünïcode 链接'],
      description: ['', 'Words'],
      note: ['', 'Two\nlines'],
      tags: [['Old'], ['new', 'old']],
      expires_at: [0, 4_000_000_000],
      is_active: [1, 0],
      is_count_only: [0, 1],
      shows_numbers: [0, 1],
    };
    const fields = Object.fromEntries(
      Object.entries(changes).map(([field, [, to]]) => [field, to]),
    );
    const at = await update(site, id, { ...fields, tags: ['new', 'OLD'] });
    const expected = Object.entries({ ...changes, tags: [['Old'], ['new', 'Old']] }).map(
      ([field, [from, to]]) => ({ at, who: 'login', field, from, to }),
    );
    const entries = await readHistory(site, id);
    expect(entries.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual(
      expected.toSorted((a, b) => a.field.localeCompare(b.field)) as Change[],
    );

    expect((await site.fetch('/b')).status).toBe(410);
    expect(await revert(site, id, at)).toMatchObject({ code: 200, data: { short_url: 'a' } });
    expect(await get(site, 'a')).toEqual({ ...before, updated_at: now });
    expect((await site.fetch('/b')).status).toBe(404);
    expect((await site.fetch('/a')).headers.get('location')).toBe(target);

    // The revert is a change itself.
    expect(await readHistory(site, id)).toHaveLength(20);
    await revert(site, id, now);
    expect(await get(site, 'b')).toMatchObject({ ...fields, is_active: 0, tags: ['new', 'Old'] });
  });

  test('is newest first, and has no entry for an edit without a change', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { short_url: 'a' });
    const first = await update(site, id, { title: 'y' });
    await update(site, id, { title: 'y', tags: [], note: '', is_active: 1 });
    const { data } = await site.call(createToken, {}, site.token);
    const second = advanceClock();
    await site.call(updateLink, { id, title: 'z' }, (data as { token: string }).token);
    expect(await readHistory(site, id)).toEqual([
      { at: second, who: 'api-token', field: 'title', from: 'y', to: 'z' },
      { at: first, who: 'login', field: 'title', from: 'x', to: 'y' },
    ]);
    // Later changes of other fields stay.
    await update(site, id, { note: 'kept' });
    expect(await revert(site, id, first)).toMatchObject({ data: { title: 'x', note: 'kept' } });
    // Each of two edits in one second can be reverted by itself.
    const at = await update(site, id, { title: '1' });
    await site.call(updateLink, { id, title: '2' }, site.token);
    expect((await readHistory(site, id)).slice(0, 2)).toMatchObject([
      { at: at + 1, from: '1', to: '2' },
      { at, from: 'x', to: '1' },
    ]);
    expect(await revert(site, id, at + 1)).toMatchObject({ data: { title: '1' } });
    expect(await revert(site, id, at)).toMatchObject({ data: { title: 'x' } });
  });

  test('keeps the last 200 changes of each link', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { short_url: 'a' });
    const other = await create(site, { short_url: 'b' });
    await update(site, other.id, { title: 'other' });
    for (let edit = 1; edit <= CHANGES_MAX / 2 + 5; edit += 1) {
      await site.call(updateLink, { id, title: `t${edit}`, note: `n${edit}` }, site.token);
    }
    const changes = await readHistory(site, id);
    expect(changes).toHaveLength(CHANGES_MAX);
    expect(changes.at(-1)).toMatchObject({ from: expect.stringMatching(/^[tn]5$/) as string });
    expect(await readHistory(site, other.id)).toHaveLength(1);
  });

  test('restores an imported code in its spelling, unless another link has it', async () => {
    await using site = await openSetUpSite();
    const file = JSON.stringify([{ keyword: 'Ab.C', url: target }]);
    await site.call(importLinks, { file }, site.token);
    const { id } = (await listAll(site, site.token))[0]!;
    const at = await update(site, id, { short_url: 'new' });
    expect(await revert(site, id, at)).toMatchObject({ data: { short_url: 'Ab.C' } });
    const again = await update(site, id, { short_url: 'new', title: 'y' });
    await site.call(importLinks, { file }, site.token);
    expect(await revert(site, id, again)).toMatchObject({ code: 400, msg: 'short.url.exists' });
    expect(await get(site, 'new')).toMatchObject({ id, title: 'y' });
  });

  test('is restored with a deleted link, and is deleted with all links', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { short_url: 'a' });
    await update(site, id, { note: 'secret' });
    await site.call(deleteLinks, { ids: [id] }, site.token);
    const gone = { code: 404, msg: 'link.not.found' };
    expect(await site.call(getHistory, { id }, site.token)).toMatchObject(gone);
    expect(await site.call(revertLink, { id, at: now }, site.token)).toMatchObject(gone);
    await site.call(restoreLinks, { ids: [id] }, site.token);
    expect(await readHistory(site, id)).toHaveLength(1);
    await site.call(clearLinks, { confirm: true }, site.token);
    const engine = await openTestEngine(site.dataDir);
    expect(await engine.db.selectFrom('link_change').selectAll().execute()).toEqual([]);
    await engine.close();
  });

  test('needs a token, and answers 404 for an unknown link or change', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { short_url: 'a' });
    const at = await update(site, id, { title: 'y' });
    expect(await site.call(getHistory, { id })).toMatchObject({ code: 401 });
    expect(await site.call(revertLink, { id, at })).toMatchObject({ code: 401 });
    for (const wrong of [at - 1, at + 1, 0]) {
      const refused = { code: 404, msg: 'change.not.found' };
      expect(await site.call(revertLink, { id, at: wrong }, site.token)).toMatchObject(refused);
    }
    for (const wrong of [-1, 0.5, 'x', '', null, [at], {}]) {
      const refused = { code: 400, data: { issues: [{ field: 'at' }] } };
      expect(await site.call(revertLink, { id, at: wrong }, site.token)).toMatchObject(refused);
    }
    expect(await get(site, 'a')).toMatchObject({ title: 'y' });
  });
});
