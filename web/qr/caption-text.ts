import { shortLinkPrefix } from '../short-link.ts';

/** The short link without its scheme, for people to read and type. */
export function toCaption(code: string): string {
  return `${shortLinkPrefix()}${code}`;
}
