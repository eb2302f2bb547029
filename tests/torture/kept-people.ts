import { expect } from 'bun:test';
import * as account from '../../contracts/account.ts';
import * as factors from '../../contracts/people/factors.ts';
import * as people from '../../contracts/people/people.ts';
import * as sessions from '../../contracts/people/sessions.ts';
import * as tokens from '../../contracts/people/tokens.ts';
import type { ReplyOf, Route } from '../../contracts/route.ts';
import { codeOf } from '../support/app-code.ts';
import { Authenticator } from '../support/authenticator.ts';
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

/** A person joins, gets factors, loses them, is disabled, enabled and deleted. */
export function listPeopleSteps(owner: Login): Step[] {
  const bob = { id: 0, token: '', formerToken: '', link: '', secret: '', codes: [''], factor: 0 };
  const key = new Authenticator({ rpId: 'localhost', origin: '' });
  const find = async (url: string) =>
    (await get(url, owner(), people.listAccounts)).find(({ username }) => username === 'bob');
  const isLoggedIn = async (url: string, token: string) =>
    (await send(url, token, account.checkLogin, {})).code === 200;
  const own = (url: string) => get(url, bob.token, account.getAccount);
  const invite = (url: string) =>
    get(url, owner(), people.inviteAccount, { email: 'bob@example.com', role: 'editor' });
  const step = (route: Route, make: Step['make'], check: Step['check']): Step => ({
    route,
    make,
    check,
  });
  const onBob = (route: Route, fields: object, wanted: object): Step =>
    step(
      route,
      (url) => get(url, owner(), route, { id: bob.id, ...fields }),
      async (url) => expect(await find(url)).toMatchObject(wanted),
    );

  const joining: Step[] = [
    step(
      people.inviteAccount,
      async (url) => void (bob.link = (await invite(url)).link),
      async (url) => expect(await get(url, owner(), people.listInvitations)).toHaveLength(1),
    ),
    step(
      people.join,
      async (url) => {
        const { token } = await get(url, '', people.join, { link: bob.link, ...credentials });
        bob.token = token;
      },
      async (url) => {
        bob.id = (await find(url))!.id;
        expect(await isLoggedIn(url, bob.token)).toBe(true);
      },
    ),
    step(
      people.endInvitation,
      async (url) => {
        await invite(url);
        const [invitation] = await get(url, owner(), people.listInvitations);
        await get(url, owner(), people.endInvitation, { id: invitation!.id });
      },
      async (url) => expect(await get(url, owner(), people.listInvitations)).toEqual([]),
    ),
  ];

  const logins: Step[] = [
    step(
      sessions.endSessions,
      async (url) => {
        bob.formerToken = (await get(url, '', account.login, credentials)).token;
        expect(await get(url, bob.token, sessions.endSessions, { others: 1 })).toBe(1);
      },
      async (url) => expect(await isLoggedIn(url, bob.formerToken)).toBe(false),
    ),
    step(
      sessions.confirmSession,
      async (url) => {
        const { password } = credentials;
        bob.token = (await get(url, bob.token, sessions.confirmSession, { password })).token;
      },
      async (url) => expect(await isLoggedIn(url, bob.token)).toBe(true),
    ),
  ];

  const ofFactors: Step[] = [
    step(
      factors.addPasskey,
      async (url) => {
        key.origin = new URL(local(url)).origin;
        const { step, options } = await get(url, bob.token, factors.beginPasskey);
        const fields = { step, answer: key.create(options) };
        bob.codes = (await get(url, bob.token, factors.addPasskey, fields)).codes;
      },
      async (url) => {
        const { factors: added } = await own(url);
        bob.factor = added[0]!.id;
        expect(added).toHaveLength(1);
      },
    ),
    step(
      factors.addTotp,
      async (url) => {
        bob.secret = (await get(url, bob.token, factors.beginTotp)).secret;
        await get(url, bob.token, factors.addTotp, { code: codeOf(bob.secret) });
      },
      async (url) => expect((await own(url)).factors).toHaveLength(2),
    ),
    step(
      factors.nameFactor,
      (url) => get(url, bob.token, factors.nameFactor, { id: bob.factor, name: 'Laptop' }),
      async (url) => expect((await own(url)).factors[0]).toMatchObject({ name: 'Laptop' }),
    ),
    step(
      factors.loginSecond,
      async (url) => {
        const { step } = (await send(url, '', account.login, credentials)).data as { step: string };
        const fields = { step, recovery_code: bob.codes[0] };
        bob.token = (await get(url, '', factors.loginSecond, fields)).token;
      },
      async (url) => expect((await own(url)).recovery_codes).toBe(7),
    ),
    step(
      factors.loginWithPasskey,
      async (url) => {
        key.origin = new URL(local(url)).origin;
        const { step, options } = await get(url, '', factors.beginPasskeyLogin);
        const fields = { step, answer: key.get(options) };
        bob.token = (await get(url, '', factors.loginWithPasskey, fields)).token;
      },
      async (url) => expect(await isLoggedIn(url, bob.token)).toBe(true),
    ),
    step(
      factors.renewRecoveryCodes,
      (url) => get(url, bob.token, factors.renewRecoveryCodes),
      async (url) => expect((await own(url)).recovery_codes).toBe(8),
    ),
    step(
      factors.removeFactor,
      (url) => get(url, bob.token, factors.removeFactor, { id: bob.factor }),
      async (url) => expect((await own(url)).factors).toHaveLength(1),
    ),
    onBob(factors.removeFactors, {}, { factors: [] }),
  ];

  const standing: Step[] = [
    onBob(people.setRole, { role: 'author', sees_all: 1 }, { role: 'author', sees_all: 1 }),
    onBob(people.disableAccount, {}, { is_active: 0 }),
    onBob(people.enableAccount, {}, { is_active: 1 }),
    step(
      people.makeResetLink,
      async (url) => {
        bob.link = (await get(url, owner(), people.makeResetLink, { id: bob.id })).link;
      },
      async (url) => {
        const look = await get(url, '', people.lookAtLink, { link: bob.link });
        expect(look).toMatchObject({ kind: 'reset', username: 'bob' });
      },
    ),
    step(
      people.deleteAccount,
      (url) => get(url, owner(), people.deleteAccount, { id: bob.id }),
      async (url) => expect(await find(url)).toBeUndefined(),
    ),
  ];
  return [...joining, ...logins, ...ofFactors, ...standing, ...listTokenSteps(owner)];
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
      make: (url) => get(url, owner(), tokens.endToken, { id: robot.token }),
      check: async (url) => expect(await list(url)).toEqual([]),
    },
  ];
}
