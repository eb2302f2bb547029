import { parseLongUrl } from '../../contracts/links/long-url.ts';

/** `example.com/page` becomes a whole URL; other texts without a scheme stay wrong. */
export function withScheme(url: string): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(url)) return url;
  const whole = `https://${url}`;
  return parseLongUrl(whole) !== null && URL.parse(whole)!.hostname.includes('.') ? whole : url;
}
