import ipaddr from 'ipaddr.js';

export interface OwnSite {
  /** From `BASE_URL`. */
  readonly ownHostname: string | null;
  /** The hosts of further domains. */
  readonly domains: () => readonly string[];
}

/** Names by which the site is known. `requested` is the host of the call. */
export function listOwnHostnames({ ownHostname, domains }: OwnSite, requested: string): string[] {
  return [requested, ...(ownHostname === null ? [] : [ownHostname]), ...domains()];
}

/**
 * Whether a long URL would loop back to this site: on any port, with or without a final dot. If the
 * site has a loopback name, all loopback names count.
 */
export function isOwnHost(longUrl: string, ownHostnames: readonly string[]): boolean {
  const target = canonicalHost(new URL(longUrl).hostname);
  const own = ownHostnames.map(canonicalHost);
  return own.includes(target) || (isLoopback(target) && own.some(isLoopback));
}

function canonicalHost(hostname: string): string {
  let end = hostname.length;
  while (hostname[end - 1] === '.') end -= 1;
  const host = hostname
    .slice(0, end)
    .toLowerCase()
    .replaceAll(/^\[|\]$/g, '');
  // IPv4 mapped to IPv6 is the same host.
  return readAddress(host)?.toString() ?? host;
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const range = readAddress(host)?.range();
  return range === 'loopback' || range === 'unspecified';
}

/** IPv6 has a colon, and the last part of IPv4 begins with a digit. */
const ADDRESS = /:|(?:^|\.)\d[^.]*$/;

function readAddress(host: string) {
  return ADDRESS.test(host) && ipaddr.isValid(host) ? ipaddr.process(host) : null;
}
