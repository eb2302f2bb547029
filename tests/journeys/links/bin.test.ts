import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';
import { createToken } from '../../../contracts/account.ts';
import { RESTORE_SECONDS } from '../../../contracts/links/bin.constants.ts';
import {
  emptyBin,
  listDeleted,
  purgeDeleted,
  type DeletedLink,
} from '../../../contracts/links/bin.ts';
import { getHistory, revertLink } from '../../../contracts/links/history.ts';
import { importLinks } from '../../../contracts/import.ts';
import {
  clearLinks,
  createLink,
  deleteLink,
  deleteLinks,
  listLinks,
  restoreLinks,
  searchLinks,
  updateLink,
} from '../../../contracts/links/links.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { listTags } from '../../../contracts/links/tags.ts';
import { pruneDeleted } from '../../../server/links/bin/deleted-links.store.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { create, get, update } from '../link-steps.ts';
import { drain, openSetUpSite, signIn, type SetUpSite } from '../set-up-site.ts';

const DAY = 24 * 3600;
let now = 0;

beforeEach(() => {
  now = Math.floor(Date.now() / 1000);
  setSystemTime(now * 1000);
});
afterEach(() => void setSystemTime());

/** Advances the clock and purges, as the server does every hour. */
async function advanceClock(site: SetUpSite, seconds: number, prunes = true): Promise<string> {
  now += seconds;
  setSystemTime(now * 1000);
  if (prunes) {
    const engine = await openTestEngine(site.dataDir);
    await pruneDeleted(engine, now);
    await engine.close();
  }
  // Logins have expired by then.
  return signIn(site);
}

async function readBin(site: SetUpSite, token = site.token, fields: object = {}) {
  const { code, data } = await site.call(listDeleted, fields, token);
  expect(code).toBe(200);
  return data as { total: number; page: number; limit: number; urls: DeletedLink[] };
}

async function bin(site: SetUpSite, code: string, fields: object = {}): Promise<number> {
  const { id } = await create(site, { short_url: code, ...fields });
  await site.call(deleteLinks, { ids: [id] }, site.token);
  return id;
}

function restore(site: SetUpSite, ids: number[], token = site.token) {
  return site.call(restoreLinks, { ids }, token);
}

function refusal() {
  const until = now + RESTORE_SECONDS;
  const date = new Date(until * 1000).toISOString().slice(0, 10);
  const reason = `The code belongs to a deleted link that can be restored until ${date}`;
  return {
    code: 400,
    msg: 'short.url.exists',
    data: {
      issues: [{ field: 'short_url', key: 'short.url.exists', reason, restorable_until: until }],
    },
  };
}

