import ipaddr from 'ipaddr.js';
import type { TrustedProxies } from './client-address.ts';

/** The usual networks of one's own proxies. */
const NEAR: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'uniqueLocal',
  'linkLocal',
  'carrierGradeNat',
]);

const UNTRUSTED_PROXY =
  'an untrusted address sends X-Forwarded-For. If it is your proxy, use this setting; until then, all its visitors count as one client';

export interface FoundProxy {
  readonly address: string;
  readonly setting: string;
}

/** Remembers one peer. A private address replaces a public one, which may be anyone's. */
export class UntrustedProxy {
  readonly #trusted: readonly string[];
  readonly #onFound: (proxy: FoundProxy) => void;
  #found: FoundProxy | null = null;
  #socketAddress = '';
  #isNear = false;

  constructor(trusted: readonly string[], onFound: (proxy: FoundProxy) => void) {
    this.#trusted = trusted;
    this.#onFound = onFound;
  }

  get found(): FoundProxy | null {
    return this.#found;
  }

  note(socketAddress: string): void {
    if (this.#isNear || socketAddress === this.#socketAddress) return;
    if (!ipaddr.isValid(socketAddress)) return;
    const address = ipaddr.process(socketAddress);
    const isNear = NEAR.has(address.range());
    if (this.#found !== null && !isNear) return;
    this.#socketAddress = socketAddress;
    this.#isNear = isNear;
    const entries = [...this.#trusted, address.toString()];
    this.#found = {
      address: address.toString(),
      setting: `TRUSTED_PROXIES=${entries.join(',')}`,
    };
    this.#onFound(this.#found);
  }
}

export interface ClientAddresses {
  /** `hops` is the header `X-Forwarded-For`. */
  find(socketAddress: string, hops: string | null): string;
  noteUntrusted(socketAddress: string): void;
  untrustedProxy(): FoundProxy | null;
}

export function openClientAddresses(
  trusted: TrustedProxies,
  warn: (proxy: FoundProxy, message: string) => void,
): ClientAddresses {
  const untrusted = new UntrustedProxy(trusted.entries, (proxy) => warn(proxy, UNTRUSTED_PROXY));
  const noteUntrusted = (socketAddress: string): void => untrusted.note(socketAddress);
  return {
    find: (socketAddress, hops) => trusted.clientAddress(socketAddress, hops, noteUntrusted),
    noteUntrusted,
    untrustedProxy: () => untrusted.found,
  };
}
