import { expect, test } from 'bun:test';
import { changePassword, init, login } from '../../../contracts/account.ts';
import { createLink, type Link } from '../../../contracts/links/links.ts';
import { readConfig } from '../../../server/config.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { admin, TestSite } from '../test-site.ts';

test('clicks are counted every 10 minutes by default', () => {
  expect(readConfig({}).clickFlushSeconds).toBe(600);
  expect(readConfig({ CLICK_FLUSH_SECONDS: '5' }).clickFlushSeconds).toBe(5);
});

test('a password of 6 characters is accepted, one of 5 is refused', async () => {
  await using site = await TestSite.open();
  expect((await site.call(init, { ...admin, password: '12345' })).msg).toBe('password.not.allow');
  expect((await site.call(init, { ...admin, password: 'abc-12' })).code).toBe(200);
  const { data } = await site.call(login, { ...admin, password: 'abc-12' });
  const { token } = data as { token: string };
  const change = async (password: string): Promise<string> => {
    const passwords = { old_password: 'abc-12', new_password: password };
    return (await site.call(changePassword, passwords, token)).msg;
  };
  expect(await change('12345')).toBe('password.not.allow');
  expect(await change('cba-21')).toBe('success');
});

test('ttl_days of 0, empty or absent never expires', async () => {
  await using site = await openSetUpSite();
  for (const [name, fields] of Object.entries({
    zero: { ttl_days: 0 },
    text: { ttl_days: '0' },
    empty: { ttl_days: '' },
    absent: {},
  })) {
    const link = { long_url: 'https://example.com/', short_url: name, ...fields };
    const { data } = await site.call(createLink, link, site.token);
    expect([name, (data as Link).expires_at]).toEqual([name, 0]);
  }
});
