import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'bun:test';
import * as account from '../../../contracts/account.ts';
import { getLoginWays } from '../../../contracts/people/factors.ts';
import * as sso from '../../../contracts/people/sso.ts';
import { listSessions } from '../../../contracts/people/sessions.ts';
import { Browser, ticketOf } from '../../support/single-sign-on/browser.ts';
import { RealProvider } from '../../support/single-sign-on/real-provider.ts';
import {
  callback,
  home,
  logInWithSso,
  openSsoSite,
  setProvider,
} from '../../support/single-sign-on/sso-site.ts';
import { addPerson, PASSWORD } from '../people/people-steps.ts';
import type { SetUpSite } from '../set-up-site.ts';
import { admin } from '../test-site.ts';

let provider: RealProvider;
let site: SetUpSite;
beforeAll(async () => {
  provider = await RealProvider.open(callback);
});
afterAll(() => provider[Symbol.asyncDispose]());
beforeEach(async () => {
  site = await openSsoSite();
  provider.person = 'grace';
  provider.describe('grace', {
    email: 'grace@example.com',
    email_verified: true,
    preferred_username: 'Grace.Hopper',
  });
});
afterEach(() => site[Symbol.asyncDispose]());

async function set(fields: object = {}): Promise<void> {
  expect((await setProvider(site, provider.issuer, fields)).msg).toBe('success');
}

describe('a login', () => {
  test('makes an account for a person whom the provider knows', async () => {
    await set({ auto_create: 1 });
    const ways = await site.call(getLoginWays, {});
    expect(ways.data).toMatchObject({ password: 1, sso: [{ id: 1, name: 'Example' }] });
    const { msg, data } = await logInWithSso(site);
    expect(msg).toBe('success');
    const {
      token,
      username,
      expires_at: end,
    } = data as {
      token: string;
      username: string;
      expires_at: number;
    };
    expect(username).toBe('gracehopper');
    expect(end).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 3600);
    const own = await site.call(account.getAccount, {}, token);
    expect(own.data).toMatchObject({ id: 2, role: 'viewer', email: 'grace@example.com' });
    const sessions = await site.call(listSessions, {}, token);
    expect(sessions.data).toMatchObject([{ is_this: 1, way: 'sso' }]);
    const again = await logInWithSso(site);
    expect(again.data).toMatchObject({ username: 'gracehopper' });
  });
});

test('the test of a provider tells what it offers', async () => {
  const { issuer } = provider;
  const { data } = await site.call(sso.testSso, { issuer }, site.token);
  expect(data).toMatchObject({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    end_session_endpoint: `${issuer}/session/end`,
    scopes: expect.arrayContaining(['openid', 'email', 'profile']),
    claims: expect.arrayContaining(['email_verified', 'groups']),
  });
});

test('a logout leads through the provider, if a setting says so', async () => {
  await set({ auto_create: 1, logs_out_there: 1 });
  const { data } = await logInWithSso(site);
  const { logs_out_at: path } = data as { logs_out_at: string };
  const away = new URL((await site.fetch(path)).headers.get('location') ?? '');
  expect(`${away.origin}${away.pathname}`).toBe(`${provider.issuer}/session/end`);
  expect(away.searchParams.get('post_logout_redirect_uri')).toBe(`${home}login`);
  await set({ auto_create: 1 });
  expect((await site.fetch(path)).headers.get('location')).toBe('/login');
});

test('passwords may be left to owners', async () => {
  const bea = await addPerson(site, { username: 'bea', role: 'admin' });
  await set({ password_login: 'owners' });
  const login = (username: string, password: string) =>
    site.call(account.login, { username, password });
  expect((await login(bea.username, PASSWORD)).msg).toBe('password.login.off');
  expect((await login(admin.username, admin.password)).msg).toBe('success');
});

describe('a ticket', () => {
  test('works once, and only in the browser that began', async () => {
    await set({ auto_create: 1 });
    const browser = new Browser(site, home);
    const ticket = ticketOf(await browser.walk('/login/sso/1'));
    const elsewhere = await new Browser(site, home).call(sso.loginWithSso, { ticket });
    expect(elsewhere.msg).toBe('sso.failed');
    expect(browser.cookiesFor('/poster')).toEqual([]);
    expect((await browser.call(sso.loginWithSso, { ticket })).msg).toBe('success');
    expect((await browser.call(sso.loginWithSso, { ticket })).msg).toBe('session.expired');
  });

  test('is not made in another browser than the one that began', async () => {
    await set({ auto_create: 1 });
    const { pathname, search } = await new Browser(site, home).walkToCallback('/login/sso/1');
    const page = await new Browser(site, home).walk(pathname + search);
    expect(page.hash).toBe('#no-sso-over');
  });

  test('is not made when the person cancels', async () => {
    await set({ auto_create: 1 });
    provider.person = null;
    expect((await new Browser(site, home).walk('/login/sso/1')).hash).toBe('#no-sso-denied');
  });
});

test('without automatic accounts an unknown person is refused', async () => {
  await set();
  expect(await logInWithSso(site)).toMatchObject({
    msg: 'sso.refused',
    data: { reason: 'no_account' },
  });
});

test.each([
  [['links'], 'editor'],
  [[], 'refused'],
  [undefined, 'refused'],
])('of groups %j a new account is %s', async (groups, expected) => {
  provider.describe('grace', { preferred_username: 'grace', ...(groups && { groups }) });
  await set({ auto_create: 1, role_claim: 'groups', roles: [{ value: 'links', role: 'editor' }] });
  const { msg, data } = await logInWithSso(site);
  if (expected === 'refused') return expect(data).toEqual({ reason: 'role' });
  expect(msg).toBe('success');
  const { token } = data as { token: string };
  const own = await site.call(account.getAccount, {}, token);
  return expect(own.data).toMatchObject({ role: expected });
});
