import { expect, test } from 'bun:test';
import {
  checkLogin,
  createToken,
  getAppInfo,
  login,
  setAccount,
} from '../../../contracts/account.ts';
import { listLinks } from '../../../contracts/links/links.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { admin } from '../test-site.ts';

const { password } = admin;

test('user name, e-mail and language change; logins and the API token stay', async () => {
  await using site = await openSetUpSite();
  const { data } = await site.call(createToken, {}, site.token);
  const profile = { username: 'grace', email: 'grace@example.com', language: 'zh' };
  const change = { ...profile, username: ' Grace ', password };
  expect((await site.call(setAccount, change, site.token)).data).toEqual(profile);
  expect((await site.call(getAppInfo, {}, site.token)).data).toMatchObject(profile);
  expect((await site.send(checkLogin, {}, site.token)).status).toBe(200);
  expect((await site.send(listLinks, {}, (data as { token: string }).token)).status).toBe(200);
  expect((await site.call(login, admin)).msg).toBe('username.error');
  const renamed = await site.call(login, { username: 'grace', password });
  expect(renamed.data).toMatchObject({ username: 'grace', language: 'zh' });
});

test('a change names what it changed in the audit, and nothing else', async () => {
  await using site = await openSetUpSite();
  const read = async (): Promise<unknown[]> => {
    const engine = await openTestEngine(site.dataDir);
    const rows = await engine.db.selectFrom('audit').selectAll().orderBy('id').execute();
    await engine.close();
    return rows
      .filter(({ action }) => action === 'account.changed')
      .map((row) => [row.actor_name, row.target_name, row.former, row.present]);
  };
  const same = { username: admin.username, email: admin.email, password };
  expect((await site.call(setAccount, same, site.token)).code).toBe(200);
  expect(await read()).toEqual([]);
  const change = { ...same, email: 'ada@new.example' };
  expect((await site.call(setAccount, change, site.token)).code).toBe(200);
  const [former, present] = [{ email: admin.email }, { email: 'ada@new.example' }];
  expect(await read()).toEqual([
    [admin.username, admin.username, JSON.stringify(former), JSON.stringify(present)],
  ]);
});

test.each([
  [{}, 'password.not.allow.empty'],
  [{ email: 'ada@new.example' }, 'password.not.allow.empty'],
  [{ username: 'a b', password }, 'user.name.invalid'],
  [{ username: 'ab', password }, 'user.name.invalid'],
  [{ email: 'nobody', password }, 'email.invalid'],
  [{ language: 'de', password }, 'bad.request'],
  [{ email: 'ada@new.example', password: 'not the one' }, 'oldpass.error'],
])('a change with %j is refused with %s and changes nothing', async (fields, msg) => {
  await using site = await openSetUpSite();
  expect(await site.call(setAccount, fields, site.token)).toMatchObject({ code: 400, msg });
  const { username, email } = admin;
  const { data } = await site.call(getAppInfo, {}, site.token);
  expect(data).toMatchObject({ username, email, language: '' });
});

test('wrong passwords are slowed down like those of a changed password', async () => {
  await using site = await openSetUpSite();
  const guess = { email: 'ada@new.example', password: 'a guess' };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    statuses.push((await site.send(setAccount, guess, site.token)).status);
  }
  expect(statuses).toContain(429);
  const right = await site.send(setAccount, { ...guess, password }, site.token);
  expect(right.status).toBe(429);
});
