import { beforeEach, afterEach, describe, expect, test } from 'bun:test';
import * as account from '../../../contracts/account.ts';
import * as factors from '../../../contracts/people/factors.ts';
import { confirmSession, listSessions } from '../../../contracts/people/sessions.ts';
import { listAudit, type AuditRow } from '../../../contracts/people/audit.ts';
import {
  inviteAccount,
  join,
  listAccounts,
  makeResetLink,
} from '../../../contracts/people/people.ts';
import { setOption } from '../../../contracts/site.ts';
import { Authenticator, codeOf } from '../../support/authenticator.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { admin } from '../test-site.ts';

let site: SetUpSite;

beforeEach(async () => {
  site = await openSetUpSite({ env: { BASE_URL: 'https://go.example/' } });
});
afterEach(() => site[Symbol.asyncDispose]());

const home = { rpId: 'go.example', origin: 'https://go.example' };

interface Needed {
  readonly step: string;
  readonly ways: readonly string[];
}

async function addApp(token = site.token): Promise<{ secret: string; codes: string[] }> {
  const begun = await site.call(factors.beginTotp, {}, token);
  const { secret } = begun.data as { secret: string };
  const added = await site.call(factors.addTotp, { code: codeOf(secret) }, token);
  expect(added.code).toBe(200);
  return { secret, codes: (added.data as { codes: string[] }).codes };
}

async function addPasskey(key: Authenticator, fields = {}) {
  const { data } = await site.call(factors.beginPasskey, {}, site.token);
  const { step, options } = data as { step: string; options: object };
  const answer = key.create(options);
  return site.call(factors.addPasskey, { step, answer, ...fields }, site.token);
}

async function begin(): Promise<Needed> {
  const { code, msg, data } = await site.call(account.login, admin);
  expect([code, msg]).toEqual([400, 'second.factor.required']);
  return data as Needed;
}

const isLoggedIn = async (token: string) =>
  (await site.send(account.checkLogin, {}, token)).status === 200;

describe('an authenticator app', () => {
  test('comes on with a right code only, and with recovery codes', async () => {
    await site.call(factors.beginTotp, {}, site.token);
    const wrong = await site.call(factors.addTotp, { code: '000000' }, site.token);
    expect(wrong.msg).toBe('second.factor.error');
    expect((await site.call(account.login, admin)).code).toBe(200);
    const { codes } = await addApp();
    expect(codes).toHaveLength(8);
    const { data } = await site.call(account.getAccount, {}, site.token);
    expect(data).toMatchObject({ factors: [{ kind: 'totp' }], recovery_codes: 8 });
  });

  test('is asked for after the password; each code logs in once', async () => {
    const { secret, codes } = await addApp();
    const { step, ways } = await begin();
    expect(ways).toEqual(['totp', 'recovery']);
    const code = codeOf(secret, 1);
    const { data, msg } = await site.call(factors.loginSecond, { step, code });
    expect(msg).toBe('success');
    expect(await isLoggedIn((data as { token: string }).token)).toBe(true);
    const again = await site.call(factors.loginSecond, { step, code });
    expect(again.msg).toBe('second.factor.error');
    const spent = await site.call(factors.loginSecond, { step, recovery_code: codes[0] });
    expect(spent.msg).toBe('session.expired');
    const other = await begin();
    expect((await site.call(factors.loginSecond, { step: other.step, code })).msg).toBe(
      'second.factor.error',
    );
  });

  test('lets pages without its field log in: password, blank, code', async () => {
    const { secret } = await addApp();
    const password = `${admin.password} ${codeOf(secret, 1)}`;
    expect((await site.call(account.login, { ...admin, password })).code).toBe(200);
    expect((await site.call(account.login, { ...admin, password })).msg).toBe(
      'second.factor.error',
    );
    const wrong = `${admin.password}x ${codeOf(secret, 1)}`;
    expect((await site.call(account.login, { ...admin, password: wrong })).msg).toBe(
      'password.error',
    );
  });

  test('of two logins with one code at once, one wins', async () => {
    const { secret } = await addApp();
    const code = codeOf(secret, 1);
    const steps = [await begin(), await begin(), await begin()];
    const ends = await Promise.all(
      steps.map(({ step }) => site.call(factors.loginSecond, { step, code })),
    );
    expect(ends.filter(({ msg }) => msg === 'success')).toHaveLength(1);
  });

  test('a recovery code logs in once', async () => {
    const { codes } = await addApp();
    const use = async () => {
      const { step } = await begin();
      return (await site.call(factors.loginSecond, { step, recovery_code: codes[3] })).msg;
    };
    expect(await use()).toBe('success');
    expect(await use()).toBe('second.factor.error');
    const { data } = await site.call(account.getAccount, {}, site.token);
    expect(data).toMatchObject({ recovery_codes: 7 });
  });

  test('ends other logins when it comes on, unless they shall go on', async () => {
    const { data } = await site.call(account.login, admin);
    const { token } = data as { token: string };
    await addApp();
    expect(await isLoggedIn(token)).toBe(false);
    expect(await isLoggedIn(site.token)).toBe(true);
  });

  test('wrong codes are slowed down', async () => {
    await addApp();
    const { step } = await begin();
    const statuses: number[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      statuses.push((await site.send(factors.loginSecond, { step, code: '000000' })).status);
    }
    expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200]);
    expect(statuses.at(-1)).toBe(429);
  });

  test('is gone with its recovery codes when it is removed', async () => {
    await addApp();
    const { data } = await site.call(account.getAccount, {}, site.token);
    const { id } = (data as { factors: { id: number }[] }).factors[0]!;
    expect((await site.call(factors.removeFactor, { id }, site.token)).code).toBe(200);
    expect((await site.call(account.login, admin)).code).toBe(200);
    const engine = await openTestEngine(site.dataDir);
    expect(await engine.db.selectFrom('factor').selectAll().execute()).toEqual([]);
    await engine.close();
  });

  test('a step of before a change of the password is over', async () => {
    const { secret } = await addApp();
    const { step } = await begin();
    const fields = { old_password: admin.password, new_password: 'another long one' };
    expect((await site.call(account.changePassword, fields, site.token)).code).toBe(200);
    expect((await site.call(factors.loginSecond, { step, code: codeOf(secret, 1) })).msg).toBe(
      'session.expired',
    );
  });

  test('a login confirms itself with password and code', async () => {
    const { secret } = await addApp();
    const { password } = admin;
    const confirm = async (fields: object) =>
      (await site.call(confirmSession, fields, site.token)).msg;
    // A question for the code is no attempt.
    for (let turn = 0; turn < 8; turn += 1) {
      expect(await confirm({ password })).toBe('second.factor.required');
    }
    expect(await confirm({ password, code: '000000' })).toBe('second.factor.error');
    const { data } = await site.call(
      confirmSession,
      { password, code: codeOf(secret, 1) },
      site.token,
    );
    expect(await isLoggedIn((data as { token: string }).token)).toBe(true);
  });
});

