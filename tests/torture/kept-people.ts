import { expect } from 'bun:test';
import * as account from '../../contracts/account.ts';
import * as factors from '../../contracts/people/factors.ts';
import * as people from '../../contracts/people/people.ts';
import * as sessions from '../../contracts/people/sessions.ts';
import { getSso, setSso } from '../../contracts/people/sso.ts';
import * as tokens from '../../contracts/people/tokens.ts';
import type { ReplyOf, Route } from '../../contracts/route.ts';
import { Authenticator, codeOf } from '../support/authenticator.ts';
import type { Login, Step } from './kept-jobs.ts';
import { SiteCaller } from './site-caller.ts';

const credentials = { username: 'bob', password: 'a long password' };

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** Browsers know passkeys at `localhost`, and not at an address. */
function local(url: string): string {
  return url.replace('127.0.0.1', 'localhost');
}

function send(url: string, token: string, route: Route, fields: object): Promise<Answer> {
  return new SiteCaller(local(url), token === '' ? null : token).call(route, fields);
}

async function get<R extends Route>(
  url: string,
  token: string,
  route: R,
  fields: object = {},
): Promise<ReplyOf<R>> {
  const { code, msg, data } = await send(url, token, route, fields);
  expect({ code, msg }).toEqual({ code: 200, msg: 'success' });
  return data as ReplyOf<R>;
}

interface Person {
  readonly owner: Login;
  readonly bob: {
    id: number;
    token: string;
    formerToken: string;
    link: string;
    codes: readonly string[];
    factor: number;
  };
  readonly key: Authenticator;
}

async function findBob(url: string, owner: Login) {
  const accounts = await get(url, owner(), people.listAccounts);
  return accounts.find(({ username }) => username === 'bob');
}

async function isLoggedIn(url: string, token: string): Promise<boolean> {
  return (await send(url, token, account.checkLogin, {})).code === 200;
}

function ownAccount(url: string, { bob }: Person) {
  return get(url, bob.token, account.getAccount);
}

function invite(url: string, owner: Login) {
  return get(url, owner(), people.inviteAccount, { email: 'bob@example.com', role: 'editor' });
}

function step(route: Route, make: Step['make'], check: Step['check']): Step {
  return { route, make, check };
}

function onBob({ owner, bob }: Person, route: Route, fields: object, wanted: object): Step {
  return step(
    route,
    (url) => get(url, owner(), route, { id: bob.id, ...fields }),
    async (url) => expect(await findBob(url, owner)).toMatchObject(wanted),
  );
}

function joiningSteps(person: Person): Step[] {
  return [
    step(
      people.inviteAccount,
      async (url) => void (person.bob.link = (await invite(url, person.owner)).link),
      async (url) => expect(await get(url, person.owner(), people.listInvitations)).toHaveLength(1),
    ),
    step(
      people.join,
      async (url) => {
        const { token } = await get(url, '', people.join, {
          link: person.bob.link,
          ...credentials,
        });
        person.bob.token = token;
      },
      async (url) => {
        person.bob.id = (await findBob(url, person.owner))!.id;
        expect(await isLoggedIn(url, person.bob.token)).toBe(true);
      },
    ),
    step(
      people.endInvitation,
      async (url) => {
        await invite(url, person.owner);
        const [invitation] = await get(url, person.owner(), people.listInvitations);
        await get(url, person.owner(), people.endInvitation, { id: invitation!.id });
      },
      async (url) => expect(await get(url, person.owner(), people.listInvitations)).toEqual([]),
    ),
  ];
}

function loginSteps(person: Person): Step[] {
  return [
    step(
      sessions.endSessions,
      async (url) => {
        person.bob.formerToken = (await get(url, '', account.login, credentials)).token;
        expect(await get(url, person.bob.token, sessions.endSessions, { others: 1 })).toBe(1);
      },
      async (url) => expect(await isLoggedIn(url, person.bob.formerToken)).toBe(false),
    ),
    step(
      sessions.confirmSession,
      async (url) => {
        const { password } = credentials;
        person.bob.token = (
          await get(url, person.bob.token, sessions.confirmSession, { password })
        ).token;
      },
      async (url) => expect(await isLoggedIn(url, person.bob.token)).toBe(true),
    ),
  ];
}

function newFactorSteps(person: Person): Step[] {
  return [
    step(
      factors.addPasskey,
      async (url) => {
        person.key.origin = new URL(local(url)).origin;
        const { step, options } = await get(url, person.bob.token, factors.beginPasskey);
        const fields = { step, answer: person.key.create(options) };
        person.bob.codes = (await get(url, person.bob.token, factors.addPasskey, fields)).codes;
      },
      async (url) => {
        const { factors: added } = await ownAccount(url, person);
        person.bob.factor = added[0]!.id;
        expect(added).toHaveLength(1);
      },
    ),
    step(
      factors.addTotp,
      async (url) => {
        const { secret } = await get(url, person.bob.token, factors.beginTotp);
        await get(url, person.bob.token, factors.addTotp, { code: codeOf(secret) });
      },
      async (url) => expect((await ownAccount(url, person)).factors).toHaveLength(2),
    ),
    step(
      factors.nameFactor,
      (url) =>
        get(url, person.bob.token, factors.nameFactor, { id: person.bob.factor, name: 'Laptop' }),
      async (url) =>
        expect((await ownAccount(url, person)).factors[0]).toMatchObject({ name: 'Laptop' }),
    ),
  ];
}

