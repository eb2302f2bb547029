import { createHash } from 'node:crypto';
import {
  changePassword,
  changeToken,
  checkLogin,
  createToken,
  getAccount,
  getAppInfo,
  getToken,
  init,
  login,
  logout,
  setAccount,
} from '../../contracts/account.ts';
import { countWrongCodes } from '../audit/audit.store.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import type { AccountRoom, AccountRoomOptions } from './account-room.ts';

export interface AccountsOptions extends AccountRoomOptions {
  readonly clickFlushSeconds: number;
  readonly listening: { readonly port: number };
  readonly version: string;
  readonly versionDate: string; // YYYY-MM-DD
  readonly onAdminPage: () => void;
}

export function accountRoutes(
  { accounts, ownFactors, sessions, ssoLogins, tokens }: AccountRoom,
  options: AccountsOptions,
): Endpoint[] {
  return [
    endpoint(init, async (request, call) => {
      await accounts.init(request, call);
      return { username: request.username, email: request.email };
    }),
    endpoint(login, (request, call) => accounts.login(request, call)),
    endpoint(checkLogin, (_, { caller }) => {
      if (caller.via === 'login') options.onAdminPage();
      return Promise.resolve('');
    }),
    endpoint(logout, (_, call) => sessions.logout(call)),
    endpoint(changePassword, (request, call) => accounts.changePassword(request, call)),
    endpoint(setAccount, (request, call) => accounts.setProfile(request, call)),
    endpoint(getAppInfo, async (_, call) => {
      const { sees_all: _seesAll, ...account } = await accounts.describe(call);
      const { avatar_service: service } = options.site.settings;
      return {
        ...account,
        has_password: (await ssoLogins.describe(account.id)).has_password,
        password_min: await accounts.passwordMin(false),
        wrong_codes: await countWrongCodes(options.engine, account.id),
        version: options.version,
        version_date: options.versionDate,
        click_flush_seconds: options.clickFlushSeconds,
        port: options.listening.port,
        avatar_url: service === '' ? '' : `${service}${hashEmail(account.email)}?s=72&d=404`,
      };
    }),
    endpoint(getAccount, async (_, call) => {
      const described = await accounts.describe(call);
      const { has_others: _others, is_limited: _limited, ...account } = described;
      const { has_sso: hasSso } = await ssoLogins.describe(account.id);
      return { ...account, has_sso: hasSso, ...(await ownFactors.list(account.id, call)) };
    }),
    endpoint(getToken, (_, call) => tokens.showDefault(call)),
    endpoint(createToken, (_, call) => tokens.createDefault(call)),
    endpoint(changeToken, (_, call) => tokens.changeDefault(call)),
  ];
}

/** The key of public avatar services. */
function hashEmail(email: string): string {
  return createHash('md5').update(email.trim().toLowerCase()).digest('hex');
}
