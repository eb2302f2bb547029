import { isLoopback } from './client-address.ts';

/** Headers that a proxy adds. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via'];

/** Whether a program on this machine calls. False for a proxy, and for a browser that a foreign host name led here (DNS rebinding). */
export function isLocalCall({ headers, url }: Request, address: string): boolean {
  if (!isLoopback(address) || proxyHeaders.some((name) => headers.has(name))) return false;
  const hostname = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return hostname === 'localhost' || isLoopback(hostname);
}
