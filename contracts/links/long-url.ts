/** Characters, before and after the conversion to ASCII. */
export const LONG_URL_MAX = 8192;

/** Longer than any host: the parser's time grows with the square of a host's length. */
const LONG_HOST = /^[^:]*:[\\/\s]*[^\\/?#]{512}/;
/** Not allowed in a host. Chromium accepts a blank as `%20` and an asterisk as `%2A`. */
const NO_HOST = /[%*]/;

/**
 * Returns the ASCII `href` of the WHATWG parser, so that a redirect can never throw or send a raw
 * byte. Returns null for other schemes than http and https, for a user name or password, and for
 * more than {@link LONG_URL_MAX} characters.
 */
export function parseLongUrl(text: string): string | null {
  if (text.length > LONG_URL_MAX || LONG_HOST.test(text)) return null;
  const url = URL.parse(text);
  if (url === null) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (NO_HOST.test(url.hostname)) return null;
  if (url.username !== '' || url.password !== '') return null;
  return url.href.length > LONG_URL_MAX ? null : url.href;
}
