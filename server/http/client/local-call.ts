import { isLoopback } from './client-address.ts';

/** Headers that only proxies add, and the beginnings of such names. */
const PROXY_HEADER =
  /^(via|forwarded|cdn-loop|x-forwarded|x-(real|client|cluster-client|original|proxyuser)-|x-original|x-proxy|x-nginx-|x-varnish|x-envoy-|x-amz|x-appengine-|x-azure-|x-vercel-|x-scheme$|cf-|cloudfront-|fastly-|fly-|true-client-ip|akamai-|ali-|wl-proxy-|proxy-client-|front-end-https|client-ip$)/;

/** Headers that browsers send and programs on this machine do not, and the beginnings of such names. */
const BROWSER_HEADER =
  /^(sec-|cookie$|origin$|referer$|accept-language$|upgrade-insecure-requests$|dnt$|priority$)/;

const HTTP_PORT = 80;

export interface LocalConnection {
  readonly address: string;
  readonly port: number;
}

/** False for proxies and browsers, also for one that a foreign name led here (DNS rebinding). */
export function isLocalCall({ headers }: Request, { address, port }: LocalConnection): boolean {
  if (!isLoopback(address)) return false;
  for (const name of headers.keys()) {
    if (PROXY_HEADER.test(name) || BROWSER_HEADER.test(name)) return false;
  }
  const [, name = '', ownPort = String(HTTP_PORT)] =
    /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(headers.get('host') ?? '') ?? [];
  if (ownPort !== String(port)) return false;
  return name.toLowerCase() === 'localhost' || isLoopback(name.replace(/^\[|\]$/g, ''));
}
