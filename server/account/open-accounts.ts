import type { Actor } from '../audit/actor.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Feature } from '../feature.ts';
import type { Authenticate } from '../http/caller.ts';
import type { Call } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { accountRoutes, type AccountsOptions } from './account.routes.ts';
import { openAccountRoom, type AccountRoom } from './account-room.ts';
import { hasAccounts, selectHasFactors, type AccountRow } from './account.store.ts';
import type { Accounts, NewAccount } from './account.ts';
import { deleteOldAddresses } from './known-address.store.ts';
import { factorRoutes } from './factors/factors.routes.ts';
import { addSsoPages, ssoRoutes } from './sso/sso.routes.ts';
import { peopleRoutes } from './people.routes.ts';
import { deleteOldLinks } from './people.store.ts';
import { deleteExpiredSessions } from './sessions.store.ts';

const MISSING_KEY_WARNING =
  'the API token works but cannot be shown: secret.key, which encrypts it, is missing. Change the token on its page, or restore secret.key and restart';
/** How long a one-time link is kept after its end. */
const OLD_LINK_SECONDS = 30 * 24 * 3600;

export interface AccountsFeature extends Feature {
  /** For a new call, which counts. Throws `call.too-many` too. */
  readonly authenticate: Authenticate;
  /** For a call that goes on. */
  readonly recheck: Authenticate;
  /** An API token shown on a page that fits. Protocols sign calls with it. Throws `call.too-many`. */
  findToken(matches: (token: string) => boolean, address: string): Promise<string | null>;
  isSetUp(): Promise<boolean>;
  /** All of the caller's own, without secrets. */
  readonly describeOwn: (call: Call) => Promise<object>;
  /** Whether there are several accounts, or any has a second factor. */
  guardsLogins(): Promise<boolean>;
  findAccount(by: string | number): Promise<Pick<AccountRow, 'id' | 'username'> | null>;
  /** False when the site is set up. Throws for a weak password. */
  setUp(admin: NewAccount, actor: Actor): Promise<boolean>;
}

export async function openAccounts(options: AccountsOptions): Promise<AccountsFeature> {
  const { engine } = options;
  const room = await openAccountRoom(options);
  const { accounts, sessions, tokens } = room;
  if (!(await tokens.canShowTokens())) options.warn(MISSING_KEY_WARNING);
  for (const fault of await room.providers.findFaults()) options.warn(fault);
  const writeUse = async (): Promise<void> => {
    await sessions.writeSeen();
    await tokens.writeUsed();
  };
  const recheck: Authenticate = (token, address) =>
    token.startsWith('sk-') ? tokens.authenticate(token, address) : sessions.authenticate(token);
  return {
    async authenticate(token, address) {
      const caller = await recheck(token, address);
      if (caller.via === 'token') await tokens.count(caller);
      return caller;
    },
    recheck,
    findToken: (matches, address) => tokens.findShown(matches, address),
    isSetUp: () => accounts.isSetUp(),
    describeOwn: (call) => describeOwn(room, call),
    guardsLogins: async () => (await hasAccounts(engine.db, 2)) || selectHasFactors(engine),
    findAccount: (by) => accounts.find(by),
    setUp: (admin, actor) => setUpFromSettings(accounts, admin, actor),
    routes: [
      ...accountRoutes(room, options),
      ...peopleRoutes(room),
      ...factorRoutes(room),
      ...ssoRoutes(room),
    ],
    addPages: (api) => addSsoPages(api, room),
    jobs: [
      { name: 'note the use of logins and tokens', everySeconds: 60, run: writeUse },
      {
        name: 'delete expired logins',
        everySeconds: 3600,
        isForLeader: true,
        async run() {
          const now = nowSeconds();
          await deleteExpiredSessions(engine, now);
          await deleteOldAddresses(engine, now);
          await deleteOldLinks(engine, now - OLD_LINK_SECONDS);
        },
      },
    ],
  };
}

async function describeOwn(
  { accounts, ownFactors, sessions, tokens }: AccountRoom,
  call: Call,
): Promise<object> {
  const { id, username, email, language, role, sees_all } = await accounts.describe(call);
  const factors = await ownFactors.list(id, call);
  return {
    account: { id, username, email, language, role, sees_all, ...factors },
    sessions: await sessions.list(id, call),
    tokens: await tokens.list(undefined, call),
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