describe('the bin', () => {
  test('lists deleted links by page, the last deleted first, and can be searched', async () => {
    await using site = await openSetUpSite();
    await bin(site, 'one', {
      title: 'Ünïcode',
      tags: ['Print'],
      long_url: 'https://例子.com/Pfad',
    });
    now += 5;
    setSystemTime(now * 1000);
    await bin(site, 'two', { title: 'Other' });
    await create(site, { short_url: 'three' });
    const { urls, ...part } = await readBin(site);
    expect(part).toEqual({ total: 2, page: 1, limit: 10 });
    expect(urls).toMatchObject([
      { short_url: 'two', deleted_at: now, restorable_until: now + 30 * DAY },
      { short_url: 'one', deleted_at: now - 5, tags: ['Print'], clicks: 0, state: 'live' },
    ]);
    const second = await readBin(site, site.token, { page: 2, limit: 1 });
    expect(second).toMatchObject({ total: 2, page: 2, limit: 1, urls: [{ short_url: 'one' }] });
    for (const q of ['ON', 'unicode', 'pfad', '例子']) {
      const found = await readBin(site, site.token, { q });
      expect(found).toMatchObject({ total: 1, urls: [{ short_url: 'one' }] });
    }
    for (const q of ['three', '%', '_']) {
      expect(await readBin(site, site.token, { q })).toMatchObject({ total: 0, urls: [] });
    }
  });

  test('is read and restored from with any token, and emptied only with a login', async () => {
    await using site = await openSetUpSite();
    const id = await bin(site, 'one');
    const api = ((await site.call(createToken, {}, site.token)).data as { token: string }).token;
    expect((await readBin(site, api)).total).toBe(1);
    for (const [route, fields] of [
      [purgeDeleted, { ids: [id] }],
      [emptyBin, { confirm: true }],
    ] as const) {
      expect(await site.call(route, fields)).toMatchObject({ code: 401 });
      expect(await site.call(route, fields, api)).toMatchObject({ code: 403 });
    }
    expect(await site.call(listDeleted, {})).toMatchObject({ code: 401 });
    expect(await restore(site, [id], api)).toMatchObject({ code: 200, data: 1 });
  });

  test('restores a link after 29 days with its clicks, tags, history and statistics', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { short_url: 'poster', tags: ['Print'], title: 'Spring' });
    await update(site, id, { note: 'kept' });
    await site.fetch('/poster');
    await drain(site);
    await site.fetch('/poster');
    const before = await get(site, 'poster');
    expect(before).toMatchObject({ clicks: 1, pending_clicks: 1 });
    await site.call(deleteLink, { short_url: 'poster' }, site.token);
    expect((await readBin(site)).urls[0]).toMatchObject({ clicks: 1, pending_clicks: 1 });
    await drain(site);
    expect((await readBin(site)).urls[0]).toMatchObject({ clicks: 2, pending_clicks: 0 });
    const exported = await site.fetch('/api/export?format=json', {
      headers: { Authorization: `Bearer ${site.token}` },
    });
    expect(await exported.json()).toMatchObject({ links: [] });
    const token = await advanceClock(site, 29 * DAY);
    expect((await site.fetch('/poster')).status).toBe(404);
    expect((await site.call(listTags, {}, token)).data).toMatchObject([
      { name: 'Print', links: 0 },
    ]);
    expect((await restore(site, [id], token)).data).toBe(1);
    const after = (await site.call(listLinks, { q: 'spring' }, token)).data;
    expect(after).toMatchObject({
      urls: [{ ...before, clicks: 2, people: expect.any(Number) as number, pending_clicks: 0 }],
    });
    expect((await site.call(getHistory, { id }, token)).data).toHaveLength(1);
    const search = { filter: 'title', keyword: 'spring' };
    expect((await site.call(searchLinks, search, token)).data).toMatchObject({ total: 1 });
    const report = await site.call(getReport, { short_url: 'poster', period: '90d' }, token);
    expect(report.code).toBe(200);
    expect((await site.fetch('/poster')).status).toBe(302);
    expect((await readBin(site, token)).total).toBe(0);
  });

  test.each([true, false])('shows nothing after 30 days, purged or not yet: %p', async (prunes) => {
    await using site = await openSetUpSite();
    const id = await bin(site, 'poster');
    const token = await advanceClock(site, RESTORE_SECONDS, false);
    expect((await readBin(site, token)).total).toBe(1);
    const late = await advanceClock(site, 1, prunes);
    expect((await readBin(site, late)).total).toBe(0);
    expect((await restore(site, [id], late)).data).toBe(0);
    const fields = { long_url: 'https://example.com/', short_url: 'poster', title: 'x' };
    expect(await site.call(createLink, fields, late)).toMatchObject({ code: 200 });
  });

  test('lets links be deleted for good, one by one or all, with all their data', async () => {
    await using site = await openSetUpSite();
    const [one, two] = [await bin(site, 'one', { tags: ['a'] }), await bin(site, 'two')];
    const live = await create(site, { short_url: 'live' });
    const { data } = await site.call(purgeDeleted, { ids: [one, live.id, 77] }, site.token);
    expect(data).toBe(1);
    expect((await restore(site, [one])).data).toBe(0);
    expect((await readBin(site)).urls).toMatchObject([{ id: two }]);
    // The code can be chosen again.
    await create(site, { short_url: 'one' });
    expect((await site.call(emptyBin, { confirm: true }, site.token)).data).toBe(1);
    expect((await readBin(site)).total).toBe(0);
    const engine = await openTestEngine(site.dataDir);
    expect(await engine.db.selectFrom('link_tag').selectAll().execute()).toEqual([]);
    await engine.close();
    expect(await get(site, 'live')).toMatchObject({ id: live.id });
  });

  test('is empty after all links are deleted for good', async () => {
    await using site = await openSetUpSite();
    await bin(site, 'one');
    await site.call(clearLinks, { confirm: true }, site.token);
    expect((await readBin(site)).total).toBe(0);
    await create(site, { short_url: 'one' });
  });
});

