import type { Engine } from '../engine/engine.ts';
import { Accounts } from './account.ts';
import { ApiTokens } from './api-tokens.ts';
import { OneTimeLinks } from './one-time-links.ts';
import { People } from './people.ts';
import { Sessions } from './sessions.ts';
import { LoginThrottle } from './throttle/login-throttle.ts';
import { createAddressHash, createTokenCipher } from './tokens.ts';

export interface AccountSettings {
  readonly info: { readonly title: string };
  readonly passwordMin: number;
  readonly loginIdleDays: number;
  readonly tokenDaysMax: number;
  revealsLoginFault(hasOthers: boolean): boolean;
}

export interface AccountRoomOptions {
  readonly engine: Engine;
  readonly site: AccountSettings;
  readonly ownHostname: string | null;
}

/** What logins, tokens and people are made of, for the server and for commands. */
export async function openAccountRoom({ engine, site, ownHostname }: AccountRoomOptions) {
  const secretKey = await engine.readSecretKey();
  const throttle = new LoginThrottle(engine);
  const sessions = new Sessions(engine, { idleDays: () => site.loginIdleDays });
  const accounts = new Accounts({
    engine,
    sessions,
    throttle,
    hashAddress: createAddressHash(secretKey),
    siteNames: () => [site.info.title, ownHostname ?? ''],
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
  const links = new OneTimeLinks({ engine, accounts, sessions, throttle });
  return { accounts, sessions, people, tokens, links };
}

export type AccountRoom = Awaited<ReturnType<typeof openAccountRoom>>;
