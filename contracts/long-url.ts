/** The longest long URL, in characters, before and after it is brought into ASCII. */
export const LONG_URL_MAX = 8192;

/** What no host has. Chromium lets a blank in as `%20`, and an asterisk as `%2A`. */
const NO_HOST = /[%*]/;

/**
 * Brings what a person pasted into the one form that is stored and sent: the WHATWG parser's
 * ASCII `href`, so that a redirect can never throw or carry a raw byte.
 *
 * Returns null for what is no web address: another scheme than http and https, a user name or
 * password in it, or more than {@link LONG_URL_MAX} characters.
 */
export function parseLongUrl(text: string): string | null {
  if (text.length > LONG_URL_MAX) return null;
  const url = URL.parse(text);
  if (url === null) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (NO_HOST.test(url.hostname)) return null;
  if (url.username !== '' || url.password !== '') return null;
  return url.href.length > LONG_URL_MAX ? null : url.href;
}
