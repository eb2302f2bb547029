import { expect, test } from 'bun:test';
import { changePassword, login } from '../../contracts/account.ts';
import { openSetUpSite } from './set-up-site.ts';
import { admin } from './test-site.ts';

test('strangers at many addresses cannot keep the owner from where they have logged in', async () => {
  await using site = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const attempt = (address: string, password: string): Promise<Response> =>
    site.fetch(login.path, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: new URLSearchParams({ username: admin.username, password }),
    });
  expect((await attempt('203.0.113.7', admin.password)).status).toBe(200);
  const statuses: number[] = [];
  for (let stranger = 0; stranger < 20; stranger += 1) {
    statuses.push((await attempt(`2001:db8:0:${stranger}::1`, 'a guess')).status);
  }
  expect(statuses).toContain(429);
  expect((await attempt('198.51.100.1', admin.password)).status).toBe(429);
  const change = await site.fetch(changePassword.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token}`, 'x-forwarded-for': '203.0.113.7' },
    body: new URLSearchParams({ old_password: admin.password, new_password: 'a new one' }),
  });
  expect([change.status, await change.json()]).toEqual([200, { code: 200, msg: '', data: null }]);
  for (let stranger = 20; stranger < 30; stranger += 1) {
    await attempt(`2001:db8:0:${stranger}::1`, 'a guess');
  }
  expect((await attempt('203.0.113.7', 'a new one')).status).toBe(200);
});
