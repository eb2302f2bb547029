import type { Actor } from '../audit/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Feature } from '../feature.ts';
import type { Authenticate } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';
import { accountRoutes } from './account.routes.ts';
import { deleteExpiredSessions } from './account.store.ts';
import { Accounts, type NewAccount } from './account.ts';
import { deleteOldAddresses } from './known-address.store.ts';
import { createAddressHash, createTokenCipher } from './tokens.ts';

const MISSING_KEY_WARNING =
  'the API token works but cannot be shown: secret.key, which encrypts it, is missing. Change the token on its page, or restore secret.key and restart';

interface OpenAccountsOptions {
  readonly engine: Engine;
  readonly site: {
    readonly info: { readonly title: string };
    readonly revealsLoginFault: boolean;
    readonly avatarService: string;
  };
  readonly ownHostname: string | null;
  readonly clickFlushSeconds: number;
  readonly listening: { readonly port: number };
  readonly version: string;
  readonly versionDate: string; // YYYY-MM-DD
  readonly warn: (message: string) => void;
  readonly onAdminPage: () => void;
}

export interface AccountsFeature extends Feature {
  readonly authenticate: Authenticate;
  isSetUp(): Promise<boolean>;
  /** '' = the site is not set up. */
  readUsername(): Promise<string>;
  /** False when the site is set up. Throws for a weak password. */
  setUp(admin: NewAccount, actor: Actor): Promise<boolean>;
}

export async function openAccounts(options: OpenAccountsOptions): Promise<AccountsFeature> {
  const { engine, site, version, versionDate } = options;
  const secretKey = await engine.readSecretKey();
  const accounts = new Accounts({
    engine,
    cipher: createTokenCipher(secretKey),
    hashAddress: createAddressHash(secretKey),
    siteNames: () => [site.info.title, options.ownHostname ?? ''],
    revealsLoginFault: () => site.revealsLoginFault,
  });
  if (!(await accounts.canShowApiTokens())) options.warn(MISSING_KEY_WARNING);
  return {
    authenticate: (token) => accounts.authenticate(token),
    isSetUp: () => accounts.isSetUp(),
    readUsername: () => accounts.readUsername(),
    setUp: (admin, actor) => setUpFromSettings(accounts, admin, actor),
    routes: accountRoutes(accounts, {
      clickFlushSeconds: options.clickFlushSeconds,
      listening: options.listening,
      version,
      versionDate,
      avatarService: () => site.avatarService,
      onAdminPage: options.onAdminPage,
    }),
    jobs: [
      {
        name: 'delete expired logins',
        everySeconds: 3600,
        isForLeader: true,
        async run() {
          const now = nowSeconds();
          await deleteExpiredSessions(engine, now);
          await deleteOldAddresses(engine, now);
        },
      },
    ],
  };
}

async function setUpFromSettings(
  accounts: Accounts,
  admin: NewAccount,
  actor: Actor,
): Promise<boolean> {
  try {
    return await accounts.ensure(admin, actor);
  } catch (error) {
    if (!(error instanceof Problem) || error.problem !== 'account.password-weak') throw error;
    throw new Error('ADMIN_PASSWORD: too easy to guess', { cause: error });
  }
}
