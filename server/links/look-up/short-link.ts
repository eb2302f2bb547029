import { joinCode } from '../../../contracts/links/domain-code.ts';
import { SHORT_LINK_MAX } from '../../../contracts/links/look-up.ts';
import { decodeLenient } from '../../../contracts/text.ts';
import { normalizeCode } from '../../engine/texts/code-spellings.ts';
import { isReached, type Reach } from '../../access/reach.ts';
import type { Engine, LinkRow, Write } from '../../engine/engine.ts';
import { selectByCode } from '../links.store.ts';
import { InvalidRequest } from '../../http/invalid-request.ts';
import { isOwnHost, listOwnHostnames, type OwnSite } from './own-host.ts';

export interface ShortLinkSite {
  /** Names of the main domain. */
  readonly mainHosts: readonly string[];
  /** The hosts of further domains. */
  readonly domains: readonly string[];
}

export interface Address {
  /** '' = the main domain. */
  readonly domain: string;
  readonly code: string;
}

export interface LookUp {
  /** A code, or a whole short link. */
  readonly short_url: string;
  readonly domain?: string | undefined;
}

export function splitOwnHosts({ ownHostname, domains }: OwnSite, requested: string): ShortLinkSite {
  const further = domains();
  const main = listOwnHostnames({ ownHostname, domains: () => [] }, requested);
  return { mainHosts: main.filter((host) => !further.includes(host)), domains: further };
}

/**
 * What a text may name, the first choice first: a code may have slashes and look like a host with a
 * path. A text that begins with a slash is a code. Throws InvalidRequest behind the addresses of a
 * domain that the text contradicts.
 */
export function* readAddresses(
  { short_url: text, domain }: LookUp,
  site: ShortLinkSite,
): Generator<Address, void> {
  const asCode = { domain: domain ?? '', code: text.startsWith('/') ? text.slice(1) : text };
  const link = isWholeLink(text) ? readShortLink(text, site) : null;
  const canBeCode = !hasScheme(text);
  if (domain !== undefined && canBeCode) yield asCode;
  if (link !== null && link.code !== '') {
    if (domain !== undefined && domain !== link.domain) {
      const reason = 'The short link has another domain';
      throw new InvalidRequest([{ field: 'domain', key: 'bad.request', reason }]);
    }
    yield link;
  }
  if (domain === undefined && canBeCode) yield asCode;
}

/** Reads a whole short link, with or without its scheme. Null: it belongs to another site. */
export function readShortLink(text: string, { mainHosts, domains }: ShortLinkSite): Address | null {
  if (text.length > SHORT_LINK_MAX) return null;
  const typed = text.trim();
  const url = URL.parse(hasScheme(typed) ? typed : `http://${typed}`);
  if (url === null) return null;
  const domain = domains.find((host) => isOwnHost(url.href, [host]));
  if (domain === undefined && !isOwnHost(url.href, mainHosts)) return null;
  return { domain: domain ?? '', code: readPath(url.pathname) };
}

export function hasScheme(text: string): boolean {
  return /^\s*https?:/i.test(text);
}

/** Whether a text may be more than a code: it has a slash inside. */
export function isWholeLink(text: string): boolean {
  const slash = text.indexOf('/');
  return slash > 0 && slash < text.trimEnd().length - 1;
}

/**
 * The exact code, else the code in lower case. A plus asks for the preview of the link. A link
 * beyond reach is not passed over for another spelling: its visitors mean it.
 */
export async function findByCode(
  db: Engine['db'] | Write,
  reach: Reach,
  { domain, code }: Address,
): Promise<LinkRow | null> {
  for (const spelling of listSpellings(code)) {
    const row = await selectByCode(db, 'all', joinCode(domain, spelling));
    if (row !== null) return isReached(reach, row) ? row : null;
  }
  return null;
}

function listSpellings(code: string): Set<string> {
  const plain = code.endsWith('+') ? code.slice(0, -1) : code;
  const spellings = [code, plain].flatMap((text) => [
    text,
    text.trim().toLowerCase(),
    normalizeCode(text),
  ]);
  return new Set(spellings.filter((text) => text !== ''));
}

function readPath(pathname: string): string {
  let [start, end] = [0, pathname.length];
  while (start < end && pathname[start] === '/') start += 1;
  while (end > start && pathname[end - 1] === '/') end -= 1;
  return decodeLenient(pathname.slice(start, end));
}
