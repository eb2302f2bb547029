import { normalizeHost } from '../../../contracts/domain-name.ts';
import type { RemoteSite } from './remote-site.ts';

export interface LinkAddress {
  readonly short_url: string;
  /** '' = the main domain. */
  readonly domain: string;
}

/** Reads `code`, `host/code` or a whole short link; null = none of them. */
export function parseAddress(site: RemoteSite, text: string): LinkAddress | null {
  const slash = text.indexOf('/');
  if (slash === -1) return text === '' ? null : { short_url: text, domain: '' };
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `${site.base.protocol}//${text}`);
  const code = url === null ? '' : decode(url.pathname.slice(1));
  if (url === null || code === '') return null;
  const isMain = url.host === site.base.host || url.host === site.url.host;
  const domain = isMain ? '' : normalizeHost(url.hostname);
  return domain === null ? null : { short_url: code, domain };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
