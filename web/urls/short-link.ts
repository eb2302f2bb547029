import { isCustomCode, isReservedCode, toCustomCode } from '../../contracts/links/custom-code.ts';
import { joinCode, splitCode } from '../../contracts/links/domain-code.ts';

interface Coded {
  readonly domain: string;
  readonly short_url: string;
}

/** The code of a link, behind its domain if that is not the main one: `go.example/a`. */
export function toStoredCode({ domain, short_url: code }: Coded): string {
  return joinCode(domain, code);
}

export function toShortLink(stored: string): string {
  const { domain, code } = splitCode(stored);
  return `${location.protocol}//${shortLinkPrefix(domain)}${encodeURI(code)}`;
}

/** Whether an administrator may give a link this code. */
export function canBeCreated(code: string): boolean {
  return isCustomCode(toCustomCode(code)) && !isReservedCode(code);
}

/** The part of a short link before the code, without the scheme. `''` = the main domain. */
export function shortLinkPrefix(domain = ''): string {
  if (domain === '') return `${location.host}/`;
  // A further domain reaches the same server by the same port.
  return `${domain}${location.port === '' ? '' : `:${location.port}`}/`;
}