function factorSteps(person: Person): Step[] {
  return [
    step(
      factors.loginSecond,
      async (url) => {
        const { step } = (await send(url, '', account.login, credentials)).data as { step: string };
        const fields = { step, recovery_code: person.bob.codes[0] };
        person.bob.token = (await get(url, '', factors.loginSecond, fields)).token;
      },
      async (url) => expect((await ownAccount(url, person)).recovery_codes).toBe(7),
    ),
    step(
      factors.loginWithPasskey,
      async (url) => {
        person.key.origin = new URL(local(url)).origin;
        const { step, options } = await get(url, '', factors.beginPasskeyLogin);
        const fields = { step, answer: person.key.get(options) };
        person.bob.token = (await get(url, '', factors.loginWithPasskey, fields)).token;
      },
      async (url) => expect(await isLoggedIn(url, person.bob.token)).toBe(true),
    ),
    step(
      factors.renewRecoveryCodes,
      (url) => get(url, person.bob.token, factors.renewRecoveryCodes),
      async (url) => expect((await ownAccount(url, person)).recovery_codes).toBe(8),
    ),
    step(
      factors.removeFactor,
      (url) => get(url, person.bob.token, factors.removeFactor, { id: person.bob.factor }),
      async (url) => expect((await ownAccount(url, person)).factors).toHaveLength(1),
    ),
    onBob(person, factors.removeFactors, {}, { factors: [] }),
  ];
}

function standingSteps(person: Person): Step[] {
  return [
    onBob(person, people.setRole, { role: 'author', sees_all: 1 }, { role: 'author', sees_all: 1 }),
    onBob(person, people.disableAccount, {}, { is_active: 0 }),
    onBob(person, people.enableAccount, {}, { is_active: 1 }),
    step(
      people.makeResetLink,
      async (url) => {
        person.bob.link = (
          await get(url, person.owner(), people.makeResetLink, { id: person.bob.id })
        ).link;
      },
      async (url) => {
        const look = await get(url, '', people.lookAtLink, { link: person.bob.link });
        expect(look).toMatchObject({ kind: 'reset', username: 'bob' });
      },
    ),
    step(
      people.deleteAccount,
      (url) => get(url, person.owner(), people.deleteAccount, { id: person.bob.id }),
      async (url) => expect(await findBob(url, person.owner)).toBeUndefined(),
    ),
  ];
}

/** A person joins, gets factors, loses them, is disabled, enabled and deleted. */
export function listPeopleSteps(owner: Login): Step[] {
  const bob = { id: 0, token: '', formerToken: '', link: '', codes: [], factor: 0 };
  const person = { owner, bob, key: new Authenticator({ rpId: 'localhost', origin: '' }) };
  const parts = [joiningSteps, loginSteps, newFactorSteps, factorSteps, standingSteps];
  return [...parts.flatMap((list) => list(person)), ...listTokenSteps(owner), setProvider(owner)];
}

/** A service and a token of it. */
function listTokenSteps(owner: Login): Step[] {
  const robot = { id: 0, token: 0 };
  const list = (url: string) => get(url, owner(), tokens.listTokens, { account: robot.id });
  return [
    {
      route: people.addService,
      async make(url) {
        const fields = { username: 'robot', role: 'editor' };
        robot.id = (await get(url, owner(), people.addService, fields)).id;
      },
      check: async (url) => expect(await list(url)).toEqual([]),
    },
    {
      route: tokens.createNamedToken,
      async make(url) {
        const fields = { name: 'Shop', scopes: ['links:create'], account: robot.id };
        robot.token = (await get(url, owner(), tokens.createNamedToken, fields)).id;
      },
      check: async (url) => expect(await list(url)).toMatchObject([{ name: 'Shop' }]),
    },
    {
      route: tokens.setToken,
      make: (url) => get(url, owner(), tokens.setToken, { id: robot.token, name: 'Store' }),
      check: async (url) => expect(await list(url)).toMatchObject([{ name: 'Store' }]),
    },
    {
      route: tokens.endToken,
      async make(url) {
        await get(url, owner(), tokens.endToken, { id: robot.token });
        expect(await list(url)).toEqual([]);
        await get(url, owner(), people.deleteAccount, { id: robot.id });
      },
      check: async (url) => expect(await get(url, owner(), people.listAccounts)).toHaveLength(1),
    },
  ];
}

function setProvider(owner: Login): Step {
  const fields = { issuer: 'https://id.example/', client_id: 'brisk', client_secret: 'a secret' };
  return step(
    setSso,
    (url) => get(url, owner(), setSso, fields),
    async (url) => expect(await get(url, owner(), getSso)).toMatchObject({ has_secret: 1 }),
  );
}
