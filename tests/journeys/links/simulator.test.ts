import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { ReplyOf } from '../../../contracts/route.ts';
import { tryLink } from '../../../contracts/links/simulator.ts';
import { create, get } from '../link-steps.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const LONG = 'https://long.example/';
const RULE = 'https://rule.example/';

let site: SetUpSite;

beforeAll(async () => {
  site = await openSetUpSite();
});
afterAll(() => site[Symbol.asyncDispose]());

async function simulate(id: number, visit: object = {}): Promise<ReplyOf<typeof tryLink>> {
  const { code, data } = await site.call(tryLink, { id, ...visit }, site.token);
  expect(code).toBe(200);
  return data as ReplyOf<typeof tryLink>;
}

test('the simulator takes the time that it is asked for', async () => {
  const hours = { days: [1], from: '09:00', until: '17:00', time_zone: 'Europe/Berlin' };
  await create(site, {
    long_url: LONG,
    short_url: 'timed',
    starts_at: Date.parse('2027-01-01T00:00Z') / 1000,
    expires_at: Date.parse('2028-01-01T00:00Z') / 1000,
    rules: [{ when: { hours }, target: RULE }],
  });
  const { id } = await get(site, 'timed');
  const lead = async (time: string) => {
    const { status, target, rule, why } = await simulate(id, { at: Date.parse(time) / 1000 });
    return [status, target, rule, why];
  };
  expect(await lead('2026-12-31T23:59:59Z')).toEqual([404, '', null, 'not-started']);
  // A Monday, in winter and in summer.
  expect(await lead('2027-01-04T07:59:59Z')).toEqual([302, LONG, null, 'long-url']);
  expect(await lead('2027-01-04T08:00Z')).toEqual([302, RULE, 0, 'rule']);
  expect(await lead('2027-07-05T07:00Z')).toEqual([302, RULE, 0, 'rule']);
  expect(await lead('2027-07-05T15:00Z')).toEqual([302, LONG, null, 'long-url']);
  expect(await lead('2027-12-31T23:59:59Z')).toEqual([302, LONG, null, 'long-url']);
  expect(await lead('2028-01-01T00:00Z')).toEqual([410, '', null, 'expired']);
  expect(await simulate(id)).toMatchObject({ why: 'not-started' });
});

test('the simulator knows clicks that are not counted yet, and makes none', async () => {
  await create(site, { long_url: LONG, short_url: 'once', max_clicks: 1 });
  const { id } = await get(site, 'once');
  for (let time = 0; time < 3; time += 1) {
    expect(await simulate(id, { user_agent: FIREFOX })).toMatchObject({ status: 302 });
    expect(await simulate(id, { user_agent: 'curl/8' })).toMatchObject({
      status: 200,
      why: 'card',
    });
  }
  const headers = { 'user-agent': FIREFOX };
  expect((await site.fetch('/once', { headers })).status).toBe(302);
  expect(await simulate(id)).toEqual({ status: 410, target: '', rule: null, why: 'used-up' });
  expect(await get(site, 'once')).toMatchObject({ clicks: 0, pending_clicks: 1 });
});

test('a scan is simulated by its flag, as by its parameter', async () => {
  const rules = [{ when: { is_qr: 1 }, target: RULE }];
  await create(site, { long_url: LONG, short_url: 'scan', forward_query: 1, rules });
  const { id } = await get(site, 'scan');
  for (const visit of [{ is_qr: 1, query: 'a=b' }, { query: 'qr&a=b' }]) {
    expect(await simulate(id, visit)).toMatchObject({ target: `${RULE}?a=b`, rule: 0 });
  }
  expect(await simulate(id, { query: 'a=b' })).toMatchObject({ target: `${LONG}?a=b` });
});

test('an unknown link and wrong values are refused', async () => {
  const { id } = await create(site, { long_url: LONG, short_url: 'known' });
  expect((await site.call(tryLink, { id: 999_999 }, site.token)).code).toBe(404);
  expect((await site.call(tryLink, { id })).code).toBe(401);
  for (const fields of [
    { country: 'Germany' },
    { at: -1 },
    { user_agent: 'x'.repeat(513) },
    { query: 'x'.repeat(2049) },
    { language: 5 },
    { is_qr: 2 },
  ]) {
    const { code, data } = await site.call(tryLink, { id, ...fields }, site.token);
    expect([fields, code]).toEqual([fields, 400]);
    expect(data).toHaveProperty('issues');
  }
});