async function logIn(key: Authenticator, change: (answer: object) => object = (same) => same) {
  const { data } = await site.call(factors.beginPasskeyLogin, {});
  const { step, options } = data as { step: string; options: object };
  const answer = change(key.get(options));
  return { step, answer, ...(await site.call(factors.loginWithPasskey, { step, answer })) };
}

describe('a passkey', () => {
  test('logs in without password and code, once for each step', async () => {
    const key = new Authenticator(home);
    expect((await addPasskey(key, { name: 'Laptop' })).msg).toBe('success');
    const { step, answer, data, msg } = await logIn(key);
    expect(msg).toBe('success');
    const { token } = data as { token: string };
    const { data: logins } = await site.call(listSessions, {}, token);
    expect(logins).toContainEqual(expect.objectContaining({ way: 'passkey', is_this: 1 }));
    expect((await site.call(factors.loginWithPasskey, { step, answer })).msg).toBe(
      'session.expired',
    );
    expect((await begin()).ways).toEqual(['passkey', 'recovery']);
  });

  test('of another origin, host, challenge, key, or without its user is refused', async () => {
    const key = new Authenticator(home);
    await addPasskey(key);
    const other = new Authenticator(home);
    const wrong: [string, Authenticator, (key: Authenticator) => void][] = [
      ['origin', key, (bad) => (bad.origin = 'https://evil.example')],
      ['host', key, (bad) => (bad.rpId = 'example')],
      ['user verification', key, (bad) => (bad.flags = 1)],
      ['unknown key', other, () => undefined],
    ];
    for (const [name, bad, change] of wrong) {
      const { rpId, origin, flags } = bad;
      change(bad);
      expect([name, (await logIn(bad)).msg]).toEqual([name, 'passkey.error']);
      Object.assign(bad, { rpId, origin, flags });
    }
    const { data } = await site.call(factors.beginPasskeyLogin, {});
    const { options } = data as { options: object };
    const { msg } = await logIn(key, () => key.get(options));
    expect(msg).toBe('passkey.error');
    const changed = await logIn(key, (answer) => ({
      ...answer,
      response: { ...(answer as { response: object }).response, userHandle: 'YWNjb3VudCAy' },
    }));
    expect(changed.msg).toBe('passkey.error');
    expect((await logIn(key)).msg).toBe('success');
  });

  test('whose counter goes back is refused', async () => {
    const key = new Authenticator(home);
    key.counter = 5;
    await addPasskey(key);
    expect((await logIn(key)).msg).toBe('success');
    key.counter = 3;
    expect((await logIn(key)).msg).toBe('passkey.error');
  });

  test('is not added twice, for another account, or with a step of a login', async () => {
    const key = new Authenticator(home);
    await addPasskey(key);
    expect((await addPasskey(key)).msg).toBe('passkey.error');
    const { data } = await site.call(factors.beginPasskeyLogin, {});
    const { step, options } = data as { step: string; options: object };
    const answer = new Authenticator(home).create(options);
    const added = await site.call(factors.addPasskey, { step, answer }, site.token);
    expect(added.msg).toBe('session.expired');
  });

  test('confirms a login', async () => {
    const key = new Authenticator(home);
    await addPasskey(key);
    const { data } = await site.call(factors.beginPasskeyLogin, {});
    const { step, options } = data as { step: string; options: object };
    const fields = { step, passkey: key.get(options) };
    expect((await site.call(confirmSession, fields, site.token)).msg).toBe('success');
  });
});

