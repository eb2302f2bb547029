import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { getAccount, setAccount } from '../../../contracts/account.ts';
import { join, lookAtLink, makeResetLink } from '../../../contracts/people/people.ts';
import { Browser, ticketOf } from '../../support/single-sign-on/browser.ts';
import { RealProvider } from '../../support/single-sign-on/real-provider.ts';
import {
  callback,
  home,
  logInWithSso,
  openSsoSite,
  setProvider,
} from '../../support/single-sign-on/sso-site.ts';
import { testInAll } from '../../support/test-run.ts';
import { addPerson, expectData, invite, PASSWORD } from '../people/people-steps.ts';
import type { SetUpSite } from '../set-up-site.ts';

let provider: RealProvider;
let site: SetUpSite;
beforeAll(async () => {
  provider = await RealProvider.open(callback);
});
afterAll(() => provider[Symbol.asyncDispose]());
beforeEach(async () => {
  site = await openSsoSite();
  provider.person = 'grace';
  provider.describe('grace', { email: 'grace@example.com' });
});
afterEach(() => site[Symbol.asyncDispose]());

async function joinBy(link: string, username: string) {
  const browser = new Browser(site, home);
  const page = await browser.walk('/login/sso/1?for=join');
  expect(page.pathname).toBe('/admin/join');
  return browser.call(join, { link, username, ticket: ticketOf(page) });
}

test('an invitation is accepted by single sign-on, without a password', async () => {
  await setProvider(site, provider.issuer, { session_hours: 2 });
  const link = await invite(site, { username: 'invited', role: 'editor' });
  const { data } = await joinBy(link, 'grace');
  const { token, expires_at: end } = data as { token: string; expires_at: number };
  expect(end).toBeLessThanOrEqual(Date.now() / 1000 + 2 * 3600);
  // Role and address are those of the invitation.
  expect(await expectData<object>(site, getAccount, {}, token)).toMatchObject({
    role: 'editor',
    email: 'invited@example.com',
    has_sso: 1,
  });
  expect(await logInWithSso(site)).toMatchObject({ data: { username: 'grace' } });
  const profile = { username: 'hopper' };
  expect(await site.call(setAccount, profile, token)).toMatchObject({ msg: 'success' });
  expect((await site.call(lookAtLink, { link })).msg).toBe('invitation.invalid');
});

test('a person who is connected already leaves the invitation as it is', async () => {
  await setProvider(site, provider.issuer, { auto_create: 1 });
  await logInWithSso(site);
  const link = await invite(site, { username: 'invited', role: 'editor' });
  const taken = { msg: 'sso.refused', data: { reason: 'taken' } };
  expect(await joinBy(link, 'second')).toMatchObject(taken);
  expect((await site.call(lookAtLink, { link })).msg).toBe('success');
});

testInAll('a taken name leaves the invitation as it is', async () => {
  await setProvider(site, provider.issuer);
  const link = await invite(site, { username: 'invited', role: 'editor' });
  expect((await joinBy(link, 'ada')).msg).toBe('account.exists');
  expect((await joinBy(link, 'grace')).msg).toBe('success');
});

test('an invitation takes a password only for a role that may log in with one', async () => {
  await setProvider(site, provider.issuer, { password_login: 'owners' });
  const fields = { username: 'grace', password: PASSWORD };
  const link = await invite(site, { username: 'invited', role: 'admin' });
  expect((await site.call(lookAtLink, { link })).data).toMatchObject({ takes_password: 0 });
  expect((await site.call(join, { link, ...fields })).msg).toBe('password.login.off');
  expect((await joinBy(link, 'grace')).msg).toBe('success');
  const owner = await invite(site, { username: 'owner', role: 'owner' });
  expect((await site.call(lookAtLink, { link: owner })).data).toMatchObject({ takes_password: 1 });
  const joined = await site.call(join, { link: owner, ...fields, username: 'other' });
  expect(joined.msg).toBe('success');
});

testInAll('a ticket is for an invitation, not for a new password', async () => {
  await setProvider(site, provider.issuer);
  const { id } = await addPerson(site, { username: 'bea', role: 'editor' });
  const { link } = await expectData<{ link: string }>(site, makeResetLink, { id }, site.token);
  expect((await joinBy(link, 'bea')).msg).toBe('password.not.allow');
});

testInAll('roles of the provider count for the invited too', async () => {
  const roles = [{ value: 'readers', role: 'viewer' }];
  await setProvider(site, provider.issuer, { role_claim: 'groups', roles });
  const link = await invite(site, { username: 'invited', role: 'admin' });
  provider.describe('grace', { groups: [] });
  expect(await joinBy(link, 'grace')).toMatchObject({ data: { reason: 'role' } });
  provider.describe('grace', { groups: ['readers'] });
  const { token } = (await joinBy(link, 'grace')).data as { token: string };
  expect(await expectData<object>(site, getAccount, {}, token)).toMatchObject({ role: 'viewer' });
});
