/**
 * A link of a further domain is stored, logged and searched by its host and code: `go.example/a`.
 * A link of the main domain has its code alone, or behind an empty host if the code has a slash:
 * `/a/b`.
 */
export function joinCode(domain: string, code: string): string {
  return domain === '' && !code.includes('/') ? code : `${domain}/${code}`;
}

/** Text before the first slash is the host. */
export function splitCode(stored: string): { readonly domain: string; readonly code: string } {
  const slash = stored.indexOf('/');
  return { domain: stored.slice(0, Math.max(slash, 0)), code: stored.slice(slash + 1) };
}

/** The address in a QR code: its query marks a scan. */
export function toScannedLink(shortLink: string): string {
  return `${shortLink}?qr`;
}

/** `site` is the main domain; a further domain reaches the server by the same port. */
export function formatShortLink(
  { domain, short_url: code }: { readonly domain: string; readonly short_url: string },
  { protocol, host, port }: URL,
): string {
  const authority = domain === '' ? host : `${domain}${port === '' ? '' : `:${port}`}`;
  return `${protocol}//${authority}/${encodeURI(code.toWellFormed())}`;
}
