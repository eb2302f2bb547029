import { splitCode } from '../contracts/domain-code.ts';
import { shortLinkPrefix } from './short-link.ts';
import { toReadableHost } from './ui/readable-url.ts';

/** The short link of a stored code as people read and type it, without its scheme. */
export function toReadableLink(stored: string): string {
  const { domain, code } = splitCode(stored);
  return shortLinkPrefix(toReadableHost(domain)) + code;
}
