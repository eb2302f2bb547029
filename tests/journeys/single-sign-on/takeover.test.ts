import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import * as account from '../../../contracts/account.ts';
import { disableAccount } from '../../../contracts/people/people.ts';
import { addTotp, beginTotp } from '../../../contracts/people/factors.ts';
import { confirmSession } from '../../../contracts/people/sessions.ts';
import * as sso from '../../../contracts/people/sso.ts';
import { setOption } from '../../../contracts/site.ts';
import { codeOf } from '../../support/authenticator.ts';
import { Browser, ticketOf } from '../../support/single-sign-on/browser.ts';
import { RealProvider } from '../../support/single-sign-on/real-provider.ts';
import {
  callback,
  home,
  logInWithSso,
  openSsoSite,
  setProvider,
  type TestClaims,
} from '../../support/single-sign-on/sso-site.ts';
import { firstInShort, testInAll } from '../../support/test-run.ts';
import { addPerson, expectData, logIn, PASSWORD } from '../people/people-steps.ts';
import type { SetUpSite } from '../set-up-site.ts';

let provider: RealProvider;
let site: SetUpSite;
beforeAll(async () => {
  provider = await RealProvider.open(callback);
});
afterAll(() => provider[Symbol.asyncDispose]());
beforeEach(async () => {
  site = await openSsoSite();
  provider.person = 'mallory';
});
afterEach(() => site[Symbol.asyncDispose]());

const verified = { email: 'bea@example.com', email_verified: true };

describe('an e-mail', () => {
  const harmless: readonly (readonly [string, TestClaims, string])[] = [
    ['that is not verified', { email: verified.email, email_verified: false }, 'no_account'],
    ['whose proof is a text', { email: verified.email, email_verified: 'true' }, 'no_account'],
    ['without a word of proof', { email: verified.email }, 'no_account'],
    ['of the owner', { ...verified, email: 'ada@example.com' }, 'connect_first'],
    ['of an admin', { ...verified, email: 'root@example.com' }, 'connect_first'],
    ['of two accounts', { ...verified, email: 'both@example.com' }, 'connect_first'],
    ['of a connected account', { ...verified, email: 'cleo@example.com' }, 'connect_first'],
  ];

  test.each(firstInShort(harmless))('%s opens no account', async (_, claims, reason) => {
    await setProvider(site, provider.issuer, { link_by_email: 1 });
    await addPerson(site, { username: 'bea', role: 'editor' });
    await addPerson(site, { username: 'root', role: 'admin' });
    await addPerson(site, { username: 'both', role: 'viewer' });
    const other = await addPerson(site, { username: 'other', role: 'viewer' });
    const profile = { username: 'other', email: 'both@example.com', password: 'a long password' };
    await expectData(site, account.setAccount, profile, other.token);
    await connectPerson(
      'cleo',
      (await addPerson(site, { username: 'cleo', role: 'viewer' })).token,
    );
    provider.person = 'mallory';
    provider.describe('mallory', claims);
    expect(await logInWithSso(site)).toMatchObject({ msg: 'sso.refused', data: { reason } });
  });

  test('that is verified and unique opens the account, and only where the setting says so', async () => {
    await addPerson(site, { username: 'bea', role: 'editor' });
    provider.describe('mallory', { ...verified, email: 'BEA@Example.com' });
    await setProvider(site, provider.issuer);
    expect(await logInWithSso(site)).toMatchObject({ data: { reason: 'no_account' } });
    await setProvider(site, provider.issuer, { link_by_email: 1 });
    expect(await logInWithSso(site)).toMatchObject({ data: { username: 'bea' } });
    // From now on the person counts, whatever their address is.
    provider.describe('mallory', { email: 'elsewhere@example.com', email_verified: false });
    expect(await logInWithSso(site)).toMatchObject({ data: { username: 'bea' } });
  });

  test('that someone typed into an own account opens nothing to them afterwards', async () => {
    const bob = await addPerson(site, { username: 'bob', role: 'author' });
    const { token } = await expectData<{ token: string }>(site, account.createToken, {}, bob.token);
    const profile = { username: 'bob', email: verified.email, password: PASSWORD };
    await expectData(site, account.setAccount, profile, bob.token);
    await setProvider(site, provider.issuer, { link_by_email: 1 });
    provider.describe('mallory', verified);
    expect(await logInWithSso(site)).toMatchObject({ data: { username: 'bob' } });
    for (const former of [bob.token, token]) {
      expect((await site.send(account.getAppInfo, {}, former)).status).toBe(401);
    }
    const login = await site.call(account.login, { username: 'bob', password: PASSWORD });
    expect(login.code).toBe(400);
  });

  testInAll('of another account makes a new one, if any, with another name', async () => {
    await addPerson(site, { username: 'bea', role: 'editor' });
    await setProvider(site, provider.issuer, { auto_create: 1 });
    provider.describe('mallory', { ...verified, preferred_username: 'bea' });
    expect(await logInWithSso(site)).toMatchObject({ data: { username: 'bea2' } });
  });

  testInAll('outside the allowed domains, or not verified, gets no new account', async () => {
    await setProvider(site, provider.issuer, { auto_create: 1, email_domains: ['example.com'] });
    for (const email of [
      'm@example.com.evil.example',
      'm@evil.example',
      '"@example.com"@evil.example',
    ]) {
      provider.describe('mallory', { email, email_verified: true });
      expect(await logInWithSso(site)).toMatchObject({ data: { reason: 'domain' } });
    }
    provider.describe('mallory', { ...verified, email_verified: false });
    expect(await logInWithSso(site)).toMatchObject({ data: { reason: 'domain' } });
    provider.describe('mallory', verified);
    expect(await logInWithSso(site)).toMatchObject({ msg: 'success' });
  });
});

