import { createHmac, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestClaims } from './sso-site.ts';

export type Place = 'discovery' | 'keys' | 'token' | 'userinfo';

/** What a provider says instead of the truth. Nothing set: it is an honest one. */
export interface Lie {
  /** Members of the discovery document; undefined removes one. */
  readonly metadata?: TestClaims;
  /** Parameters with which the browser comes back; undefined removes one. */
  readonly answer?: Readonly<Record<string, string | undefined>>;
  readonly claims?: TestClaims;
  readonly userinfo?: TestClaims;
  /** What signs the ID token. `public key`: as if that were a shared secret. */
  readonly signer?: 'own key' | 'other key' | 'nothing' | 'public key';
  /** Answers at a place in its own way. */
  readonly at?: Place;
  readonly instead?: (response: ServerResponse) => void;
}

interface Asked {
  readonly client: string;
  readonly nonce: string;
}

const KEY_ID = 'the only key';
const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });

const paths: Readonly<Record<string, Place>> = {
  '/.well-known/openid-configuration': 'discovery',
  '/keys': 'keys',
  '/token': 'token',
  '/userinfo': 'userinfo',
};

/** A provider on loopback that tells one lie at a time. It knows one person, `grace`. */
export class LyingProvider implements AsyncDisposable {
  readonly issuer: string;
  lie: Lie = {};
  readonly #server: Server;
  /** The rounds by their codes; a code works as often as it is sent. */
  readonly #asked = new Map<string, Asked>();

  private constructor(server: Server, issuer: string) {
    this.#server = server;
    this.issuer = issuer;
  }

  static async open(): Promise<LyingProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const provider = new LyingProvider(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => {
      const url = new URL(request.url ?? '/', provider.issuer);
      if (url.pathname === '/authorize') return provider.#sendBack(url.searchParams, response);
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => provider.#answer(paths[url.pathname], body, response));
    });
    return provider;
  }

  #sendBack(asked: URLSearchParams, response: ServerResponse): void {
    const code = randomUUID();
    const {
      client_id: client = '',
      nonce = '',
      redirect_uri: back = '',
    } = Object.fromEntries(asked);
    this.#asked.set(code, { client, nonce });
    const url = new URL(back);
    const answer = { code, state: asked.get('state') ?? '', iss: this.issuer, ...this.lie.answer };
    for (const [name, value] of Object.entries(answer)) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    response.writeHead(302, { location: url.href }).end();
  }

  #answer(place: Place | undefined, body: string, response: ServerResponse): void {
    const { at, instead } = this.lie;
    if (place === at && instead !== undefined) return instead(response);
    const said = place === undefined ? undefined : this.#say(place, new URLSearchParams(body));
    response.writeHead(said === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(said));
  }

  #say(place: Place, sent: URLSearchParams): unknown {
    if (place === 'discovery') return this.#describe();
    if (place === 'keys') {
      const jwk = own.publicKey.export({ format: 'jwk' });
      return { keys: [{ ...jwk, kid: KEY_ID, alg: 'RS256', use: 'sig' }] };
    }
    if (place === 'userinfo') return { sub: 'grace', ...this.lie.userinfo };
    const asked = this.#asked.get(sent.get('code') ?? '');
    if (asked === undefined) return undefined;
    const token = { access_token: randomUUID(), token_type: 'Bearer' };
    return { ...token, id_token: this.#makeToken(asked) };
  }

  #describe() {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ...this.lie.metadata,
    };
  }

  #makeToken({ client, nonce }: Asked): string {
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + 60 };
    const claims = { iss: this.issuer, sub: 'grace', aud: client, nonce, ...times };
    return signToken(this.lie.signer ?? 'own key', { ...claims, ...this.lie.claims });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function signToken(signer: NonNullable<Lie['signer']>, claims: TestClaims): string {
  const algorithms = { nothing: 'none', 'public key': 'HS256' } as const;
  const alg = signer === 'nothing' || signer === 'public key' ? algorithms[signer] : 'RS256';
  const text = [{ alg, kid: KEY_ID, typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (signer === 'nothing') return `${text}.`;
  if (signer === 'public key') {
    const secret = own.publicKey.export({ format: 'pem', type: 'spki' });
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  }
  return `${text}.${signRsa(text, (signer === 'own key' ? own : other).privateKey)}`;
}

function signRsa(text: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(text), key).toString('base64url');
}
