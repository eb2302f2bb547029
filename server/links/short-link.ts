import { joinCode } from '../../contracts/domain-code.ts';
import { normalizeCode } from '../engine/code-spellings.ts';
import type { Engine, LinkRow, Write } from '../engine/engine.ts';
import { selectByCode } from './links.store.ts';
import { isOwnHost } from './own-host.ts';

/** Characters of a short link, percent-encoded. */
const LENGTH_MAX = 4096;

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

/** Reads a whole short link, with or without its scheme. Null: it belongs to another site. */
export function readShortLink(text: string, { mainHosts, domains }: ShortLinkSite): Address | null {
  if (text.length > LENGTH_MAX) return null;
  const typed = text.trim();
  const url = URL.parse(/^https?:/i.test(typed) ? typed : `http://${typed}`);
  if (url === null) return null;
  const domain = domains.find((host) => isOwnHost(url.href, [host]));
  if (domain === undefined && !isOwnHost(url.href, mainHosts)) return null;
  return { domain: domain ?? '', code: readPath(url.pathname) };
}

/** Whether a text is more than a code: no code has a slash inside. */
export function isWholeLink(text: string): boolean {
  const slash = text.indexOf('/');
  return slash > 0 && slash < text.trimEnd().length - 1;
}

/** The exact code, else the code in lower case. A plus asks for the preview of the link. */
export async function findByCode(
  db: Engine['db'] | Write,
  { domain, code }: Address,
): Promise<LinkRow | null> {
  for (const spelling of listSpellings(code)) {
    const row = await selectByCode(db, joinCode(domain, spelling));
    if (row !== null) return row;
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
  const path = pathname.slice(start, end);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
