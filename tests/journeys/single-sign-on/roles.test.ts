import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { Role } from '../../../contracts/access.constants.ts';
import { getAccount } from '../../../contracts/account.ts';
import { listAccounts, setRole } from '../../../contracts/people/people.ts';
import * as sso from '../../../contracts/people/sso.ts';
import { readConfig } from '../../../server/config.ts';
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
import { addPerson, expectData } from '../people/people-steps.ts';
import type { SetUpSite } from '../set-up-site.ts';

let provider: RealProvider;
let site: SetUpSite;
beforeAll(async () => {
  provider = await RealProvider.open(callback);
});
afterAll(() => provider[Symbol.asyncDispose]());
beforeEach(async () => {
  site = await openSsoSite();
});
afterEach(() => site[Symbol.asyncDispose]());

const roles = [
  { value: 'chiefs', role: 'admin' },
  { value: 'writers', role: 'author', sees_all: 1 },
  { value: 'readers', role: 'viewer' },
];

async function connectAs(person: string, token: string): Promise<void> {
  const browser = new Browser(site, home);
  provider.person = person;
  const ticket = ticketOf(await browser.walk('/login/sso/1?for=connect'));
  await expectData(
    { call: (...[route, fields]) => browser.call(route, fields ?? {}, token) },
    sso.connectSso,
    { ticket },
  );
}

/** The role after a login of a person with these claims, or why it was refused. */
async function roleWith(claims: TestClaims): Promise<string> {
  provider.describe('grace', claims);
  const { msg, data } = await logInWithSso(site);
  if (msg !== 'success') return (data as { reason: string }).reason;
  const { token } = data as { token: string };
  const { role, sees_all: seesAll } = await expectData<{ role: Role; sees_all: number }>(
    site,
    getAccount,
    {},
    token,
  );
  return role === 'author' ? `author ${seesAll}` : role;
}

interface Case {
  readonly path?: string;
  readonly noMatch?: string;
  readonly claims: TestClaims;
  readonly becomes: string;
}

const cases: Readonly<Record<string, Case>> = {
  'is missing: the role stays': { claims: {}, becomes: 'editor' },
  'is null: the role stays': { claims: { groups: null }, becomes: 'editor' },
  'is empty: refused': { claims: { groups: [] }, becomes: 'role' },
  'is an empty text: refused': { claims: { groups: '' }, becomes: 'role' },
  'gives nothing: kept': { claims: { groups: ['x'] }, noMatch: 'keep', becomes: 'editor' },
  'gives nothing: viewer': { claims: { groups: ['x'] }, noMatch: 'viewer', becomes: 'viewer' },
  'is a list: the first rule decides': {
    claims: { groups: ['readers', 'writers', 'chiefs'] },
    becomes: 'admin',
  },
  'is a text': { claims: { groups: 'writers' }, becomes: 'author 1' },
  'is a part of a text: no match': { claims: { groups: 'writers,chiefs' }, becomes: 'role' },
  'is an object: no match': { claims: { groups: { chiefs: true } }, becomes: 'role' },
  'lies in an object': {
    path: 'realm_access.roles',
    claims: { realm_access: { roles: ['readers'] } },
    becomes: 'viewer',
  },
  'is asked for in a prototype: the role stays': {
    path: 'realm_access.constructor.name',
    claims: { realm_access: {} },
    becomes: 'editor',
  },
};

test.each(firstInShort(Object.entries(cases)))('a claim that %s', async (_, given) => {
  const { path = 'groups', noMatch = 'refuse', claims, becomes } = given;
  const bea = await addPerson(site, { username: 'bea', role: 'editor' });
  await setProvider(site, provider.issuer);
  await connectAs('grace', bea.token);
  await setProvider(site, provider.issuer, { role_claim: path, roles, no_match: noMatch });
  expect(await roleWith(claims)).toBe(becomes);
});

test('the provider neither gives nor takes the role of an owner', async () => {
  await setProvider(site, provider.issuer);
  await connectAs('grace', site.token);
  for (const noMatch of ['viewer', 'refuse', 'keep']) {
    const fields = { role_claim: 'groups', roles, no_match: noMatch };
    await setProvider(site, provider.issuer, fields);
    for (const groups of [['readers'], [], undefined, ['owner']]) {
      expect(await roleWith({ ...(groups && { groups }) })).toBe('owner');
    }
  }
  const [owner] = await expectData<{ is_ruled_by_sso: number }[]>(
    site,
    listAccounts,
    {},
    site.token,
  );
  expect(owner).toMatchObject({ role: 'owner', is_ruled_by_sso: 0 });
});

test('no mapping to owner can be set, by a call or by the environment', async () => {
  const toOwner = [{ value: 'chiefs', role: 'owner' }];
  const fields = { role_claim: 'groups', roles: toOwner };
  expect((await setProvider(site, provider.issuer, fields)).msg).not.toBe('success');
  const environment = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'brisk',
    OIDC_CLIENT_SECRET: 'a secret',
    OIDC_ROLE_CLAIM: 'groups',
  };
  expect(() => readConfig({ ...environment, OIDC_ROLES: JSON.stringify(toOwner) })).toThrow(
    /^OIDC_ROLES: /,
  );
  expect(
    readConfig({ ...environment, OIDC_ROLES: JSON.stringify(roles) }).singleSignOn,
  ).toMatchObject({
    provider: { settings: { roles: [{ role: 'admin' }, { role: 'author' }, { role: 'viewer' }] } },
  });
});

test('a role that single sign-on rules is locked, until it rules no more', async () => {
  await setProvider(site, provider.issuer, { auto_create: 1, role_claim: 'groups', roles });
  provider.person = 'grace';
  expect(await roleWith({ groups: ['readers'] })).toBe('viewer');
  const change = { id: 2, role: 'editor' };
  expect((await site.call(setRole, change, site.token)).msg).toBe('not.allowed');
  await setProvider(site, provider.issuer, { auto_create: 1 });
  expect((await site.call(setRole, change, site.token)).msg).toBe('success');
  expect(await roleWith({ groups: ['readers'] })).toBe('editor');
});

testInAll('a new role counts for logins that are open already', async () => {
  await setProvider(site, provider.issuer, { auto_create: 1, role_claim: 'groups', roles });
  provider.person = 'grace';
  provider.describe('grace', { groups: ['chiefs'] });
  const { token } = (await logInWithSso(site)).data as { token: string };
  await expectData(site, listAccounts, {}, token);
  expect(await roleWith({ groups: ['readers'] })).toBe('viewer');
  expect((await site.call(listAccounts, {}, token)).msg).toBe('not.allowed');
});
