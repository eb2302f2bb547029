import type { Journal } from '../clicks/journal.ts';
import { shortenAddress } from '../clicks/click.ts';
import type { Peer } from '../front/front.ts';
import type { PlainVisit } from '../front/plain-visit.ts';
import type { CachedTarget } from './target-cache.ts';
import { isLive, type Targets } from './targets.ts';

/** How many addresses are remembered with their short form. */
const SHORTENED_MAX = 4096;

export interface PlainRedirectOptions {
  readonly targets: Targets;
  readonly journal: Pick<Journal, 'stage'>;
  /** Tells whether the site sends any user agent away. */
  readonly blocksAny: () => boolean;
  /** Tells whether it sends this one away. */
  readonly isBlocked: (userAgent: string) => boolean;
  /** The visitor's address, given that of the connection and what a proxy says. */
  readonly clientAddress: (socketAddress: string, forwardedFor: string) => string;
  /** Tells whether a client gets no look-ups now; without it the HTTP server alone decides. */
  readonly mustWait?: (address: string) => boolean;
}

/**
 * Answers a visit from the bytes that came: the same redirect as for any request, and the same
 * record in the journal, or null where there is no redirect to give.
 */
export function createPlainRedirect({
  targets,
  journal,
  blocksAny,
  isBlocked,
  clientAddress,
  mustWait = () => false,
}: PlainRedirectOptions) {
  /** Addresses seen of late → what the record keeps of them. */
  const shortened = new Map<string, Buffer>();

  function shorten(address: string): Buffer {
    const known = shortened.get(address);
    if (known !== undefined) return known;
    if (shortened.size === SHORTENED_MAX) shortened.clear();
    const short = Buffer.from(shortenAddress(address), 'latin1');
    shortened.set(address, short);
    return short;
  }

  function addressOf(peer: Peer, bytes: Buffer, { forwardedFor }: PlainVisit): string {
    if (forwardedFor.start === 0) return peer.address;
    const hops = bytes.toString('latin1', forwardedFor.start, forwardedFor.end);
    return clientAddress(peer.address, hops);
  }

  function load(peer: Peer, bytes: Buffer, visit: PlainVisit): CachedTarget | null {
    if (mustWait(addressOf(peer, bytes, visit))) return null;
    const found = targets.load(visit.code);
    return found instanceof Promise ? null : found;
  }

  return (visit: PlainVisit, bytes: Buffer, peer: Peer): Buffer | null => {
    const target = targets.get(visit.code) ?? load(peer, bytes, visit);
    if (target === null) return null;
    const now = Date.now();
    if (!isLive(target, now)) return null;
    const { start, end } = visit.userAgent;
    if (blocksAny() && isBlocked(bytes.toString('latin1', start, end))) return null;
    journal.stage(target.id, now, shorten(addressOf(peer, bytes, visit)), bytes, visit);
    return target.answer.at(now, visit.isLast);
  };
}
