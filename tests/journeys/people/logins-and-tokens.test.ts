import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { LOGINS_MAX, TOKENS_MAX } from '../../../contracts/access.constants.ts';
import * as account from '../../../contracts/account.ts';
import { createLink, listLinks } from '../../../contracts/links/links.ts';
import * as people from '../../../contracts/people/people.ts';
import * as sessions from '../../../contracts/people/sessions.ts';
import * as tokens from '../../../contracts/people/tokens.ts';
import { exportLinks } from '../../../contracts/export.ts';
import { getImport } from '../../../contracts/import.ts';
import { setOption } from '../../../contracts/site.ts';
import { openSetUpSite, signIn, type SetUpSite } from '../set-up-site.ts';
import { admin } from '../test-site.ts';
import {
  addPerson,
  changeRow,
  createToken,
  expectData,
  inDatabase,
  logIn,
  PASSWORD,
} from './people-steps.ts';

let site: SetUpSite;

beforeEach(async () => {
  site = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterEach(() => site[Symbol.asyncDispose]());

const grace = { username: 'grace', role: 'editor' } as const;

interface SessionRow {
  readonly id: string;
  readonly is_this: number;
  readonly way: string;
}

const listSessions = (token: string, fields: object = {}) =>
  expectData<SessionRow[]>(site, sessions.listSessions, fields, token);
const statusOf = async (token: string) => (await site.send(listLinks, {}, token)).status;
const now = () => Math.floor(Date.now() / 1000);

describe('logins', () => {
  test('are listed with the one that asks, and end by name or all others at once', async () => {
    const { token } = await addPerson(site, grace);
    const [second, third] = [await logIn(site, 'grace'), await logIn(site, 'grace')];
    const rows = await listSessions(token);
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ is_this }) => is_this === 1)).toHaveLength(1);
    const ofSecond = (await listSessions(second)).find(({ is_this }) => is_this === 1)!;
    expect(
      await expectData<number>(site, sessions.endSessions, { ids: [ofSecond.id] }, token),
    ).toBe(1);
    expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200]);
    expect(await expectData<number>(site, sessions.endSessions, { others: 1 }, token)).toBe(1);
    expect([await statusOf(third), await statusOf(token)]).toEqual([401, 200]);
    expect(await statusOf(site.token)).toBe(200);
  });

  test('of others end by those who manage the account, never by its colleagues', async () => {
    const person = await addPerson(site, grace);
    const viewer = await addPerson(site, { username: 'other', role: 'viewer' });
    const [row] = await listSessions(person.token);
    const end = { account: person.id, ids: [row!.id] };
    expect((await site.send(sessions.endSessions, end, viewer.token)).status).toBe(403);
    // Without the account the ids of others are unknown.
    const ids = { ids: [row!.id] };
    expect(await expectData<number>(site, sessions.endSessions, ids, viewer.token)).toBe(0);
    expect(await statusOf(person.token)).toBe(200);
    expect(await expectData<number>(site, sessions.endSessions, end, site.token)).toBe(1);
    expect(await statusOf(person.token)).toBe(401);
  });

  test('are 50 of an account at most: a further one ends the oldest', async () => {
    const { token, id } = await addPerson(site, grace);
    await inDatabase(site, async ({ db }) => {
      const row = await db
        .selectFrom('session')
        .selectAll()
        .where('account_id', '=', id)
        .executeTakeFirstOrThrow();
      const rows = Array.from({ length: LOGINS_MAX - 1 }, (_, index) => ({
        ...row,
        token_hash: `${index}`.padStart(64, '0'),
        created_at: row.created_at + 1,
      }));
      await db.insertInto('session').values(rows).execute();
    });
    expect(await listSessions(token)).toHaveLength(LOGINS_MAX);
    const latest = await logIn(site, 'grace');
    expect(await listSessions(latest)).toHaveLength(LOGINS_MAX);
    expect(await statusOf(token)).toBe(401);
    expect(await statusOf(site.token)).toBe(200);
  });

  test('that are confirmed get a new token; the old one lasts 60 s', async () => {
    const { token } = await addPerson(site, grace);
    await changeRow(site, 'session', token, { confirmed_at: now() - 600 });
    const fields = { name: 'x', scopes: ['links:read'] };
    const refused = await site.send(tokens.createNamedToken, fields, token);
    expect([refused.status, ((await refused.json()) as { msg: string }).msg]).toEqual([
      403,
      'confirm.required',
    ]);
    const wrong = await site.call(sessions.confirmSession, { password: 'wrong' }, token);
    expect(wrong.msg).toBe('oldpass.error');
    const confirmed = await expectData<{ token: string; fresh_until: number }>(
      site,
      sessions.confirmSession,
      { password: PASSWORD },
      token,
    );
    expect(Math.abs(confirmed.fresh_until - now() - 600)).toBeLessThan(5);
    await expectData(site, tokens.createNamedToken, fields, confirmed.token);
    // Another tab goes on, but proves nothing.
    expect(await statusOf(token)).toBe(200);
    expect((await site.send(tokens.createNamedToken, fields, token)).status).toBe(403);
    const ends = await inDatabase(site, ({ db }) =>
      db
        .selectFrom('session')
        .select('expires_at')
        .where('expires_at', '<', now() + 120)
        .execute(),
    );
    expect(ends).toHaveLength(1);
    await changeRow(site, 'session', token, { expires_at: now() - 1 });
    expect([await statusOf(token), await statusOf(confirmed.token)]).toEqual([401, 200]);
  });

  test.each(['new', 'old'] as const)(
    'that were confirmed end with both tokens by a logout with the %s one, and no other login ends',
    async (which) => {
      const first = await signIn(site);
      const old = await signIn(site);
      // Two logins of the same second.
      const at = now() - 100;
      const begun = { created_at: at, confirmed_at: at };
      for (const token of [first, old]) await changeRow(site, 'session', token, begun);
      const fields = { password: admin.password };
      const confirmed = await expectData<{ token: string }>(
        site,
        sessions.confirmSession,
        fields,
        old,
      );
      const tokens = { old, new: confirmed.token };
      expect(await statusOf(first)).toBe(200);
      await expectData(site, account.logout, {}, tokens[which]);
      expect([await statusOf(tokens.old), await statusOf(tokens.new)]).toEqual([401, 401]);
      expect(await statusOf(first)).toBe(200);
    },
  );

  test('end after days without a call when the setting says so', async () => {
    await expectData(site, setOption, { key: 'login_idle_days', value: '2' }, site.token);
    const token = await signIn(site);
    await changeRow(site, 'session', token, { seen_at: now() - 2 * 86_400 + 60 });
    expect(await statusOf(token)).toBe(200);
    const idle = await signIn(site);
    await changeRow(site, 'session', idle, { seen_at: now() - 2 * 86_400 });
    expect(await statusOf(idle)).toBe(401);
  });
});

