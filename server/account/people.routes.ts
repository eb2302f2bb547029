import {
  addService,
  deleteAccount,
  disableAccount,
  enableAccount,
  endInvitation,
  inviteAccount,
  join,
  listAccounts,
  listInvitations,
  lookAtLink,
  makeResetLink,
  setRole,
} from '../../contracts/people/people.ts';
import { confirmSession, endSessions, listSessions } from '../../contracts/people/sessions.ts';
import { createNamedToken, endToken, listTokens, setToken } from '../../contracts/people/tokens.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import type { AccountRoom } from './account-room.ts';
import { managerOf } from './people.ts';

export function peopleRoutes(room: AccountRoom): Endpoint[] {
  return [...routesOfPeople(room), ...routesOfOneself(room)];
}

function routesOfPeople({ people, links }: AccountRoom): Endpoint[] {
  return [
    endpoint(listAccounts, () => people.list()),
    endpoint(inviteAccount, (request, call) => people.invite(request, managerOf(call))),
    endpoint(addService, (request, call) => people.addService(request, managerOf(call))),
    endpoint(setRole, (request, call) => people.setRole(request, managerOf(call))),
    endpoint(disableAccount, ({ id }, call) => people.setActive(id, false, managerOf(call))),
    endpoint(enableAccount, ({ id }, call) => people.setActive(id, true, managerOf(call))),
    endpoint(deleteAccount, (request, call) => people.delete(request, managerOf(call))),
    endpoint(makeResetLink, ({ id }, call) => people.makeLink(id, 'reset', managerOf(call))),
    endpoint(listInvitations, () => people.listInvitations()),
    endpoint(endInvitation, ({ id }, call) => people.endInvitation(id, managerOf(call))),
    endpoint(lookAtLink, ({ link }, call) => links.look(link, call)),
    endpoint(join, (request, call) => links.use(request, call)),
  ];
}

function routesOfOneself({
  accounts,
  people,
  sessions,
  ssoLogins,
  tokens,
}: AccountRoom): Endpoint[] {
  return [
    endpoint(listTokens, ({ account }, call) => tokens.list(account, call)),
    endpoint(createNamedToken, (request, call) => tokens.create(request, call)),
    endpoint(setToken, (request, call) => tokens.set(request, call)),
    endpoint(endToken, ({ id }, call) => tokens.end(id, call)),
    endpoint(listSessions, async ({ account }, call) =>
      sessions.list((await people.managed(call, account)).id, call),
    ),
    endpoint(endSessions, async ({ account, ids }, call) =>
      sessions.end(await people.managed(call, account), ids ?? null, call),
    ),
    endpoint(confirmSession, async (request, call) => {
      const { ticket, code } = request;
      if (ticket === undefined) await accounts.confirm(request, call);
      else await ssoLogins.confirm(ticket, code, call);
      return sessions.confirm(call);
    }),
  ];
}
