import { z } from 'zod';
import { normalizeHost } from '../../../contracts/domain-name.ts';
import { decodeLenient } from '../../../contracts/text.ts';
import { checkVariables, isBaseUrl, type Environment } from '../../config.ts';

/** The site that the commands call. */
export interface RemoteSite {
  readonly url: URL;
  readonly token: string;
  /** What short links of the main domain begin with. */
  readonly base: URL;
}

// No message may show the value: an address can hold a password.
const address = z
  .string('is missing: set it to the address of your site, like https://go.example.com')
  .refine(
    (text) => isBaseUrl(text) && URL.parse(text)?.username === '',
    'must be like https://go.example.com, without a path, user name or password',
  )
  .transform((text) => new URL(text));

const environment = z.object({
  BRISK_URL: address,
  BRISK_TOKEN: z
    .string('is missing: set it to the API token, which the admin area shows')
    .regex(/^[\x21-\x7e]{1,512}$/, 'is no token'),
  BASE_URL: address.optional(),
});

export function readRemoteSite(env: Environment): RemoteSite {
  const {
    BRISK_URL: url,
    BRISK_TOKEN: token,
    BASE_URL: base = url,
  } = checkVariables(env, environment);
  return { url, token, base };
}

/** Whether others on the network could read the token. */
export function sendsTokenInTheOpen({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

export interface LinkAddress {
  readonly short_url: string;
  /** '' = the main domain; without it, the site finds out. */
  readonly domain?: string;
}

/** Reads `code`, `host/code` or a whole short link; null = none of them. A code may have slashes. */
export function parseAddress(site: RemoteSite, text: string): LinkAddress | null {
  if (!text.includes('/')) return text === '' ? null : { short_url: text, domain: '' };
  const hasScheme = /^https?:\/\//i.test(text);
  const url = URL.parse(hasScheme ? text : `${site.base.protocol}//${text}`);
  const code = url === null ? '' : decodeLenient(url.pathname.slice(1));
  if (url === null || code === '') return null;
  if (url.host === site.base.host || url.host === site.url.host) {
    return { short_url: code, domain: '' };
  }
  if (!hasScheme) return { short_url: text };
  const domain = normalizeHost(url.hostname);
  return domain === null ? null : { short_url: code, domain };
}
