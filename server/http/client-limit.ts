import { limitKey } from './client-address.ts';

/** How many clients are remembered: those that began first are forgotten when there are more. */
const CLIENTS_MAX = 10_000;

export interface ClientLimitOptions {
  /** How often one client may do it in a window; asked each time, as a setting may change it. */
  readonly max: () => number;
  /** How long a window is, which begins with the first time. */
  readonly seconds: number;
}

interface Window {
  /** In milliseconds since 1970-01-01 UTC. */
  readonly end: number;
  count: number;
}

/** Limits how often one client does a thing: an IPv4 address, or a /64 of IPv6. */
export class ClientLimit {
  readonly #max: () => number;
  readonly #length: number;
  /** Client → its window, in the order in which they end. */
  readonly #windows = new Map<string, Window>();

  constructor({ max, seconds }: ClientLimitOptions) {
    this.#max = max;
    this.#length = seconds * 1000;
  }

  /** Whole seconds until the client may do it again; 0 when it may now. */
  secondsToWait(address: string): number {
    if (this.#windows.size === 0) return 0;
    const now = Date.now();
    const window = this.#windows.get(limitKey(address));
    if (window === undefined || !this.#isOpen(window, now) || window.count < this.#max()) return 0;
    return Math.ceil((window.end - now) / 1000);
  }

  /** Counts that the client has done it. */
  count(address: string): void {
    const key = limitKey(address);
    const now = Date.now();
    const window = this.#windows.get(key);
    if (window !== undefined && this.#isOpen(window, now)) {
      window.count += 1;
      return;
    }
    this.#windows.delete(key);
    this.#windows.set(key, { end: now + this.#length, count: 1 });
    for (const [oldest, { end }] of this.#windows) {
      if (this.#windows.size <= CLIENTS_MAX && end > now) break;
      this.#windows.delete(oldest);
    }
  }

  #isOpen({ end }: Window, now: number): boolean {
    // One that ends later than it can was begun before the clock was set back.
    return now < end && end <= now + this.#length;
  }
}
