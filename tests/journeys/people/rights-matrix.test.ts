import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { defaultScopes, roles, scopes, type Role } from '../../../contracts/access.constants.ts';
import * as account from '../../../contracts/account.ts';
import { addService, disableAccount } from '../../../contracts/people/people.ts';
import { setOption } from '../../../contracts/site.ts';
import { isShortRun } from '../../support/test-run.ts';
import { allCalls, allRoutes, type Call } from '../all-routes.ts';
import { openSetUpSite, signIn, type SetUpSite } from '../set-up-site.ts';
import {
  addFactors,
  addPerson,
  changeRow,
  createToken,
  expectData,
  inDatabase,
} from './people-steps.ts';
import { rightsTable, type Group, type Row } from './rights-table.ts';

/** Sends a token, and what the table says of it. */
interface Caller {
  readonly name: string;
  readonly token: string | null;
  /** What each call that is not open to anyone answers whatever the table says. */
  readonly always?: string;
  readonly role: Role;
  readonly seesAll: boolean;
  readonly kind: 'login' | 'stale login' | 'limited login' | 'default token' | 'named token';
  readonly scopes: readonly string[];
}

const powers: readonly Role[] = roles.toReversed();
/** The least role of each group. */
const least: Readonly<Record<Exclude<Group, 'anyone' | 'sees-all'>, Role>> = {
  'signed-in': 'viewer',
  authors: 'author',
  editors: 'editor',
  admins: 'admin',
  owners: 'owner',
};

let site: SetUpSite;
let callers: readonly Caller[] = [];

beforeAll(async () => {
  site = await openSetUpSite();
  callers = await makeCallers();
});

afterAll(() => site[Symbol.asyncDispose]());

async function makeCallers(): Promise<Caller[]> {
  const made: Caller[] = [];
  const guest = { role: 'viewer', seesAll: false, kind: 'login', scopes: [] } as const;
  made.push({ name: 'a guest', token: null, always: 'no.session.token', ...guest });
  for (const role of roles) {
    for (const seesAll of role === 'author' || role === 'viewer' ? [false, true] : [false]) {
      made.push(...(await callersWithRole(role, seesAll)));
    }
  }
  for (const role of ['editor', 'author', 'viewer'] as const) {
    const token = await createServiceToken(role);
    const name = `a service, ${role}`;
    made.push({ name, token, role, seesAll: false, kind: 'named token', scopes });
  }
  const owner = { role: 'owner', seesAll: false, kind: 'named token' } as const;
  for (const scope of scopes) {
    const token = await createToken(site, site.token, { scopes: [scope] });
    made.push({ name: `a token of the owner for ${scope}`, token, ...owner, scopes: [scope] });
  }
  made.push(...(await endedCallers()));
  // Accounts without a factor are limited from now on; the others get one.
  await setOptionOf('second_factor', 'all');
  await addFactors(site, ({ username }) => !username.startsWith('limited'));
  // However long the calls take, only the stale logins are stale.
  await inDatabase(site, ({ db }) =>
    db
      .updateTable('session')
      .set({ confirmed_at: 4_000_000_000 })
      .where('confirmed_at', '>', 1)
      .execute(),
  );
  return made;
}

async function callersWithRole(role: Role, seesAll: boolean): Promise<Caller[]> {
  const username = `${role}${seesAll ? 'all' : ''}`;
  const person = await addPerson(site, { username, role, sees_all: seesAll ? 1 : 0 });
  const fields = { username, password: 'a long password' };
  const login = async () =>
    (await expectData<{ token: string }>(site, account.login, fields)).token;
  const stale = await login();
  await changeRow(site, 'session', stale, { confirmed_at: 1 });
  const { token: limited } = await addPerson(site, {
    username: `limited${username}`,
    role,
    sees_all: seesAll ? 1 : 0,
  });
  const named = await createToken(site, person.token, { scopes });
  const shown = await expectData<{ token: string }>(site, account.createToken, {}, stale);
  const who = `${role}${seesAll ? ' who sees all' : ''}`;
  const of = { role, seesAll, scopes: [] };
  return [
    // The tokens come first: a login changes the default one.
    { name: `${who}, default token`, token: shown.token, ...of, kind: 'default token' },
    { name: `${who}, token for all`, token: named, ...of, kind: 'named token', scopes },
    { name: `${who}, login to confirm`, token: stale, ...of, kind: 'stale login' },
    { name: `${who}, limited login`, token: limited, ...of, kind: 'limited login' },
    { name: who, token: person.token, ...of, kind: 'login' },
  ];
}

async function setOptionOf(key: string, value: unknown): Promise<void> {
  await expectData(site, setOption, { key, value: JSON.stringify(value) }, site.token);
}

async function createServiceToken(role: Role): Promise<string> {
  const fields = { username: `robot${role}`, role };
  const { id } = await expectData<{ id: number }>(site, addService, fields, site.token);
  return createToken(site, site.token, { scopes, account: id });
}

async function endedCallers(): Promise<Caller[]> {
  const of = { role: 'admin', seesAll: false, kind: 'login', scopes: [] } as const;
  const past = { expires_at: 1 };
  const disabled = await addPerson(site, { username: 'disabled', role: 'admin' });
  const paused = await createToken(site, disabled.token, { scopes });
  await expectData(site, disableAccount, { id: disabled.id }, site.token);
  const login = await signIn(site);
  await changeRow(site, 'session', login, past);
  const token = await createToken(site, site.token, { scopes });
  await changeRow(site, 'api_token', token, past);
  const invalid = 'invalid.session.token';
  return [
    { name: 'a login of a disabled account', token: disabled.token, always: invalid, ...of },
    { name: 'a token of a disabled account', token: paused, always: invalid, ...of },
    { name: 'an expired login', token: login, always: 'session.expired', ...of },
    { name: 'an expired token', token, always: 'session.expired', ...of },
  ];
}

