import ipaddr from 'ipaddr.js';

/** Where proxies of one's own usually are. */
const NEAR: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'uniqueLocal',
  'linkLocal',
  'carrierGradeNat',
]);

/** What the log says of it. */
export const UNTRUSTED_PROXY =
  'an untrusted address sends X-Forwarded-For. If it is your proxy, use this setting; until then, all its visitors count as one client';

export interface FoundProxy {
  /** Of its connection, in the usual form. */
  readonly address: string;
  /** The line that makes it a trusted one. */
  readonly setting: string;
}

/**
 * Remembers one untrusted peer that sends `X-Forwarded-For`: usually a proxy, whose visitors all pass
 * for one. The first peer is kept, but a private address replaces a public one, since anyone on the
 * internet can send the header. So a peer is reported at most twice.
 */
export class UntrustedProxy {
  readonly #trusted: readonly string[];
  readonly #onFound: (found: FoundProxy) => void;
  #found: FoundProxy | null = null;
  #socketAddress = '';
  #isNear = false;

  /** Takes the entries of `TRUSTED_PROXIES`. */
  constructor(trusted: readonly string[], onFound: (found: FoundProxy) => void) {
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
