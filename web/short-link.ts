/** The short link of a code, with its scheme. */
export function toShortLink(code: string): string {
  return `${location.origin}/${encodeURI(code)}`;
}

/** The address in a QR code. Its query marks a click as a scan. */
export function toScannedLink(shortLink: string): string {
  return `${shortLink}?qr`;
}

/** The part of a short link before the code, without the scheme. */
export function shortLinkPrefix(): string {
  return `${location.host}/`;
}