function isInGroup({ role, seesAll }: Caller, group: Exclude<Group, 'anyone'>): boolean {
  if (group === 'sees-all') return role !== 'author' || seesAll;
  return powers.indexOf(role) >= powers.indexOf(least[group]);
}

/** The reason of a refusal; `passes`: the call reaches what it is for. */
function expectedAnswer(caller: Caller, { group, scope, fresh, isOpenToLimited }: Row): string {
  if (group === 'anyone') return 'passes';
  if (caller.always !== undefined) return caller.always;
  if (!isInGroup(caller, group)) return 'not.allowed';
  if (caller.kind === 'named token' || caller.kind === 'default token') {
    if (scope === '-') return 'login.required';
    const held = caller.kind === 'default token' ? defaultOnes : caller.scopes;
    if (scope === 'any' || held.includes(scope)) return 'passes';
    return caller.kind === 'default token' ? 'login.required' : 'scope.missing';
  }
  if (caller.kind === 'limited login' && isOpenToLimited !== true) return 'factor.setup.required';
  if (caller.kind === 'stale login' && fresh !== undefined) return 'confirm.required';
  return 'passes';
}

const defaultOnes: readonly string[] = [
  'links:create',
  'links:read',
  'links:write',
  'stats:read',
  'status:read',
];

/** A caller on another machine: some calls are open to this one. */
const remote = { 'x-forwarded-for': '203.0.113.7' };

async function answerOf({ method, path }: Call, token: string | null): Promise<string> {
  const headers = token === null ? remote : { ...remote, authorization: `Bearer ${token}` };
  // New recovery codes end other logins, which are asked for later.
  const body =
    path === '/api/factors/recovery' ? new URLSearchParams({ keep_sessions: '1' }) : null;
  const response = await site.fetch(path, { method, headers, body });
  if (response.status !== 401 && response.status !== 403) {
    await response.body?.cancel();
    return 'passes';
  }
  return ((await response.json()) as { msg: string }).msg;
}

/** The calls that end what a caller sends come last. */
const calls = allCalls.toSorted((one, other) => rankOf(one) - rankOf(other));

function rankOf({ route }: Call): number {
  return ['/api/user/change_token', '/api/user/logout'].indexOf(route.path);
}

test('the table has each call, and no other', () => {
  const paths = new Set(allRoutes.map(({ path }) => path));
  expect(Object.keys(rightsTable).toSorted()).toEqual([...paths].toSorted());
  expect(defaultOnes.toSorted()).toEqual(defaultScopes.toSorted());
});

describe('the table of rights holds for', () => {
  test.each(calls.map((call) => [call.method, call.route.path, call] as const))(
    '%s %s',
    async (_, path, call) => {
      const row = rightsTable[path]!;
      const asked = callers.filter((caller) => isAsked(caller, call));
      const got: Record<string, string> = {};
      for (const { name, token } of asked) got[name] = await answerOf(call, token);
      const wanted = asked.map((caller) => [caller.name, expectedAnswer(caller, row)] as const);
      expect(got).toEqual(Object.fromEntries(wanted));
    },
  );
});

/** The calls at the end leave a caller nothing to send: only their first method is asked for. */
function isAsked({ name, kind, always }: Caller, call: Call): boolean {
  if (isShortRun && name.includes(', ') && !name.startsWith('owner, ')) return false;
  if (always !== undefined || rankOf(call) < 0) return true;
  const isFirst = call.method === call.route.methods[0];
  if (kind === 'default token') return isFirst && rankOf(call) === 0;
  return isFirst || rankOf(call) === 0 || kind === 'named token';
}

test('a guest and a viewer create links while the setting lets guests', async () => {
  await setOptionOf('second_factor', 'off');
  const viewer = await addPerson(site, { username: 'late', role: 'viewer' });
  const value = JSON.stringify({ allowed: true, per_hour: 10 });
  await expectData(site, setOption, { key: 'anonymous_creation', value }, site.token);
  for (const { route, method, path } of allCalls.filter((call) => call.method === 'POST')) {
    const { group, isForGuests } = rightsTable[route.path]!;
    if (group === 'anyone') continue;
    const guest = await answerOf({ route, method, path }, null);
    expect([path, guest]).toEqual([path, isForGuests ? 'passes' : 'no.session.token']);
    if (isForGuests) expect(await answerOf({ route, method, path }, viewer.token)).toBe('passes');
  }
});

test('on a site with one account only new calls ask for a confirmation', async () => {
  await using alone = await openSetUpSite();
  await changeRow(alone, 'session', alone.token, { confirmed_at: 1 });
  const headers = { ...remote, authorization: `Bearer ${alone.token}` };
  for (const { route, method, path } of calls.filter((call) => rankOf(call) < 0)) {
    const { status, body } = await alone.fetch(path, { method, headers });
    await body?.cancel();
    const mustConfirm = rightsTable[route.path]!.fresh === 'always';
    expect([path, status === 403]).toEqual([path, mustConfirm]);
  }
});
