import { shortLinkPrefix } from '../short-link.ts';

/** The short link of a code, as people read and type it. */
export function toCaption(code: string): string {
  return `${shortLinkPrefix()}${code}`;
}
