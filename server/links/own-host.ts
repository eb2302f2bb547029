import ipaddr from 'ipaddr.js';

/**
 * Tells whether a long URL leads back to us, which would be a loop: its host is one of the names
 * by which we are known, on any port, with or without a dot behind it; where we are reached by a
 * name of this machine itself, every such name is ours.
 */
export function isOwnHost(longUrl: string, ownHostnames: readonly string[]): boolean {
  const target = canonicalHost(new URL(longUrl).hostname);
  const own = ownHostnames.map(canonicalHost);
  return own.includes(target) || (isLoopback(target) && own.some(isLoopback));
}

function canonicalHost(hostname: string): string {
  const host = hostname
    .toLowerCase()
    .replace(/\.+$/, '')
    .replaceAll(/^\[|\]$/g, '');
  // IPv4 in the dress of IPv6 is the same host.
  return readAddress(host)?.toString() ?? host;
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const range = readAddress(host)?.range();
  return range === 'loopback' || range === 'unspecified';
}

/** IPv6 has a colon, and the last part of IPv4 begins with a digit: no other host is looked into. */
const ADDRESS = /:|(?:^|\.)\d[^.]*$/;

function readAddress(host: string) {
  return ADDRESS.test(host) && ipaddr.isValid(host) ? ipaddr.process(host) : null;
}
