import { LONG_URL_MAX, parseLongUrl } from '../../contracts/long-url.ts';

/** A host with a dot in it, `localhost` or an IPv6 address, then a port, a path or nothing. */
const startsWithHost = /^(localhost|[^\s/?#@:]+\.[^\s/?#@:]+|\[[\da-f:.]+\])(:\d+)?([/?#]|$)/i;

/** Puts `https://` before an address that was typed without its scheme. */
export function completeUrl(typed: string): string {
  const text = typed.trim();
  if (text.startsWith('//')) return `https:${text}`;
  return startsWithHost.test(text) ? `https://${text}` : text;
}

type UrlFault = 'url.empty' | 'url.long' | 'url.invalid';

export function findUrlFault(text: string): UrlFault | null {
  if (text === '') return 'url.empty';
  if (parseLongUrl(text) !== null) return null;
  // Encoding can make an address longer than it was typed.
  const length = URL.parse(text)?.href.length ?? 0;
  return Math.max(text.length, length) > LONG_URL_MAX ? 'url.long' : 'url.invalid';
}
