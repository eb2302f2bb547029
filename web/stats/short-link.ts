/** The whole short link of a code. */
export function toShortLink(code: string): string {
  return `${location.origin}/${encodeURI(code)}`;
}
