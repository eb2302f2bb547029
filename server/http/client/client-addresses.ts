import type { TrustedProxies } from './client-address.ts';
import { UNTRUSTED_PROXY, UntrustedProxy, type FoundProxy } from './untrusted-proxy.ts';

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
