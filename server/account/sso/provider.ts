import { createHash } from 'node:crypto';
import type * as openid from 'openid-client';
import { isSafeAddress, type SsoSettings } from '../../../contracts/people/sso.ts';
import { limitedFetch } from './limited-fetch.ts';

const DISCOVERY_MS = 3600 * 1000;
/** Seconds that the clock of a provider may differ. */
const CLOCK_TOLERANCE = 30;
/** Providers whose discovery is kept; the settings name one, and change rarely. */
const KEPT_MAX = 5;

export interface Provider {
  readonly id: number;
  readonly settings: SsoSettings;
  readonly secret: string;
}

/** What the browser carries to the provider and back, sealed. */
export interface Round {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export type Claims = Readonly<Record<string, unknown>>;

type Library = typeof openid;
type Configuration = openid.Configuration;

interface Found {
  readonly library: Library;
  readonly configuration: Configuration;
}

function load(): Promise<Library> {
  return import('openid-client');
}

/** The other side of single sign-on: the protocol, and nothing of accounts. */
export class ProviderClient {
  readonly #found = new Map<string, { readonly until: number; readonly found: Promise<Found> }>();

  /** Where the browser goes, and what it must bring back. `isAgain`: the password is asked for. */
  async begin(
    provider: Provider,
    { callback, isAgain }: { readonly callback: string; readonly isAgain: boolean },
  ): Promise<{ url: URL; round: Round }> {
    const { library, configuration } = await this.#find(provider);
    const round = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
    };
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: callback,
      scope: provider.settings.scopes,
      response_mode: 'query',
      state: round.state,
      nonce: round.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(round.verifier),
      code_challenge_method: 'S256',
      ...(isAgain && { prompt: 'login', max_age: '0' }),
    });
    if (!isSafeAddress(url)) throw new Error(`${url.origin} is not https`);
    return { url, round };
  }

  /** Throws for an answer that is not the provider's to this round. */
  async finish(
    provider: Provider,
    address: URL,
    { state, nonce, verifier, isAgain }: Round & { readonly isAgain: boolean },
  ): Promise<Claims> {
    const { library, configuration } = await this.#find(provider);
    const tokens = await library.authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(isAgain && { maxAge: 0 }),
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('no ID token');
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    // Some providers tell e-mail and groups only here.
    const { access_token: token } = tokens;
    const info = await library.fetchUserInfo(configuration, token, claims.sub);
    return { ...info, ...claims };
  }

  async describe(issuer: string) {
    return discover(await load(), issuer, 'test');
  }

  /** Null: the provider has no such page. */
  async findLogout(provider: Provider, back: string): Promise<URL | null> {
    const { library, configuration } = await this.#find(provider);
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    const url = library.buildEndSessionUrl(configuration, { post_logout_redirect_uri: back });
    return isSafeAddress(url) ? url : null;
  }

  #find(provider: Provider): Promise<Found> {
    const key = digest(provider);
    const kept = this.#found.get(key);
    if (kept !== undefined && kept.until > Date.now()) return kept.found;
    const found = findProvider(provider);
    if (this.#found.size >= KEPT_MAX) this.#found.clear();
    this.#found.set(key, { until: Date.now() + DISCOVERY_MS, found });
    found.catch(() => this.#found.delete(key));
    return found;
  }
}

function digest({ settings, secret }: Provider): string {
  const parts = [settings.issuer, settings.client_id, secret];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function findProvider({ settings, secret }: Provider): Promise<Found> {
  const library = await load();
  const { issuer, client_id: clientId } = settings;
  const server = await discover(library, issuer, clientId);
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_post')
    ? library.ClientSecretPost(secret)
    : library.ClientSecretBasic(secret);
  const metadata = { [library.clockTolerance]: CLOCK_TOLERANCE };
  const configuration = new library.Configuration(server, clientId, metadata, authentication);
  configuration[library.customFetch] = limitedFetch;
  for (const extend of listExtensions(library, issuer)) extend(configuration);
  return { library, configuration };
}

/** Each call checks its address itself: http is for the machine itself only. */
function listExtensions(library: Library, issuer: string) {
  const isLocal = new URL(issuer).protocol === 'http:';
  return [...(isLocal ? [library.allowInsecureRequests] : []), library.enableNonRepudiationChecks];
}

async function discover(library: Library, issuer: string, clientId: string) {
  const options = {
    [library.customFetch]: limitedFetch,
    timeout: 10,
    execute: listExtensions(library, issuer),
  };
  const found = await library.discovery(new URL(issuer), clientId, undefined, undefined, options);
  return found.serverMetadata();
}
