import { expect, test } from 'bun:test';
import {
  changePassword,
  checkLogin,
  createToken,
  init,
  login,
} from '../../../contracts/account.ts';
import { listLinks } from '../../../contracts/links/links.ts';
import { setOption } from '../../../contracts/site.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { admin, TestSite } from '../test-site.ts';
import { chooseForRun, firstInShort, testInAll } from '../../support/test-run.ts';

test('a changed password replaces the old one and ends every other login', async () => {
  await using site = await openSetUpSite();
  const { data } = await site.call(login, admin);
  const other = (data as { token: string }).token;
  const passwords = { old_password: admin.password, new_password: 'a new one' };
  expect(await site.call(changePassword, passwords, site.token)).toEqual({
    code: 200,
    msg: 'success',
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
  [{ old_password: admin.password, new_password: '👍👍👍' }, 'password.not.allow'],
  [{ old_password: admin.password, new_password: 'x'.repeat(257) }, 'password.not.allow'],
  [{ old_password: admin.password, new_password: '      ' }, 'password.too.common'],
  [{ old_password: admin.password, new_password: 'PassWord' }, 'password.too.common'],
  [{ old_password: admin.password, new_password: 'long enough', keep_api_token: 2 }, 'bad.request'],
  [{ old_password: 'not the one', new_password: 'long enough' }, 'oldpass.error'],
])('a change with %j is refused with %s and changes nothing', async (fields, msg) => {
  await using site = await openSetUpSite();
  expect(await site.call(changePassword, fields, site.token)).toMatchObject({ code: 400, msg });
  expect((await site.call(login, admin)).code).toBe(200);
});

test('wrong old passwords are slowed down like wrong logins', async () => {
  await using site = await openSetUpSite();
  const guess = { old_password: 'a guess', new_password: 'long enough' };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    statuses.push((await site.send(changePassword, guess, site.token)).status);
  }
  expect(statuses).toContain(429);
});

const common = ['      ', '\u3000'.repeat(6), 'iloveyou', 'PASSWORD', 'ｐａｓｓｗｏｒｄ', '123456'];

test.each(firstInShort(common))(
  'a set-up with the password %j is refused, and a better one succeeds',
  async (password) => {
    await using site = await TestSite.open();
    expect(await site.call(init, { ...admin, password })).toEqual({
      code: 400,
      msg: 'password.too.common',
      data: {
        issues: [{ field: 'password', key: 'password.too.common', reason: 'password.too.common' }],
      },
    });
    expect((await site.call(init, admin)).code).toBe(200);
  },
);

test('a change to a short password with the name of the user, site or host is refused', async () => {
  await using site = await openSetUpSite({ env: { BASE_URL: 'https://links.example' } });
  const info = { keywords: '', description: '', header: '', footer: '' };
  const option = { key: 'site_info', value: JSON.stringify({ ...info, title: 'Clip it' }) };
  expect((await site.call(setOption, option, site.token)).code).toBe(200);
  for (const new_password of ['ada-123', 'clip123', 'links99', 'admin99']) {
    const request = { old_password: admin.password, new_password };
    const answer = await site.call(changePassword, request, site.token);
    expect([new_password, answer.msg]).toEqual([new_password, 'password.too.common']);
  }
  const request = { old_password: admin.password, new_password: 'k7#pQ2' };
  expect((await site.call(changePassword, request, site.token)).code).toBe(200);
});

test('a password works in any Unicode form', async () => {
  await using site = await TestSite.open();
  const [composed, decomposed] = ['Schlüssel für Ünal', 'Schlu\u0308ssel fu\u0308r U\u0308nal'];
  await site.call(init, { ...admin, password: decomposed });
  for (const password of [composed, decomposed]) {
    expect((await site.call(login, { ...admin, password })).code).toBe(200);
  }
  const { data } = await site.call(login, { ...admin, password: composed });
  const change = { old_password: decomposed, new_password: 'ﾊﾟｽﾜｰﾄﾞです' };
  expect((await site.call(changePassword, change, (data as { token: string }).token)).code).toBe(
    200,
  );
  expect((await site.call(login, { ...admin, password: 'パスワードです' })).code).toBe(200);
});

testInAll(
  'a password stored as typed works as typed, and after that login in any Unicode form',
  async () => {
    await using site = await openSetUpSite();
    const [composed, decomposed] = ['Schlüssel', 'Schlu\u0308ssel'];
    const engine = await openTestEngine(site.dataDir);
    const stored = await Bun.password.hash(decomposed);
    await engine.write((tx) => tx.updateTable('account').set({ password_hash: stored }).execute());
    await engine.close();
    const signIn = async (password: string) =>
      (await site.call(login, { ...admin, password })).msg === 'password.error';
    expect(await signIn(composed)).toBe(true);
    expect(await signIn(decomposed)).toBe(false);
    expect(await signIn(composed)).toBe(false);
    expect(await signIn(decomposed)).toBe(false);
  },
);

const ends: readonly (readonly [string, object])[] = [
  ['ends', {}],
  ['stays', { keep_api_token: true }],
  ['stays', { keep_api_token: '1' }],
  ['ends', { keep_api_token: '' }],
  ['ends', { keep_api_token: 0 }],
  ['ends', { keep_api_token: 'false' }],
];

test.each(chooseForRun(ends.slice(0, 2), ends))(
  'after a change of the password the API token %s: %j',
  async (end, kept) => {
    await using site = await openSetUpSite();
    const { data } = await site.call(createToken, {}, site.token);
    const passwords = { old_password: admin.password, new_password: 'a new one', ...kept };
    expect((await site.call(changePassword, passwords, site.token)).code).toBe(200);
    const { status } = await site.send(listLinks, {}, (data as { token: string }).token);
    expect(status).toBe(end === 'stays' ? 200 : 401);
  },
);
