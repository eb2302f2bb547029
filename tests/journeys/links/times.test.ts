import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { editLinks, undoBulk } from '../../../contracts/links/bulk.ts';
import type { Issue } from '../../../contracts/envelope.ts';
import { revertLink } from '../../../contracts/links/history.ts';
import {
  createLink,
  listLinks,
  searchLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import type { Route } from '../../../contracts/route.ts';
import { tryLink } from '../../../contracts/links/simulator.ts';
import { setOption } from '../../../contracts/site.ts';
import { exportReport, getReport } from '../../../contracts/stats/stats.ts';
import { create, get, update } from '../link-steps.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';

const long_url = 'https://example.com/';
const at = (text: string) => Date.parse(text) / 1000;

let site: SetUpSite;
beforeAll(async () => {
  site = await openSetUpSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const setZone = async (zone: string): Promise<void> => {
  const value = JSON.stringify(zone);
  expect((await site.call(setOption, { key: 'time_zone', value }, site.token)).code).toBe(200);
};

/** The issues of a refused call. */
async function refuse(route: Route, fields: object): Promise<readonly Issue[]> {
  const { code, data } = await site.call(route, fields, site.token);
  expect(code).toBe(400);
  return (data as { issues: Issue[] }).issues;
}

const total = async (route: Route, fields: object): Promise<number> => {
  const { code, data } = await site.call(route, fields, site.token);
  return code === 404 ? 0 : (data as { total: number }).total;
};

test('a date starts with its first second, and ends with the first second of the next day', async () => {
  const when = { from: '2098-01-01', until: '2098-01-31' };
  const link = await create(site, {
    short_url: 'dated',
    starts_at: '2099-03-01',
    expires_at: '2099-03-31',
    rules: [{ when, target: 'https://example.com/rule' }],
  });
  const stored = await get(site, 'dated');
  expect(stored).toMatchObject({
    starts_at: at('2099-03-01T00:00Z'),
    expires_at: at('2099-04-01T00:00Z'),
    rules: [{ when: { from: at('2098-01-01T00:00Z'), until: at('2098-02-01T00:00Z') } }],
  });
  const edit = { starts_at: '2099-03-01T08:00:00+08:00', expires_at: '20990401T093000Z' };
  expect(await update(site, link.id, edit)).toMatchObject({
    starts_at: at('2099-03-01T00:00Z'),
    expires_at: at('2099-04-01T09:30Z'),
  });
  const set = { starts_at: '2099-02-28', expires_at: '2099-02-28' };
  await site.call(editLinks, { ids: [link.id], set }, site.token);
  expect(await get(site, 'dated')).toMatchObject({
    starts_at: at('2099-02-28T00:00Z'),
    expires_at: at('2099-03-01T00:00Z'),
  });
  const lead = async (time: string) =>
    (await site.call(tryLink, { id: link.id, at: time }, site.token)).data as { why: string };
  expect(await lead('2099-02-27')).toMatchObject({ why: 'not-started' });
  expect(await lead('2099-02-28')).toMatchObject({ why: 'long-url' });
  expect(await lead('2099-03-01T00:00+00:00')).toMatchObject({ why: 'expired' });
});

test('lists, statistics and reverts take dates and times with an offset', async () => {
  await create(site, { short_url: 'listed' });
  const today = new Date().toISOString().slice(0, 10);
  for (const [route, fields] of [
    [listLinks, { q: 'listed' }],
    [searchLinks, { filter: 'short_url', keyword: 'listed' }],
  ] as const) {
    const range = { created_from: '2020-01-01', created_until: today };
    // The day may end between the request and its answer.
    const later = { created_from: '2020-01-01T00:00-05:00', created_until: '2098-12-31' };
    expect(await total(route, { ...fields, ...later })).toBe(1);
    expect(await total(route, { ...fields, created_from: '2098-12-31' })).toBe(0);
    expect((await site.call(route, { ...fields, ...range }, site.token)).code).not.toBe(400);
  }
  const period = { from: '2026-01-01', to: '2026-01-31' };
  expect((await site.call(getReport, period, site.token)).data).toMatchObject({
    from: at('2026-01-01T00:00Z'),
    to: at('2026-02-01T00:00Z'),
  });
  const own = { ...period, time_zone: 'America/New_York' };
  expect((await site.call(getReport, own, site.token)).data).toMatchObject({
    from: at('2026-01-01T05:00Z'),
    to: at('2026-02-01T05:00Z'),
  });
  const { id } = await get(site, 'listed');
  const { updated_at: edited } = await update(site, id, { title: 'edited' });
  const iso = new Date(edited * 1000).toISOString();
  const reverted = await site.call(revertLink, { id, at: iso }, site.token);
  expect(reverted.data).toMatchObject({ title: 'x' });
  const headers = { authorization: `Bearer ${site.token}` };
  const file = await site.fetch(`${exportReport.path}?from=2026-01-01&to=2026-01-31`, { headers });
  expect(await file.text()).toContain('2026-01-31');
});

describe('the option time_zone', () => {
  test('moves the days of dates, but not times with an offset or Unix seconds', async () => {
    await setZone('Asia/Shanghai');
    const link = { long_url, expires_at: '2099-12-31', starts_at: '2099-01-01' };
    const { data } = await site.call(createLink, { ...link, short_url: 'zoned' }, site.token);
    expect(data).toMatchObject({ expires_at: at('2099-12-31T16:00Z') });
    expect(await get(site, 'zoned')).toMatchObject({ starts_at: at('2098-12-31T16:00Z') });
    const period = { from: '2026-01-01', to: '2026-01-01' };
    expect((await site.call(getReport, period, site.token)).data).toMatchObject({
      from: at('2025-12-31T16:00Z'),
      to: at('2026-01-01T16:00Z'),
    });
    const { id } = data as Link;
    const edit = { expires_at: '2099-12-31T00:00Z', starts_at: 4_000_000_000 };
    expect(await update(site, id, edit)).toMatchObject({
      expires_at: at('2099-12-31T00:00Z'),
      starts_at: 4_000_000_000,
    });
    // The day has 25 hours.
    await setZone('Europe/Berlin');
    const day = { expires_at: '2026-10-25', starts_at: '2026-10-25' };
    expect(await update(site, id, day)).toMatchObject({
      expires_at: at('2026-10-25T23:00Z'),
      starts_at: at('2026-10-24T22:00Z'),
    });
    await setZone('UTC');
  });
});

describe('a refusal', () => {
  test('says which times are understood', async () => {
    const rules = [{ when: { until: '2099-01-01T10:00' }, target: long_url }];
    const period = { from: '2026-01-01T00:00:00', to: '2026-02-01' };
    const { id } = await create(site, {});
    for (const [route, fields, field] of [
      [createLink, { long_url, expires_at: '2099-12-31T18:00:00' }, 'expires_at'],
      [createLink, { long_url, starts_at: 'tomorrow' }, 'starts_at'],
      [createLink, { long_url, rules }, 'rules.0.when.until'],
      [updateLink, { id, expires_at: '2026-02-29' }, 'expires_at'],
      [editLinks, { ids: [id], set: { expires_at: '1.1.2099' } }, 'set.expires_at'],
      [editLinks, { where: { created_from: 'x' }, set: { is_active: 1 } }, 'where.created_from'],
      [listLinks, { created_until: '2026-01-01T00:00' }, 'created_until'],
      [tryLink, { id, at: '9'.repeat(65) }, 'at'],
      [revertLink, { id, at: {} }, 'at'],
      [getReport, period, 'from'],
    ] as const) {
      const [issue] = await refuse(route, fields);
      expect(issue).toEqual({ field, key: 'time.invalid', reason: expect.any(String) });
      expect(issue!.reason).toContain('2026-12-31T18:00+08:00');
    }
  });

  test('names an end in the past on create', async () => {
    const past = { when: { until: '2020-01-01' }, target: long_url };
    for (const [fields, field] of [
      [{ expires_at: '2020-01-01' }, 'expires_at'],
      [{ expires_at: 1 }, 'expires_at'],
      [{ rules: [{ when: {}, target: long_url }, past] }, 'rules.1.when.until'],
    ] as const) {
      const issues = await refuse(createLink, { long_url, ...fields });
      expect(issues).toEqual([{ field, key: 'time.past', reason: 'This time has passed' }]);
    }
  });

  test('names a start that is not before the end, and what was so before may stay', async () => {
    const { id } = await create(site, { short_url: 'ordered', starts_at: '2099-06-01' });
    const when = { from: '2099-06-01T00:00Z', until: '2099-06-01T00:00Z' };
    const rules = [{ when, target: long_url }];
    const range = { created_from: '2026-02-02', created_until: '2026-02-01' };
    for (const [route, fields, field] of [
      [createLink, { long_url, starts_at: 4e9, expires_at: 4e9 }, 'starts_at'],
      [createLink, { long_url, starts_at: 4e9, ttl_days: 1 }, 'starts_at'],
      [createLink, { long_url, rules }, 'rules.0.when.from'],
      [updateLink, { id, expires_at: '2099-05-31' }, 'starts_at'],
      [updateLink, { id, rules }, 'rules.0.when.from'],
      [listLinks, range, 'created_from'],
      [searchLinks, { ...range, filter: 'title', keyword: 'x' }, 'created_from'],
      [editLinks, { where: range, set: { is_active: 1 } }, 'where.created_from'],
    ] as const) {
      expect(await refuse(route, fields)).toMatchObject([{ field, key: 'time.order' }]);
    }
    const bulk = { ids: [id], set: { expires_at: '2099-05-31' } };
    expect((await site.call(editLinks, bulk, site.token)).data).toMatchObject({
      changed: 0,
      failed: [{ id, reason: 'time_order' }],
    });
    expect(await update(site, id, { expires_at: '2099-06-01', title: 'y' })).toMatchObject({
      title: 'y',
    });
  });

  test('keeps the end of a bulk edit whose undo would put it before a newer start', async () => {
    const { id } = await create(site, { short_url: 'undone', expires_at: '2099-01-01' });
    const set = { expires_at: '2099-03-01', is_active: 0 };
    const { data } = await site.call(editLinks, { ids: [id], set }, site.token);
    await update(site, id, { starts_at: '2099-02-01' });
    const { bulk_id } = data as { bulk_id: number };
    const undone = await site.call(undoBulk, { bulk_id }, site.token);
    expect(undone.data).toEqual({ restored: 0, kept: 1 });
    const now = await update(site, id, { title: 'z' });
    expect(now).toMatchObject({
      expires_at: Date.UTC(2099, 2, 2) / 1000,
      is_active: 0,
      state: 'scheduled',
    });
  });
});
