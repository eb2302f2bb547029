import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;
type Address = ReturnType<typeof ipaddr.process>;

/** An address in `X-Forwarded-For` with a port or in brackets. */
const WITH_PORT = /^(?:([\d.]+):\d{1,5}|\[([\da-f:.]+)\](?::\d{1,5})?)$/i;

/** Proxies that a visit passes; a client may claim any number. */
const HOPS_MAX = 32;
/** Characters: the longest IPv6 address with a port, and blanks. */
const HOP_MAX = 100;

export class TrustedProxies {
  readonly entries: readonly string[];
  readonly #ranges: readonly Range[];

  /** Throws for the first entry that is neither an address nor a CIDR range. */
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
    return this.#ranges.length > 0 && isAddress(address) && this.#contains(ipaddr.process(address));
  }

  /** Behind a trusted proxy: the right-most untrusted address in `X-Forwarded-For`, normalized. */
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
    let end = forwardedFor.length;
    for (let hops = 0; hops < HOPS_MAX && end >= 0; hops += 1) {
      const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(',', end - 1);
      const address = parseHop(forwardedFor.slice(Math.max(comma + 1, end - HOP_MAX), end).trim());
      if (address === null) break;
      if (!this.#contains(address)) return address.toString();
      end = comma;
    }
    return socketAddress;
  }

  #contains(address: Address): boolean {
    return this.#ranges.some(
      ([range, bits]) => range.kind() === address.kind() && address.match(range, bits),
    );
  }
}

function parseHop(hop: string): Address | null {
  if (isAddress(hop)) return ipaddr.process(hop);
  const [, ipv4, ipv6] = WITH_PORT.exec(hop) ?? [];
  const address = ipv4 ?? ipv6 ?? '';
  return isAddress(address) ? ipaddr.process(address) : null;
}

/** Limits count by IPv4 address, or by the /64 that an IPv6 customer usually has. */
export function limitKey(address: string): string {
  if (!isAddress(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toNormalizedString().split(':').slice(0, 4).join(':');
}

/** The network of an internet provider: a /24 of IPv4, a /48 of IPv6. */
export function networkKey(address: string): string {
  if (!isAddress(address)) return address;
  const parsed = ipaddr.process(address);
  const separator = parsed.kind() === 'ipv4' ? '.' : ':';
  return parsed.toNormalizedString().split(separator).slice(0, 3).join(separator);
}

export function networkRange(address: string): string {
  if (!isAddress(address)) return '';
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/24`).toString()}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/48`).toString()}/48`;
}

export function isLoopback(address: string): boolean {
  return isAddress(address) && ipaddr.process(address).range() === 'loopback';
}

/** IPv4 in four decimal parts, or IPv6. Other spellings of IPv4 are refused. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

function isRange(text: string): boolean {
  return ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text);
}
