import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;
type Address = ReturnType<typeof ipaddr.process>;

/** An entry of `X-Forwarded-For` that says the port, too, or could. */
const WITH_PORT = /^(?:([\d.]+):\d{1,5}|\[([\da-f:.]+)\](?::\d{1,5})?)$/i;

/** Which peers may speak for others through `X-Forwarded-For`. */
export class TrustedProxies {
  /** The addresses and CIDR ranges as they were given. */
  readonly entries: readonly string[];
  readonly #ranges: readonly Range[];

  /** Takes addresses and CIDR ranges; throws with the first entry that is neither. */
  constructor(entries: readonly string[]) {
    this.entries = entries;
    this.#ranges = entries.map((entry) => {
      if (isRange(entry)) return ipaddr.parseCIDR(entry);
      if (!isAddress(entry)) throw new Error(`"${entry}" is neither an address nor a range`);
      const address = ipaddr.parse(entry);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    });
  }

  has(address: string): boolean {
    return this.#ranges.length > 0 && isAddress(address) && this.#hold(ipaddr.process(address));
  }

  /**
   * The visitor's address: the socket's own, or behind a trusted proxy the right-most address of
   * `X-Forwarded-For` that is not one of ours, in its usual form however it is written there. Tells
   * `onUntrusted` of a peer that sends the header and may not.
   */
  clientAddress(
    socketAddress: string,
    forwardedFor: string | null,
    onUntrusted?: (socketAddress: string) => void,
  ): string {
    if (forwardedFor === null) return socketAddress;
    if (!this.has(socketAddress)) {
      onUntrusted?.(socketAddress);
      return socketAddress;
    }
    for (const hop of forwardedFor.split(',').toReversed()) {
      const address = parseHop(hop.trim());
      if (address === null) break;
      if (!this.#hold(address)) return address.toString();
    }
    return socketAddress;
  }

  #hold(address: Address): boolean {
    return this.#ranges.some(
      ([range, bits]) => range.kind() === address.kind() && address.match(range, bits),
    );
  }
}

/** The address in an entry of `X-Forwarded-For`, or null when it has none. */
function parseHop(hop: string): Address | null {
  if (isAddress(hop)) return ipaddr.process(hop);
  const [, ipv4, ipv6] = WITH_PORT.exec(hop) ?? [];
  const address = ipv4 ?? ipv6 ?? '';
  return isAddress(address) ? ipaddr.process(address) : null;
}

/** What a limit counts by: an IPv4 address, or the /64 that one IPv6 customer has. */
export function limitKey(address: string): string {
  if (!isAddress(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toNormalizedString().split(':').slice(0, 4).join(':');
}

/** What one operator usually has many addresses of: a /24 of IPv4, a /48 of IPv6. */
export function networkKey(address: string): string {
  if (!isAddress(address)) return address;
  const parsed = ipaddr.process(address);
  const separator = parsed.kind() === 'ipv4' ? '.' : ':';
  return parsed.toNormalizedString().split(separator).slice(0, 3).join(separator);
}

/** Tells whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  return isAddress(address) && ipaddr.process(address).range() === 'loopback';
}

/** IPv4 in four decimal parts, or IPv6: the odd spellings of IPv4 are nobody's address here. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

function isRange(text: string): boolean {
  return ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text);
}
