import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Decides where the server itself may connect to. Tests replace it to reach their own listeners. */
export interface AddressGuard {
  readonly isPublic: (address: string) => boolean;
  readonly resolve: (host: string) => Promise<string[]>;
}

/** The only IPv6 space that is handed out as global unicast (RFC 4291 §2.4, IANA registry). */
const [GLOBAL_UNICAST, GLOBAL_UNICAST_BITS] = ipaddr.parseCIDR('2000::/3');

/**
 * Whether `address` is a plain global unicast address. Everything in the special-purpose registries
 * (RFC 6890 and successors) is not, nor is any IPv6 form that carries an IPv4 address, nor an
 * address with a zone, nor anything but a canonical literal. Never throws.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // ipaddr.js calls every range it does not know "unicast": ::a.b.c.d and unassigned space too.
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS);
}

/**
 * All addresses of a name, in the order in which this machine reaches them (RFC 6724). Throws when
 * there is none. c-ares, because getaddrinfo (also behind `node:dns`) sits on a thread of Bun's
 * small pool for as long as a name server stays silent, and with it files and password hashes wait.
 */
export async function resolveAddresses(host: string): Promise<string[]> {
  const answers = await Bun.dns.lookup(host, { backend: 'c-ares', socketType: 'tcp' });
  return answers.map((answer) => answer.address);
}

/** The guard of a server that connects to public addresses only. */
export const publicOnly: AddressGuard = { isPublic: isPublicAddress, resolve: resolveAddresses };

/** The guard of a server that may connect to the private network around it, too. */
export const anyAddress: AddressGuard = { isPublic: () => true, resolve: resolveAddresses };

/** A host that the guard refuses. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} has no address that may be fetched from`);
    this.name = 'PrivateAddressError';
  }
}

/**
 * The address to connect to for a URL's host. Throws PrivateAddressError when any of its addresses,
 * not just the first, is not public, or when it has none; else what the resolver throws.
 */
export async function choosePublicAddress(url: URL, guard: AddressGuard): Promise<string> {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  const addresses = isIP(host) === 0 ? await guard.resolve(host) : [host];
  const [first] = addresses;
  if (first === undefined || !addresses.every((address) => guard.isPublic(address))) {
    throw new PrivateAddressError(host);
  }
  return first;
}
