import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** Which peers may speak for others through `X-Forwarded-For`. */
export class TrustedProxies {
  readonly #ranges: readonly Range[];

  /** Takes addresses and CIDR ranges; throws with the first entry that is neither. */
  constructor(entries: readonly string[]) {
    this.#ranges = entries.map((entry) => {
      if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
      if (!ipaddr.isValid(entry)) throw new Error(`"${entry}" is neither an address nor a range`);
      const address = ipaddr.parse(entry);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    });
  }

  has(address: string): boolean {
    if (this.#ranges.length === 0 || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return this.#ranges.some(
      ([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits),
    );
  }

  /**
   * The visitor's address: the socket's own, or behind a trusted proxy the right-most address of
   * `X-Forwarded-For` that is not one of ours.
   */
  clientAddress(socketAddress: string, forwardedFor: string | null): string {
    if (forwardedFor === null || !this.has(socketAddress)) return socketAddress;
    const hops = forwardedFor.split(',').map((hop) => hop.trim());
    const client = hops.findLast((hop) => !this.has(hop));
    return client !== undefined && ipaddr.isValid(client) ? client : socketAddress;
  }
}

/** What a limit counts by: an IPv4 address, or the /64 that one IPv6 customer has. */
export function limitKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toNormalizedString().split(':').slice(0, 4).join(':');
}
