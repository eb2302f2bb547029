import { splitCode } from '../../contracts/links/domain-code.ts';
import { shortLinkPrefix } from './short-link.ts';
import { toReadableHost } from '../ui/text/readable-url.ts';

/** The short link of a stored code as people read and type it, without its scheme. */
export function toReadableLink(stored: string): string {
  const { domain, code } = splitCode(stored);
  return shortLinkPrefix(toReadableHost(domain)) + code;
}
