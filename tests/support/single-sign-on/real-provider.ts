import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';
import { CLIENT_ID, CLIENT_SECRET, type TestClaims } from './sso-site.ts';

/** `oidc-provider` on loopback, where each person is logged in without a form. */
export class RealProvider implements AsyncDisposable {
  readonly issuer: string;
  /** Who sits in front of the browser; null: they cancel. */
  person: string | null = 'grace';
  readonly #claims = new Map<string, TestClaims>();
  readonly #close: () => Promise<unknown>;

  private constructor(issuer: string, close: () => Promise<unknown>) {
    this.issuer = issuer;
    this.#close = close;
  }

  static async open(callback: string): Promise<RealProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const own = new RealProvider(issuer, () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    const provider = new Provider(issuer, own.#configure(callback));
    const answer = provider.callback();
    server.on('request', (request, response) => {
      const isInteraction = request.url?.startsWith('/interaction/') === true;
      void (isInteraction ? own.#logIn(provider, request, response) : answer(request, response));
    });
    return own;
  }

  /** What the provider says of a person. */
  describe(subject: string, claims: TestClaims): void {
    this.#claims.set(subject, claims);
  }

  async #logIn(provider: Provider, request: IncomingMessage, response: ServerResponse) {
    const { person } = this;
    const result =
      person === null
        ? { error: 'access_denied', error_description: 'cancelled' }
        : { login: { accountId: person } };
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
  }

  #configure(callback: string): Configuration {
    return {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [callback],
          token_endpoint_auth_method: 'client_secret_post',
          post_logout_redirect_uris: [new URL('/login', callback).href],
        },
      ],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['preferred_username', 'groups', 'realm_access'],
      },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
      cookies: { keys: ['a key of the test'] },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, accountId) => ({
        accountId,
        claims: () => ({ sub: accountId, ...this.#claims.get(accountId) }),
      }),
      async loadExistingGrant(context) {
        const { client, provider, params, session } = context.oidc;
        const { accountId } = session ?? {};
        if (client === undefined || accountId === undefined) return undefined;
        const grant = new provider.Grant({ clientId: client.clientId, accountId });
        grant.addOIDCScope(String(params?.['scope']));
        await grant.save();
        return grant;
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}
