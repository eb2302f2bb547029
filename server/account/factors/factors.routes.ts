import {
  addPasskey,
  addTotp,
  beginPasskey,
  beginPasskeyLogin,
  beginTotp,
  getLoginWays,
  loginSecond,
  loginWithPasskey,
  nameFactor,
  removeFactor,
  removeFactors,
  renewRecoveryCodes,
} from '../../../contracts/people/factors.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import type { AccountRoom } from '../account-room.ts';
import { managerOf } from '../people.ts';

export function factorRoutes(room: AccountRoom): Endpoint[] {
  return [...routesOfLogin(room), ...routesOfOneself(room)];
}

function routesOfLogin({ accounts, factors, providers }: AccountRoom): Endpoint[] {
  return [
    endpoint(getLoginWays, async (_, call) => {
      const provider = await providers.find();
      return {
        password: Number((await providers.passwordLogin()) !== 'none'),
        passkeys: Number(await factors.hasPasskeys(call)),
        sso: provider === null ? [] : [{ id: provider.id, name: provider.settings.name }],
      };
    }),
    endpoint(loginSecond, (request, call) =>
      factors.loginSecond(
        request,
        {
          isKnown: (account) => accounts.isKnown(account, call),
          remember: (account) => accounts.rememberAddress(account, call),
        },
        call,
      ),
    ),
    endpoint(beginPasskeyLogin, (_, call) => factors.beginPasskeyLogin(call)),
    endpoint(loginWithPasskey, ({ step, answer }, call) =>
      factors.loginWithPasskey(step, answer, call),
    ),
  ];
}

function routesOfOneself({ ownFactors, people }: AccountRoom): Endpoint[] {
  return [
    endpoint(beginTotp, (_, call) => ownFactors.beginTotp(call)),
    endpoint(addTotp, (request, call) => ownFactors.addTotp(request, call)),
    endpoint(beginPasskey, (_, call) => ownFactors.beginPasskey(call)),
    endpoint(addPasskey, (request, call) => ownFactors.addPasskey(request, call)),
    endpoint(renewRecoveryCodes, ({ keep_sessions: keeps = false }, call) =>
      ownFactors.renewRecoveryCodes(keeps, call),
    ),
    endpoint(removeFactor, ({ id, keep_sessions: keeps = false }, call) =>
      ownFactors.remove(id, keeps, call),
    ),
    endpoint(nameFactor, ({ id, name }, call) => ownFactors.rename(id, name, call)),
    endpoint(removeFactors, ({ id }, call) => people.removeFactors(id, managerOf(call))),
  ];
}
