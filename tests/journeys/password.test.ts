import { expect, test } from 'bun:test';
import { changePassword, checkLogin, login } from '../../contracts/account.ts';
import { openSetUpSite } from './set-up-site.ts';
import { admin } from './test-site.ts';

test('a changed password is the one that works, and every other login ends', async () => {
  await using site = await openSetUpSite();
  const { data } = await site.call(login, admin);
  const other = (data as { token: string }).token;
  const passwords = { old_password: admin.password, new_password: 'a new one' };
  expect(await site.call(changePassword, passwords, site.token)).toEqual({
    code: 200,
    msg: '',
    data: null,
  });
  expect((await site.send(checkLogin, {}, site.token)).status).toBe(200);
  expect((await site.send(checkLogin, {}, other)).status).toBe(401);
  expect((await site.call(login, admin)).msg).toBe('password.error');
  expect((await site.call(login, { ...admin, password: 'a new one' })).code).toBe(200);
});

test.each([
  [{}, 'oldpass.notallow.empty'],
  [{ old_password: '', new_password: 'long enough' }, 'oldpass.notallow.empty'],
  [{ old_password: admin.password }, 'newpass.notallow.empty'],
  [{ old_password: admin.password, new_password: 'short' }, 'password.not.allow'],
  [{ old_password: 'not the one', new_password: 'long enough' }, 'oldpass.error'],
])('a change with %j is refused with %s and changes nothing', async (fields, msg) => {
  await using site = await openSetUpSite();
  expect(await site.call(changePassword, fields, site.token)).toMatchObject({ code: 400, msg });
  expect((await site.call(login, admin)).code).toBe(200);
});

test('guessing the old password is slowed down like guessing at the door', async () => {
  await using site = await openSetUpSite();
  const guess = { old_password: 'a guess', new_password: 'long enough' };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    statuses.push((await site.send(changePassword, guess, site.token)).status);
  }
  expect(statuses).toContain(429);
});
