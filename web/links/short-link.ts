/** The whole short link of a code, as people copy it. */
export function toShortLink(code: string): string {
  return `${location.origin}/${encodeURI(code)}`;
}

/** What stands before a code in its short link, without the scheme. */
export function shortLinkPrefix(): string {
  return `${location.host}/`;
}
