import { createHash } from 'node:crypto';
import {
  changePassword,
  changeToken,
  checkLogin,
  createToken,
  getAppInfo,
  getToken,
  init,
  login,
  logout,
  setAccount,
} from '../../contracts/account.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import type { Accounts } from './account.ts';

interface AccountRoutesOptions {
  readonly clickFlushSeconds: number;
  readonly listening: { readonly port: number };
  readonly version: string;
  readonly versionDate: string;
  /** The URL before the MD5 of the e-mail; empty = off. */
  avatarService(): string;
  onAdminPage(): void;
}

export function accountRoutes(accounts: Accounts, options: AccountRoutesOptions): Endpoint[] {
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
    endpoint(logout, async (_, call) => {
      await accounts.logout(call);
      return null;
    }),
    endpoint(changePassword, async (request, call) => {
      await accounts.changePassword(request, call);
      return null;
    }),
    endpoint(setAccount, (request, call) => accounts.setProfile(request, call)),
    endpoint(getAppInfo, async (_, call) => {
      const profile = await accounts.getProfile(call);
      const service = options.avatarService();
      return {
        ...profile,
        version: options.version,
        version_date: options.versionDate,
        click_flush_seconds: options.clickFlushSeconds,
        port: options.listening.port,
        avatar_url: service === '' ? '' : `${service}${hashEmail(profile.email)}?s=72&d=404`,
      };
    }),
    endpoint(getToken, (_, call) => accounts.getApiToken(call)),
    endpoint(createToken, (_, call) => accounts.createApiToken(call)),
    endpoint(changeToken, (_, call) => accounts.changeApiToken(call)),
  ];
}

/** The key of public avatar services. */
function hashEmail(email: string): string {
  return createHash('md5').update(email.trim().toLowerCase()).digest('hex');
}