describe('a changed password', () => {
  test.each([
    ['', {}, [401, 200, 401]],
    [' and keeps the default token', { keep_api_token: 1 }, [200, 200, 401]],
    [' and ends named tokens', { end_named_tokens: 1 }, [401, 401, 401]],
  ])('ends other logins of its account%s', async (_, fields, statuses) => {
    const person = await addPerson(site, grace);
    const shown = await expectData<{ token: string }>(site, account.createToken, {}, person.token);
    const named = await createToken(site, person.token, { scopes: ['links:read'] });
    const other = await logIn(site, 'grace');
    const change = { old_password: PASSWORD, new_password: 'quite another one', ...fields };
    await expectData(site, account.changePassword, change, person.token);
    const got = [await statusOf(shown.token), await statusOf(named), await statusOf(other)];
    expect(got).toEqual(statuses);
    expect([await statusOf(person.token), await statusOf(site.token)]).toEqual([200, 200]);
  });

  test('has 8 characters from the second account on, or as many as the setting says', async () => {
    const change = async (old: string, next: string) => {
      const fields = { old_password: old, new_password: next };
      return (await site.call(account.changePassword, fields, site.token)).msg;
    };
    expect(await change(admin.password, 'kY7!pq')).toBe('success');
    const person = await addPerson(site, grace);
    expect(await change('kY7!pq', 'kY7!pq2')).toBe('password.not.allow');
    expect(await change('kY7!pq', 'kY7!pq23')).toBe('success');
    await expectData(site, setOption, { key: 'password_min', value: '12' }, site.token);
    const fields = { old_password: PASSWORD, new_password: 'kY7!pq23456' };
    const { msg } = await site.call(account.changePassword, fields, person.token);
    expect(msg).toBe('password.not.allow');
  });
});

