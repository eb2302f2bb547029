import { describe, expect, test } from 'bun:test';
import { createToken, logout } from '../../../contracts/account.ts';
import type { Envelope } from '../../../contracts/envelope.ts';
import { createLink } from '../../../contracts/links/links.ts';
import { setOption } from '../../../contracts/site.ts';
import { listAll, openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import type { TestSite } from '../test-site.ts';

function open(): Promise<SetUpSite> {
  return openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
}

async function allow(site: SetUpSite, allowed: boolean, per_hour: number): Promise<void> {
  const value = JSON.stringify({ allowed, per_hour });
  const answer = await site.call(setOption, { key: 'anonymous_creation', value }, site.token);
  expect(answer.code).toBe(200);
}

let drawn = 0;

/** Creates a link to a new URL. */
function create(site: TestSite, headers: Record<string, string> = {}): Promise<Response> {
  drawn += 1;
  return site.fetch(createLink.path, {
    method: 'POST',
    headers: { 'x-forwarded-for': '203.0.113.7', ...headers },
    body: new URLSearchParams({ long_url: `https://example.com/${drawn}` }),
  });
}

async function keyOf(response: Response): Promise<string> {
  return ((await response.json()) as Envelope<unknown>).msg;
}

describe('visitors without a token', () => {
  test('create links only while the site allows it', async () => {
    await using site = await open();
    const refused = await create(site);
    expect([refused.status, await keyOf(refused)]).toEqual([401, 'no.session.token']);
    await allow(site, true, 5);
    const created = (await (await create(site)).json()) as Envelope<{ short_url: string }>;
    expect(created.code).toBe(200);
    expect((await site.fetch(`/${created.data.short_url}`)).status).toBe(302);
    expect((await listAll(site, site.token))[0]?.ip).toBe('203.0.113.7');
    await allow(site, false, 5);
    expect((await create(site)).status).toBe(401);
  });

  test('create at most as many links an hour as the setting says, at once after a change', async () => {
    await using site = await open();
    await allow(site, true, 2);
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await create(site)).status),
    );
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 429, 429, 429, 429]);
    const refused = await create(site);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(await keyOf(refused)).toBe('too.many.links');
    expect(seconds).toBeGreaterThan(3500);
    expect(seconds).toBeLessThanOrEqual(3600);
    await allow(site, true, 3);
    expect((await create(site)).status).toBe(200);
    expect((await create(site)).status).toBe(429);
    expect(await listAll(site, site.token)).toHaveLength(3);
  });

  test('are distinguished by IPv4 address or IPv6 /64', async () => {
    await using site = await open();
    await allow(site, true, 1);
    const from = async (address: string): Promise<number> =>
      (await create(site, { 'x-forwarded-for': address })).status;
    expect(await from('198.51.100.1')).toBe(200);
    expect(await from('198.51.100.2')).toBe(200);
    expect(await from('198.51.100.1')).toBe(429);
    expect(await from('2001:db8:1:2::3')).toBe(200);
    expect(await from('2001:db8:1:2:ffff::4')).toBe(429);
    expect(await from('2001:db8:1:3::3')).toBe(200);
  });

  test('stay the same visitor with a forged X-Forwarded-For', async () => {
    await using site = await openSetUpSite();
    await allow(site, true, 1);
    expect((await create(site, { 'x-forwarded-for': '198.51.100.1' })).status).toBe(200);
    expect((await create(site, { 'x-forwarded-for': '198.51.100.2' })).status).toBe(429);
  });

  test('use up no quota with an invalid request', async () => {
    await using site = await open();
    await allow(site, true, 1);
    for (const long_url of ['', 'javascript:alert(1)']) {
      expect((await site.call(createLink, { long_url })).msg).toBe('error.link');
    }
    expect((await create(site)).status).toBe(200);
  });
});

test('a caller with a token has no limit, and a bad token is refused', async () => {
  await using site = await open();
  await allow(site, true, 1);
  const apiToken = (await site.call(createToken, {}, site.token)) as Envelope<{ token: string }>;
  for (const token of [site.token, apiToken.data.token]) {
    const authorization = `Bearer ${token}`;
    for (let link = 0; link < 3; link += 1) {
      expect((await create(site, { authorization })).status).toBe(200);
    }
  }
  for (const authorization of ['Bearer web-invented', 'Basic YTpi', 'Bearer']) {
    const refused = await create(site, { authorization });
    expect([refused.status, await keyOf(refused)]).toEqual([401, 'invalid.session.token']);
  }
  await site.call(logout, {}, site.token);
  expect((await create(site, { authorization: `Bearer ${site.token}` })).status).toBe(401);
  expect((await create(site)).status).toBe(200);
});