describe('a code in the bin', () => {
  test('is refused to new and renamed links, and stays 404 for visitors', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { short_url: 'other' });
    const binned = await bin(site, 'poster', { long_url: 'https://example.com/a' });
    for (const long_url of ['https://example.com/a', 'https://example.com/b']) {
      const fields = { long_url, short_url: 'Poster', title: 'x' };
      expect(await site.call(createLink, fields, site.token)).toEqual(refusal());
    }
    const rename = { id, short_url: 'poster' };
    expect(await site.call(updateLink, rename, site.token)).toEqual(refusal());
    for (const visit of ['/poster', '/POSTER', '/poster.', '/poster+']) {
      expect((await site.fetch(visit)).status).toBe(404);
    }
    // The other link stays as it was, and can be changed.
    expect(await update(site, id, { title: 'y' })).toMatchObject({ short_url: 'other' });
    expect((await restore(site, [binned])).data).toBe(1);
    expect((await site.fetch('/poster')).headers.get('location')).toBe('https://example.com/a');
  });

  test('is refused to a revert', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { short_url: 'first' });
    await update(site, id, { short_url: 'second' });
    await bin(site, 'first');
    expect(await site.call(revertLink, { id, at: now }, site.token)).toEqual(refusal());
    expect(await get(site, 'second')).toMatchObject({ id });
  });

  test('is refused to an import, which takes the other rows', async () => {
    await using site = await openSetUpSite();
    await bin(site, 'poster', { long_url: 'https://example.com/a' });
    const rows = [
      { keyword: 'poster', url: 'https://example.com/a' },
      { keyword: 'new', url: 'https://example.com/b' },
      { keyword: 'Poster', url: 'https://example.com/c' },
    ];
    const { data } = await site.call(importLinks, { file: JSON.stringify(rows) }, site.token);
    const { reason } = refusal().data.issues[0]!;
    expect(data).toMatchObject({
      imported: 2,
      skipped: 0,
      failed: 1,
      rows: [{ row: 1, short_url: 'poster', key: 'short.url.exists', reason }],
    });
  });

  test('goes to either a restore or a creation at the same time, never to both', async () => {
    await using site = await openSetUpSite();
    for (let round = 0; round < 20; round += 1) {
      const code = `code${round}`;
      const { id } = await create(site, { short_url: code });
      const fields = { long_url: `https://example.com/${round}`, short_url: code, title: 'x' };
      const [, created, restored] = await Promise.all([
        site.call(deleteLinks, { ids: [id] }, site.token),
        site.call(createLink, fields, site.token),
        restore(site, [id]),
      ]);
      expect(created.msg).toBe('short.url.exists');
      if (restored.data === 0) expect((await restore(site, [id])).data).toBe(1);
      expect(await get(site, code)).toMatchObject({ id });
    }
    for (let round = 0; round < 20; round += 1) {
      const code = `freed${round}`;
      const id = await bin(site, code);
      const fields = { long_url: `https://example.com/${round}`, short_url: code, title: 'x' };
      const [purged, created, restored] = await Promise.all([
        site.call(purgeDeleted, { ids: [id] }, site.token),
        site.call(createLink, fields, site.token),
        restore(site, [id]),
      ]);
      expect([0, 1]).toContain(purged.data as number);
      expect(restored.data).toBe(purged.data === 0 ? 1 : 0);
      if (restored.data === 1) expect(created.msg).toBe('short.url.exists');
    }
  });
});