async function connectPerson(person: string, token: string, browser = new Browser(site, home)) {
  provider.person = person;
  const page = await browser.walk('/login/sso/1?for=connect');
  expect(page.pathname).toBe('/admin/account');
  return browser.call(sso.connectSso, { ticket: ticketOf(page) }, token);
}

describe('a foreign ticket', () => {
  test('logs nobody in, also in a browser with a round of its own', async () => {
    await setProvider(site, provider.issuer, { auto_create: 1 });
    const foreign = ticketOf(await new Browser(site, home).walk('/login/sso/1'));
    const victim = new Browser(site, home);
    await victim.walk('/login/sso/1');
    const { msg } = await victim.call(sso.loginWithSso, { ticket: foreign });
    expect(msg).toBe('sso.failed');
  });

  test('is not made of a foreign answer in a browser with a round of its own', async () => {
    await setProvider(site, provider.issuer, { auto_create: 1 });
    const foreign = await new Browser(site, home).walkToCallback('/login/sso/1');
    const victim = new Browser(site, home);
    await victim.walkToCallback('/login/sso/1');
    const page = await victim.walk(foreign.pathname + foreign.search);
    expect(page.hash).toBe('#no-sso-failed');
  });

  testInAll('of one purpose does nothing else', async () => {
    await setProvider(site, provider.issuer, { auto_create: 1 });
    const { token } = await addPerson(site, { username: 'bea', role: 'editor' });
    const browser = new Browser(site, home);
    const ticket = ticketOf(await browser.walk('/login/sso/1'));
    expect(await browser.call(sso.connectSso, { ticket }, token)).toMatchObject({
      msg: 'sso.failed',
    });
    const other = ticketOf(await browser.walk('/login/sso/1?for=connect'));
    expect(await browser.call(sso.loginWithSso, { ticket: other })).toMatchObject({
      msg: 'sso.failed',
    });
  });

  testInAll('that was changed, cut or made up is refused', async () => {
    await setProvider(site, provider.issuer, { auto_create: 1 });
    const browser = new Browser(site, home);
    const ticket = ticketOf(await browser.walk('/login/sso/1'));
    const last = ticket.endsWith('A') ? 'B' : 'A';
    for (const changed of ['', 'sso-', ticket.slice(4), ticket.slice(0, -1) + last, `${ticket}=`]) {
      const { msg } = await browser.call(sso.loginWithSso, { ticket: changed });
      expect(msg).toBe('sso.failed');
    }
    expect(await browser.call(sso.loginWithSso, { ticket })).toMatchObject({ msg: 'success' });
  });
});

test('a round begins by no request of another site', async () => {
  await setProvider(site, provider.issuer);
  const begin = (purpose: string, from: string) =>
    site.fetch(`/login/sso/1?for=${purpose}`, { headers: { 'sec-fetch-site': from } });
  for (const purpose of ['login', 'connect', 'confirm']) {
    for (const from of ['cross-site', 'same-site']) {
      const { headers } = await begin(purpose, from);
      expect(headers.get('location')).toEndWith('#no-sso-over');
      expect(headers.getSetCookie()).toEqual([]);
    }
    const { headers } = await begin(purpose, 'same-origin');
    expect(headers.get('location')).toStartWith(provider.issuer);
  }
});

