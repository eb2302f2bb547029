/** The whole short link of a code, as people copy it. */
export function toShortLink(code: string): string {
  return `${location.origin}/${encodeURI(code)}`;
}

/** The address that the QR code of a short link holds, by which its scans are told apart. */
export function toScannedLink(shortLink: string): string {
  return `${shortLink}?qr`;
}

/** What stands before a code in its short link, without the scheme. */
export function shortLinkPrefix(): string {
  return `${location.host}/`;
}
