import {
  connectSso,
  disconnectSso,
  getSso,
  loginWithSso,
  setSso,
  testSso,
} from '../../../contracts/people/sso.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import type { Api } from '../../http/serve.ts';
import type { AccountRoom } from '../account-room.ts';

export function ssoRoutes({ providers, client, ssoLogins }: AccountRoom): Endpoint[] {
  return [
    endpoint(loginWithSso, ({ ticket }, call) => ssoLogins.login(ticket, call)),
    endpoint(connectSso, ({ ticket }, call) => ssoLogins.connect(ticket, call)),
    endpoint(disconnectSso, (_, call) => ssoLogins.disconnect(call)),
    endpoint(getSso, () => providers.show()),
    endpoint(setSso, (request, call) => providers.set(request, call)),
    endpoint(testSso, async ({ issuer }) => {
      const found = await client.describe(issuer).catch(refuse);
      return {
        issuer: found.issuer,
        authorization_endpoint: found.authorization_endpoint ?? '',
        token_endpoint: found.token_endpoint ?? '',
        userinfo_endpoint: found.userinfo_endpoint ?? '',
        end_session_endpoint: found.end_session_endpoint ?? '',
        scopes: found.scopes_supported ?? [],
        claims: found.claims_supported ?? [],
      };
    }),
  ];
}

function refuse(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new Problem('sso.failed', { field: 'issuer', reason: reason.slice(0, 500) });
}

/** The browser goes through these on its way to the provider and back. */
export function addSsoPages(api: Api, { rounds }: Pick<AccountRoom, 'rounds'>): void {
  api.get('/login/sso/:id', ({ req, env }) => rounds.begin(toVisit(req, env.address)));
  api.get('/login/sso/:id/callback', ({ req, env }) => rounds.finish(toVisit(req, env.address)));
  api.get('/login/sso/:id/logout', ({ req, env }) => rounds.logout(toVisit(req, env.address)));
}

interface Visited {
  readonly url: string;
  readonly raw: Request;
  param(name: string): string | undefined;
}

function toVisit(request: Visited, address: string) {
  return {
    id: Number(request.param('id')),
    url: request.url,
    cookies: request.raw.headers.get('cookie') ?? '',
    address,
    isForeign: /^(?:cross|same)-site$/.test(request.raw.headers.get('sec-fetch-site') ?? ''),
  };
}
