import type { z } from 'zod';
import type { Method } from '../../../contracts/route.ts';
import { settings } from '../../../contracts/site.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { openFaces } from '../../../server/faces/open-faces.ts';

export type Protocol = 'v1' | keyof z.output<typeof settings.compat>;

/** The setting `compat` with the protocols of all other shorteners on or off. */
export function switchAll(isOn: 0 | 1): { readonly key: 'compat'; readonly value: string } {
  const names = Object.keys(settings.compat.parse(undefined));
  const value = JSON.stringify(Object.fromEntries(names.map((name) => [name, isOn])));
  return { key: 'compat', value };
}

export interface FaceCall {
  readonly protocol: Protocol;
  readonly method: Method;
  /** With `{name}` for what varies. */
  readonly path: string;
  /** What tells apart calls of one path. */
  readonly action?: string;
}

const paths: readonly (readonly [Protocol, RegExp])[] = [
  ['v1', /^\/api\/v1\//],
  ['yourls', /^\/yourls-api\.php$/],
  ['shlink', /^\/rest\//],
  ['polr', /^\/api\/v2\/(?:action|data)\//],
  ['kutt', /^\/api\/v2\//],
  ['bitly', /^\/v4\//],
  ['sink', /^\/api\/(?:link\/|verify$)/],
  ['chhoto', /^\/api\/\w+/],
];

/** Every call of every face, as the server has them. None runs. */
export async function listFaceCalls(engine: Engine): Promise<FaceCall[]> {
  const features = { links: {}, domains: {}, accounts: {}, statistics: {}, all: [] };
  const faces = await openFaces(features as never, {
    engine,
    site: {} as never,
    config: { baseUrl: null },
    log: { warn: () => undefined },
  });
  return faces.flatMap(({ endpoints }) =>
    endpoints.flatMap(({ route: { methods, path, summary } }) => {
      const [protocol] = paths.find(([, pattern]) => pattern.test(path))!;
      const action = protocol === 'yourls' ? { action: summary } : {};
      return methods.map((method) => ({ protocol, method, path, ...action }));
    }),
  );
}

export interface SentToken {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const bearers: ReadonlySet<Protocol> = new Set(['v1', 'bitly', 'sink']);

/** Where clients of the protocol put their token. */
export function placeToken(
  { protocol, path }: Pick<FaceCall, 'protocol' | 'path'>,
  token: string,
): SentToken {
  if (bearers.has(protocol)) return { headers: { authorization: `Bearer ${token}` } };
  if (protocol === 'yourls') return { query: { signature: token } };
  if (protocol === 'polr') return { query: { key: token } };
  return path.endsWith('/shorten')
    ? { query: { apiKey: token } }
    : { headers: { 'x-api-key': token } };
}

/** The call's path with its action and token, and `1` for what varies. */
export function addressOf(
  { path, action }: Pick<FaceCall, 'path' | 'action'>,
  { query = {} }: SentToken,
): string {
  const all = { ...(action !== undefined && { action }), ...query };
  const text = new URLSearchParams(all).toString();
  return `${path.replaceAll(/\{\w+\}/g, '1')}${text === '' ? '' : `?${text}`}`;
}