describe('a named token', () => {
  test('has 40 characters, is listed without its text, and has its scopes only', async () => {
    const token = await createToken(site, site.token, { scopes: ['links:read'] });
    expect(token).toMatch(/^sk-[\w-]{37}$/);
    const [row] = await expectData<object[]>(site, tokens.listTokens, {}, site.token);
    expect(row).toMatchObject({ name: 'reports', is_default: 0, scopes: ['links:read'] });
    expect(JSON.stringify(row)).not.toContain(token.slice(3));
    const refused = await site.send(createLink, { long_url: 'https://example.com/' }, token);
    expect(await refused.json()).toEqual({
      code: 403,
      msg: 'scope.missing',
      data: { scope: 'links:create' },
    });
  });

  test('imports and exports, which the default one never does', async () => {
    const shown = await expectData<{ token: string }>(site, account.createToken, {}, site.token);
    const scopes = ['import', 'export'] as const;
    const named = await createToken(site, site.token, { scopes });
    for (const [route, fields] of [
      [exportLinks, {}],
      [getImport, { id: 'another-1' }],
    ] as const) {
      expect((await site.send(route, fields, named)).status).toBe(200);
      const refused = await site.send(route, fields, shown.token);
      expect(((await refused.json()) as { msg: string }).msg).toBe('login.required');
    }
  });

  test('ends at its time: 90 days by default, and as the setting says', async () => {
    const readEnds = () =>
      inDatabase(site, ({ db }) =>
        db.selectFrom('api_token').select('expires_at').orderBy('id').execute(),
      );
    const days = async (at: number) =>
      Math.round(((await readEnds())[at]!.expires_at - now()) / 86_400);
    const first = await createToken(site, site.token, { scopes: ['links:read'] });
    expect(await days(0)).toBe(90);
    await createToken(site, site.token, { scopes: ['links:read'], expires_at: 0 });
    expect((await readEnds())[1]!.expires_at).toBe(0);
    await expectData(site, setOption, { key: 'token_days_max', value: '10' }, site.token);
    await createToken(site, site.token, { scopes: ['links:read'], expires_at: 0 });
    expect(await days(2)).toBe(10);
    const past = { name: 'x', scopes: ['links:read'], expires_at: now() - 5 };
    expect((await site.call(tokens.createNamedToken, past, site.token)).msg).toBe('time.past');
    await changeRow(site, 'api_token', first, { expires_at: now() - 1 });
    const expired = await site.send(listLinks, {}, first);
    expect(((await expired.json()) as { msg: string }).msg).toBe('session.expired');
  });

  test('has its calls a minute, and says when to come back', async () => {
    const token = await createToken(site, site.token, { scopes: ['links:read'], per_minute: 3 });
    expect([await statusOf(token), await statusOf(token), await statusOf(token)]).toEqual([
      200, 200, 200,
    ]);
    const refused = await site.send(listLinks, {}, token);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect([seconds > 0, seconds <= 60]).toEqual([true, true]);
    expect(await statusOf(site.token)).toBe(200);
  });

  test('of a service is made by those who manage it, and of a person by nobody else', async () => {
    const person = await addPerson(site, grace);
    const service = { username: 'robot', role: 'viewer' };
    const { id } = await expectData<{ id: number }>(site, people.addService, service, site.token);
    const token = await createToken(site, site.token, { scopes: ['links:read'], account: id });
    expect(await statusOf(token)).toBe(200);
    const fields = { name: 'x', scopes: ['links:read'] };
    for (const [by, account] of [
      [site.token, person.id],
      [person.token, id],
      [person.token, 1],
    ] as const) {
      const refused = await site.send(tokens.createNamedToken, { ...fields, account }, by);
      expect(refused.status).toBe(403);
    }
    const [row] = await expectData<{ id: number }[]>(
      site,
      tokens.listTokens,
      { account: id },
      site.token,
    );
    // Whose token it is stays unknown.
    expect((await site.call(tokens.endToken, { id: row!.id }, person.token)).msg).toBe(
      'token.not.exist',
    );
    await expectData(site, tokens.endToken, { id: row!.id }, site.token);
    expect(await statusOf(token)).toBe(401);
  });

  test('is one of 50 of an account at most', async () => {
    const first = await createToken(site, site.token, { scopes: ['links:read'] });
    await inDatabase(site, async ({ db }) => {
      const { id: _id, ...row } = await db
        .selectFrom('api_token')
        .selectAll()
        .executeTakeFirstOrThrow();
      const rows = Array.from({ length: TOKENS_MAX - 1 }, (_, index) => ({
        ...row,
        token_hash: `${index}`,
      }));
      await db.insertInto('api_token').values(rows).execute();
    });
    const fields = { name: 'x', scopes: ['links:read'] };
    expect((await site.call(tokens.createNamedToken, fields, site.token)).msg).toBe(
      'token.too.many',
    );
    expect(await statusOf(first)).toBe(200);
  });
});

test('guesses between logins of a colleague are slowed down like others', async () => {
  await addPerson(site, { username: 'viewer1', role: 'viewer' });
  const codes: number[] = [];
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' };
  const send = async (fields: object) => {
    const body = JSON.stringify(fields);
    return (await site.fetch('/api/login', { method: 'POST', headers, body })).status;
  };
  for (let round = 0; round < 12; round += 1) {
    for (let guess = 0; guess < 4; guess += 1) {
      codes.push(await send({ username: admin.username, password: `guess ${round} ${guess}` }));
    }
    await send({ username: 'viewer1', password: PASSWORD });
  }
  // A delay ends now and then on a slow machine; without the limit all 48 are compared.
  expect(codes.filter((code) => code === 200).length).toBeLessThan(12);
});

test('from the second account on a refused login does not tell names', async () => {
  const wrong = async (username: string) =>
    (await site.call(account.login, { username, password: 'wrong one' })).msg;
  expect([await wrong('nobody'), await wrong(admin.username)]).toEqual([
    'username.error',
    'password.error',
  ]);
  await addPerson(site, grace);
  expect([await wrong('nobody2'), await wrong(admin.username)]).toEqual([
    'login.error',
    'login.error',
  ]);
  await expectData(site, setOption, { key: 'login_tells_fault', value: 'true' }, site.token);
  expect(await wrong('nobody3')).toBe('username.error');
});
