import { isPowerful } from '../../contracts/access.constants.ts';
import type { Settings } from '../../contracts/site.ts';
import type { Engine } from '../engine/engine.ts';
import { Accounts } from './account.ts';
import { ApiTokens } from './api-tokens.ts';
import { Factors } from './factors/factors.ts';
import { OwnFactors } from './factors/own-factors.ts';
import { createSeal } from './encryption.ts';
import { OneTimeLinks } from './one-time-links.ts';
import { People } from './people.ts';
import { Sessions } from './sessions.ts';
import { ProviderClient } from './sso/provider.ts';
import { Providers, type SsoEnvironment } from './sso/providers.ts';
import { Rounds } from './sso/rounds.ts';
import { SsoLogins } from './sso/sso-logins.ts';
import { Tickets } from './sso/tickets.ts';
import { FactorThrottle } from './throttle/factor-throttle.ts';
import { LoginThrottle } from './throttle/login-throttle.ts';
import { createAddressHash, createTokenCipher } from './tokens.ts';

export interface SiteOfAccounts {
  readonly settings: Settings;
  revealsLoginFault(hasOthers: boolean): boolean;
}

export interface AccountRoomOptions {
  readonly engine: Engine;
  readonly site: SiteOfAccounts;
  readonly baseUrl: URL | null;
  readonly singleSignOn: SsoEnvironment;
  readonly warn: (message: string) => void;
}

/** What logins, tokens and people are made of, for the server and for commands. */
export async function openAccountRoom(options: AccountRoomOptions) {
  const { engine, site, baseUrl } = options;
  const secretKey = await engine.readSecretKey();
  const throttle = new LoginThrottle(engine);
  const factorThrottle = new FactorThrottle(engine);
  const sessions = new Sessions(engine, {
    idleDays: () => site.settings.login_idle_days,
    demandsFactor(role) {
      const { second_factor: whose } = site.settings;
      return whose === 'all' || (whose === 'staff' && isPowerful(role));
    },
  });
  const seal = createSeal(secretKey);
  const title = () => site.settings.site_info.title;
  const ownFactors = new OwnFactors({ engine, seal, title, baseUrl });
  const factors = new Factors({
    engine,
    seal,
    sessions,
    throttle: factorThrottle,
    baseUrl,
  });
  const environment = options.singleSignOn;
  const providers = new Providers({ engine, seal, baseUrl, environment });
  const accounts = new Accounts({
    engine,
    sessions,
    throttle,
    factors,
    hashAddress: createAddressHash(secretKey),
    siteNames: () => [title(), baseUrl?.hostname ?? ''],
    passwordMin: () => site.settings.password_min,
    revealsLoginFault: (hasOthers) => site.revealsLoginFault(hasOthers),
    providers,
  });
  const people = new People(engine);
  const tokens = new ApiTokens({
    engine,
    cipher: createTokenCipher(secretKey),
    daysMax: () => site.settings.token_days_max,
    managed: (call, account) => people.managed(call, account),
  });
  const tickets = new Tickets(seal, baseUrl?.protocol === 'https:');
  const client = new ProviderClient();
  const ofRounds = { providers, client, tickets, throttle: factorThrottle, baseUrl };
  const rounds = new Rounds({ ...ofRounds, warn: options.warn });
  const ssoLogins = new SsoLogins({ engine, providers, tickets, accounts, factors, sessions });
  const links = new OneTimeLinks({
    engine,
    accounts,
    factors,
    sessions,
    ssoLogins,
    providers,
    throttle,
  });
  const ofSso = { providers, client, rounds, ssoLogins };
  return { accounts, factors, ownFactors, sessions, people, tokens, links, ...ofSso };
}

export type AccountRoom = Awaited<ReturnType<typeof openAccountRoom>>;
