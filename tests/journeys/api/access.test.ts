import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as account from '../../../contracts/account.ts';
import { createLink, listLinks } from '../../../contracts/links/links.ts';
import { isPostgres, openTestEngine } from '../../support/test-engine.ts';
import { accessOf, allCalls, type Access, type Call } from '../all-routes.ts';
import { rawGet } from '../raw-http.ts';
import { readText } from './read-text.ts';
import { readStored } from '../stored-bytes.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { admin, type TestSite } from '../test-site.ts';

let site: TestSite & { readonly token: string };

beforeAll(async () => {
  site = await openSetUpSite();
  await site.call(account.createToken, {}, site.token);
});

afterAll(() => site[Symbol.asyncDispose]());

async function signIn(): Promise<string> {
  const { data } = await site.call(account.login, admin);
  return (data as { token: string }).token;
}

/** Each login ends the oldest of more than 50, the first one too. */
async function apiToken(): Promise<string> {
  const { data } = await site.call(account.getToken, {}, await signIn());
  return (data as { token: string }).token;
}

async function expiredLogin(): Promise<string> {
  const token = await signIn();
  const engine = await openTestEngine(site.dataDir);
  const { numUpdatedRows } = await engine.db
    .updateTable('session')
    .set({ expires_at: Math.floor(Date.now() / 1000) - 1 })
    .where('token_hash', '=', createHash('sha256').update(token).digest('hex'))
    .executeTakeFirst();
  await engine.close();
  expect(numUpdatedRows).toBe(1n);
  return token;
}

/** Of more than 50 logins the oldest ends, and those of one second are equally old. */
async function endLogins(): Promise<void> {
  const engine = await openTestEngine(site.dataDir);
  await engine.db.deleteFrom('session').execute();
  await engine.close();
}

async function loggedOutLogin(): Promise<string> {
  const token = await signIn();
  await site.call(account.logout, {}, token);
  return token;
}

type Opened = readonly Access[];
const tokenMay: readonly Access[] = ['anyone', 'guest', 'token'];
const none: Opened = ['anyone'];
const invalid = 'invalid.session.token';
const bearer = (token: string) => `Bearer ${token}`;

/** The caller, its header, the access levels that it may use, and its error otherwise. */
const callers: [string, () => Promise<string | null>, Opened, string][] = [
  ['a caller without a token', () => Promise.resolve(null), none, 'no.session.token'],
  ['a header without a token', () => Promise.resolve('Bearer'), none, invalid],
  ['a header of another scheme', async () => `Basic ${btoa(await signIn())}`, none, invalid],
  ['a token without a scheme', signIn, none, invalid],
  ['two tokens', async () => bearer(`${await signIn()} ${await signIn()}`), none, invalid],
  ['a truncated token', async () => bearer((await signIn()).slice(0, -1)), none, invalid],
  ['a token in capitals', async () => bearer((await signIn()).toUpperCase()), none, invalid],
  ['an invented login token', () => Promise.resolve(`Bearer web-${'a'.repeat(32)}`), none, invalid],
  ['an invented API token', () => Promise.resolve(`Bearer sk-${'a'.repeat(32)}`), none, invalid],
  ['the hash of a token', async () => bearer(sha256(await signIn())), none, invalid],
  ['an expired login', async () => bearer(await expiredLogin()), none, 'session.expired'],
  ['a logged-out login', async () => bearer(await loggedOutLogin()), none, invalid],
  ['the API token', async () => bearer(await apiToken()), tokenMay, 'login.required'],
  ['a login', async () => bearer(await signIn()), [...tokenMay, 'login'], ''],
];

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A caller on another machine: some calls are open to this one. */
const remote = { 'x-forwarded-for': '203.0.113.7' };

function request({ method, path }: Call, authorization: string | null): Promise<Response> {
  const headers = authorization === null ? remote : { ...remote, authorization };
  return site.fetch(path, { method, headers });
}