test('an answer that was used leads to no second ticket', async () => {
  await setProvider(site, provider.issuer, { auto_create: 1 });
  const browser = new Browser(site, home);
  const { pathname, search } = await browser.walkToCallback('/login/sso/1');
  expect((await browser.walk(pathname + search)).hash).toMatch(/^#sso-/);
  expect((await browser.walk(pathname + search)).hash).toBe('#no-sso-over');
});

test('one ticket in ten calls at once makes one login', async () => {
  await setProvider(site, provider.issuer, { auto_create: 1 });
  const browser = new Browser(site, home);
  const ticket = ticketOf(await browser.walk('/login/sso/1'));
  const calls = Array.from({ length: 10 }, () => browser.call(sso.loginWithSso, { ticket }));
  const outcomes = (await Promise.all(calls)).map(({ msg }) => msg).sort();
  expect(outcomes).toEqual([...Array<string>(9).fill('session.expired'), 'success']);
});

describe('a connection', () => {
  test('is of one account and one person, and ends when its account has another way in', async () => {
    await setProvider(site, provider.issuer);
    const bea = await addPerson(site, { username: 'bea', role: 'editor' });
    const cleo = await addPerson(site, { username: 'cleo', role: 'editor' });
    const taken = { msg: 'sso.refused', data: { reason: 'taken' } };
    expect(await connectPerson('grace', bea.token)).toMatchObject({ msg: 'success' });
    expect(await connectPerson('grace', cleo.token)).toMatchObject(taken);
    expect(await connectPerson('other', bea.token)).toMatchObject(taken);
    provider.person = 'grace';
    expect(await logInWithSso(site)).toMatchObject({ data: { username: 'bea' } });
    await expectData(site, sso.disconnectSso, {}, await logIn(site, 'bea'));
    expect(await logInWithSso(site)).toMatchObject({ data: { reason: 'no_account' } });
  });

  test('stays when the password may not log in', async () => {
    await setProvider(site, provider.issuer);
    const bea = await addPerson(site, { username: 'bea', role: 'editor' });
    await connectPerson('grace', bea.token);
    await setProvider(site, provider.issuer, { password_login: 'owners' });
    expect(await site.call(sso.disconnectSso, {}, bea.token)).toMatchObject({
      msg: 'sso.refused',
      data: { reason: 'only_way' },
    });
    await connectPerson('ada', site.token);
    await expectData(site, sso.disconnectSso, {}, site.token);
  });

  testInAll('stays when it is the only way in', async () => {
    await setProvider(site, provider.issuer, { auto_create: 1 });
    const { data } = await logInWithSso(site);
    const { token } = data as { token: string };
    expect(await site.call(sso.disconnectSso, {}, token)).toMatchObject({
      msg: 'sso.refused',
      data: { reason: 'only_way' },
    });
  });

  testInAll('opens no account that is disabled', async () => {
    await setProvider(site, provider.issuer);
    const bea = await addPerson(site, { username: 'bea', role: 'editor' });
    await connectPerson('grace', bea.token);
    await expectData(site, disableAccount, { id: bea.id }, site.token);
    provider.person = 'grace';
    expect(await logInWithSso(site)).toMatchObject({ msg: 'account.disabled' });
  });
});

async function confirmBy(person: string, token: string) {
  return (await returnToConfirm(person, token))();
}

/** The round of a confirmation; the function sends its ticket. */
async function returnToConfirm(person: string, token: string) {
  provider.person = person;
  const browser = new Browser(site, home);
  const page = await browser.walk('/login/sso/1?for=confirm');
  expect(page.pathname).toBe('/admin/account');
  const ticket = ticketOf(page);
  return (second: object = {}) => browser.call(confirmSession, { ticket, ...second }, token);
}

describe('a confirmation', () => {
  test('is a new login of the same person, and gives a new token', async () => {
    await setProvider(site, provider.issuer);
    const bea = await addPerson(site, { username: 'bea', role: 'editor' });
    await connectPerson('grace', bea.token);
    expect(await confirmBy('mallory', bea.token)).toMatchObject({
      msg: 'sso.refused',
      data: { reason: 'other_account' },
    });
    const { msg, data } = await confirmBy('grace', bea.token);
    expect(msg).toBe('success');
    const { token } = data as { token: string };
    expect(token).not.toBe(bea.token);
    expect((await site.call(account.getAccount, {}, token)).msg).toBe('success');
  });

  test.each([
    ['provider', { asks_second_factor: 1 }, '"off"'],
    ['site', {}, '"all"'],
  ])('needs the code that the settings of the %s demand', async (_, fields, secondFactor) => {
    await setProvider(site, provider.issuer, fields);
    const bea = await addPerson(site, { username: 'bea', role: 'editor' });
    await connectPerson('grace', bea.token);
    const { secret } = await expectData<{ secret: string }>(site, beginTotp, {}, bea.token);
    await expectData(site, addTotp, { code: codeOf(secret) }, bea.token);
    const policy = { key: 'second_factor', value: secondFactor };
    await expectData(site, setOption, policy, site.token);
    const confirm = await returnToConfirm('grace', bea.token);
    expect(await confirm()).toMatchObject({ msg: 'second.factor.required' });
    expect(await confirm({ code: '000000' })).toMatchObject({ msg: 'second.factor.error' });
    expect(await confirm({ code: codeOf(secret, 1) })).toMatchObject({ msg: 'success' });
  });

  test('asks the provider for the password again', async () => {
    await setProvider(site, provider.issuer);
    const browser = new Browser(site, home);
    await browser.walkToCallback('/login/sso/1?for=confirm');
    const asked = new URL(browser.seen.find((url) => url.includes('/auth?')) ?? '');
    expect([asked.searchParams.get('prompt'), asked.searchParams.get('max_age')]).toEqual([
      'login',
      '0',
    ]);
  });
});
