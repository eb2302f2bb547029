import { limitKey } from './client-address.ts';

/** The clients with the oldest windows are forgotten first. */
const CLIENTS_MAX = 10_000;

export interface ClientLimitOptions {
  /** Called each time, because a setting may change it. */
  readonly max: () => number;
  readonly seconds: number;
}

interface Window {
  readonly end: number;
  count: number;
}

/** Limits uses per client: an IPv4 address or a /64 of IPv6. */
export class ClientLimit {
  readonly #max: () => number;
  readonly #length: number;
  readonly #windows = new Map<string, Window>();

  constructor({ max, seconds }: ClientLimitOptions) {
    this.#max = max;
    this.#length = seconds * 1000;
  }

  secondsToWait(address: string): number {
    if (this.#windows.size === 0) return 0;
    const now = Date.now();
    const window = this.#windows.get(limitKey(address));
    if (window === undefined || !this.#isOpen(window, now) || window.count < this.#max()) return 0;
    return Math.ceil((window.end - now) / 1000);
  }

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
    // A later end means that the clock was set back.
    return now < end && end <= now + this.#length;
  }
}