describe('a call that its contract does not open refuses', () => {
  test.each(callers)('%s', async (_, authorization, opened, msg) => {
    const header = await authorization();
    for (const call of allCalls) {
      // An accepted logout or token change ends this login.
      const response = await request(call, opened === none ? header : await authorization());
      const body = await readText(response);
      const seen = `${call.method} ${call.path} ${response.status}`;
      if (opened.includes(accessOf(call.route))) {
        expect(seen).toBe(`${call.method} ${call.path} 200`);
        continue;
      }
      const status = msg === 'login.required' ? 403 : 401;
      expect(seen).toBe(`${call.method} ${call.path} ${status}`);
      // Clients of the product that Brisk replaces read the reason of a 401 from `detail`.
      const detail = status === 401 ? { detail: msg } : {};
      expect(JSON.parse(body)).toEqual({ code: status, msg, data: null, ...detail });
    }
  });

  test('a token in a cookie, in the query or in the body', async () => {
    const token = await signIn();
    for (const { method, path } of allCalls.filter(({ route }) => accessOf(route) !== 'anyone')) {
      const response = await site.fetch(`${path}?token=${token}&authorization=Bearer+${token}`, {
        method,
        headers: { ...remote, cookie: `token=${token}; authorization=Bearer%20${token}` },
        body: method === 'POST' ? new URLSearchParams({ token, authorization: token }) : null,
      });
      expect([path, response.status]).toEqual([path, 401]);
    }
    expect((await site.send(account.checkLogin, {}, token)).status).toBe(200);
  });

  test('another spelling of the path', async () => {
    const spellings = ['//api/urls', '/api//urls', '/api/urls/', '/API/urls', '/x/../api/urls'];
    spellings.push('/api/./urls', '/api/%75rls', '/%61pi/urls', '/api%2furls', '/api\\urls');
    for (const spelling of spellings) {
      const { status, body } = await rawGet(site.url, spelling);
      expect([spelling, [301, 302, 400, 401, 404].includes(status)]).toEqual([spelling, true]);
      expect(body).not.toContain('"urls"');
    }
  });
});

describe('the metrics, asked for from another machine, open to', () => {
  test.each(callers)('%s', async (_, authorization, opened, msg) => {
    const header = await authorization();
    const headers = new Headers(remote);
    if (header !== null) headers.set('authorization', header);
    const response = await site.fetch('/metrics', { headers });
    const body = await response.text();
    if (opened.includes('token')) {
      expect([response.status, body.startsWith('# HELP brisk_')]).toEqual([200, true]);
    } else {
      const refusal = { code: 401, msg, data: null, detail: msg };
      expect([response.status, JSON.parse(body)]).toEqual([401, refusal]);
    }
  });
});

test('a logout ends one login and leaves the other', async () => {
  await endLogins();
  const [one, other] = [await signIn(), await signIn()];
  expect((await site.call(account.logout, {}, one)).code).toBe(200);
  expect((await site.send(account.checkLogin, {}, one)).status).toBe(401);
  expect((await site.send(account.checkLogin, {}, other)).status).toBe(200);
});

test('a changed API token ends the old one at once', async () => {
  const old = await apiToken();
  await site.call(account.changeToken, {}, await signIn());
  expect((await site.send(listLinks, {}, old)).status).toBe(401);
  expect((await site.send(listLinks, {}, await apiToken())).status).toBe(200);
});

describe('in the data directory', () => {
  test('no token and no password can be read', async () => {
    await endLogins();
    const secrets = [admin.password, await signIn(), await apiToken(), await loggedOutLogin()];
    await site.call(createLink, { long_url: 'https://example.com/', title: 'x' }, secrets[1]);
    await site.call(account.changeToken, {}, secrets[1]);
    secrets.push(await apiToken());
    const stored = await readStored(site.dataDir);
    const holds = (bytes: string | Buffer) => stored.indexOf(bytes) !== -1;
    expect(holds(admin.email)).toBe(true);
    for (const secret of secrets) {
      const bare = secret.replace(/^(web|sk)-/, '');
      for (const form of [secret, bare, btoa(secret), Buffer.from(bare, 'base64url')]) {
        expect([form, holds(form)]).toEqual([form, false]);
      }
    }
    expect(holds(sha256(secrets[1]!))).toBe(true);
  });

  test('only the owner can read the encryption key, which lies outside the database', async () => {
    const file = join(site.dataDir, 'secret.key');
    const engine = await openTestEngine(site.dataDir);
    const key = await engine.readSecretKey();
    if (isPostgres) {
      // All servers of a site share the key, so it lies in a table and in no file.
      const { value } = await engine.db
        .selectFrom('secret')
        .select('value')
        .executeTakeFirstOrThrow();
      expect(key.equals(value)).toBe(true);
      expect(existsSync(file)).toBe(false);
    } else {
      expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
      expect(key.equals(readFileSync(file))).toBe(true);
      for (const name of readdirSync(site.dataDir).filter((name) => name.startsWith('brisk.db'))) {
        const bytes = readFileSync(join(site.dataDir, name));
        expect([name, bytes.includes(key)]).toEqual([name, false]);
      }
    }
    await engine.close();
  });
});
