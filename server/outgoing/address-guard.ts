import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Decides where the server may connect to. Tests replace it to reach their own listeners. */
export interface AddressGuard {
  readonly isPublic: (address: string) => boolean;
  readonly resolve: (host: string) => Promise<string[]>;
}

/** The only global unicast space of IPv6 (RFC 4291 §2.4, IANA registry). */
const [GLOBAL_UNICAST, GLOBAL_UNICAST_BITS] = ipaddr.parseCIDR('2000::/3');

/** Refuses the registries of RFC 6890 and successors, IPv6 that carries IPv4, and zones. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // ipaddr.js calls every unknown range "unicast": ::a.b.c.d and unassigned space, too.
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS);
}

/** Throws without one. While a name server is silent, getaddrinfo would block Bun's threads. */
export async function resolveAddresses(host: string): Promise<string[]> {
  const answers = await Bun.dns.lookup(host, { backend: 'c-ares', socketType: 'tcp' });
  return answers.map((answer) => answer.address);
}

export const publicOnly: AddressGuard = { isPublic: isPublicAddress, resolve: resolveAddresses };

export const anyAddress: AddressGuard = { isPublic: () => true, resolve: resolveAddresses };

export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} has a private address or none`);
    this.name = 'PrivateAddressError';
  }
}

/** Every address of the host must be public, else throws PrivateAddressError. */
export async function choosePublicAddress(url: URL, guard: AddressGuard): Promise<string> {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  const addresses = isIP(host) === 0 ? await guard.resolve(host) : [host];
  const [first] = addresses;
  if (first === undefined || !addresses.every((address) => guard.isPublic(address))) {
    throw new PrivateAddressError(host);
  }
  return first;
}