describe('of an account that lost its password or its factors,', () => {
  const grace = { username: 'grace', password: 'a long password' };
  let id: number;
  let app: Awaited<ReturnType<typeof addApp>>;

  beforeEach(async () => {
    const fields = { email: 'grace@example.com', role: 'editor' };
    const { link } = (await site.call(inviteAccount, fields, site.token)).data as { link: string };
    const { token } = (await site.call(join, { link, ...grace })).data as { token: string };
    app = await addApp(token);
    const { data } = await site.call(listAccounts, {}, site.token);
    id = (data as { id: number; username: string }[]).find(
      ({ username }) => username === 'grace',
    )!.id;
  });

  test('a link for a new password leaves the second factors', async () => {
    const { link } = (await site.call(makeResetLink, { id }, site.token)).data as { link: string };
    const reset = await site.call(join, { link, password: 'quite another one' });
    expect(reset.msg).toBe('second.factor.required');
    const { step } = reset.data as Needed;
    const code = codeOf(app.secret, 1);
    expect((await site.call(factors.loginSecond, { step, code })).msg).toBe('success');
  });

  test('an owner removes the second factors, and the password stays needed', async () => {
    expect((await site.call(factors.removeFactors, { id }, site.token)).msg).toBe('success');
    const wrong = await site.call(account.login, { ...grace, password: 'wrong' });
    expect(wrong.msg).toBe('login.error');
    expect((await site.call(account.login, grace)).msg).toBe('success');
    const { data } = await site.call(listAudit, { limit: 200 }, site.token);
    expect((data as { rows: AuditRow[] }).rows).toContainEqual(
      expect.objectContaining({ action: 'account.factors_removed' }),
    );
  });
});

test('wrong codes are told after the next login; a slip at the set-up is none', async () => {
  await addApp();
  await site.call(factors.beginTotp, {}, site.token);
  await site.call(factors.addTotp, { code: '000000' }, site.token);
  const { step } = await begin();
  expect((await site.call(factors.loginSecond, { step, code: '000000' })).msg).toBe(
    'second.factor.error',
  );
  const count = async () => {
    const { data } = await site.call(account.getAppInfo, {}, site.token);
    return (data as { wrong_codes: number }).wrong_codes;
  };
  // The rows follow the answers.
  while ((await count()) === 0) await new Promise(setImmediate);
  expect(await count()).toBe(1);
});

test('a site that demands a second factor lets a login set one up, and nothing else', async () => {
  const { link } = (
    await site.call(inviteAccount, { email: 'bob@example.com', role: 'editor' }, site.token)
  ).data as { link: string };
  const setting = { key: 'second_factor', value: '"all"' };
  expect((await site.call(setOption, setting, site.token)).code).toBe(200);
  const { data } = await site.call(account.login, admin);
  const { token } = data as { token: string };
  const refused = await site.send(account.getToken, {}, token);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ msg: 'factor.setup.required' });
  const { data: info } = await site.call(account.getAppInfo, {}, token);
  expect(info).toMatchObject({ is_limited: 1 });
  const joined = await site.call(join, { link, username: 'bob', password: 'a long password' });
  const { token: bob } = joined.data as { token: string };
  expect((await site.send(account.getToken, {}, bob)).status).toBe(403);
  await addApp(token);
  expect((await site.send(account.getToken, {}, token)).status).toBe(200);
  // Its other logins have ended.
  expect((await site.send(account.getToken, {}, site.token)).status).toBe(401);
});
