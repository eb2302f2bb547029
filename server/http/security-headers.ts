/** Headers of every answer; `hsts` when visitors reach the site by https. */
export function commonHeaders(hsts: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer-when-downgrade',
    ...(hsts ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

/** Headers of an answer of the API: never stored, and nothing to show in a browser. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Headers of a page: only scripts and styles that carry the nonce run. */
export function pageHeaders(nonce: string, imageHost: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'self'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src 'self' 'nonce-${nonce}'`,
      `img-src 'self' data:${imageHost === '' ? '' : ` ${imageHost}`}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

/** A fresh nonce of 128 bits. */
export function createNonce(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toBase64();
}
