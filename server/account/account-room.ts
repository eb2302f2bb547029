import { isPowerful } from '../../contracts/access.constants.ts';
import type { Engine } from '../engine/engine.ts';
import { Accounts } from './account.ts';
import { ApiTokens } from './api-tokens.ts';
import { Factors } from './factors/factors.ts';
import { OwnFactors } from './factors/own-factors.ts';
import { createSeal } from './factors/seal.ts';
import { OneTimeLinks } from './one-time-links.ts';
import { People } from './people.ts';
import { Sessions } from './sessions.ts';
import { FactorThrottle } from './throttle/factor-throttle.ts';
import { LoginThrottle } from './throttle/login-throttle.ts';
import { createAddressHash, createTokenCipher } from './tokens.ts';

export interface AccountSettings {
  readonly info: { readonly title: string };
  readonly passwordMin: number;
  readonly loginIdleDays: number;
  readonly tokenDaysMax: number;
  readonly secondFactor: 'off' | 'staff' | 'all';
  revealsLoginFault(hasOthers: boolean): boolean;
}

export interface AccountRoomOptions {
  readonly engine: Engine;
  readonly site: AccountSettings;
  readonly baseUrl: URL | null;
}

/** What logins, tokens and people are made of, for the server and for commands. */
export async function openAccountRoom({ engine, site, baseUrl }: AccountRoomOptions) {
  const secretKey = await engine.readSecretKey();
  const throttle = new LoginThrottle(engine);
  const sessions = new Sessions(engine, {
    idleDays: () => site.loginIdleDays,
    demandsFactor: (role) =>
      site.secondFactor === 'all' || (site.secondFactor === 'staff' && isPowerful(role)),
  });
  const seal = createSeal(secretKey);
  const title = () => site.info.title;
  const ownFactors = new OwnFactors({ engine, seal, title, baseUrl });
  const factors = new Factors({
    engine,
    seal,
    sessions,
    throttle: new FactorThrottle(engine),
    baseUrl,
  });
  const accounts = new Accounts({
    engine,
    sessions,
    throttle,
    factors,
    hashAddress: createAddressHash(secretKey),
    siteNames: () => [site.info.title, baseUrl?.hostname ?? ''],
    passwordMin: () => site.passwordMin,
    revealsLoginFault: (hasOthers) => site.revealsLoginFault(hasOthers),
  });
  const people = new People(engine);
  const tokens = new ApiTokens({
    engine,
    cipher: createTokenCipher(secretKey),
    daysMax: () => site.tokenDaysMax,
    managed: (call, account) => people.managed(call, account),
  });
  const links = new OneTimeLinks({ engine, accounts, factors, sessions, throttle });
  return { accounts, factors, ownFactors, sessions, people, tokens, links };
}

export type AccountRoom = Awaited<ReturnType<typeof openAccountRoom>>;
