import type { Journal } from '../clicks/journal.ts';
import { shortenAddress } from '../clicks/click.ts';
import type { Peer } from '../front/front.ts';
import type { PlainVisit } from '../front/plain-visit.ts';
import { asLast, withDate } from './redirect-bytes.ts';
import type { Targets } from './targets.ts';

export interface PlainRedirectOptions {
  readonly targets: Targets;
  readonly journal: Pick<Journal, 'stage'>;
  /** Tells whether the site sends any user agent away. */
  readonly blocksAny: () => boolean;
  /** Tells whether it sends this one away. */
  readonly isBlocked: (userAgent: string) => boolean;
  /** The visitor's address, given that of the connection and what a proxy says. */
  readonly clientAddress: (socketAddress: string, forwardedFor: string) => string;
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
}: PlainRedirectOptions) {
  const shortened = new WeakMap<Peer, Uint8Array>();

  function shortAddressOf(peer: Peer, bytes: Buffer, { forwardedFor }: PlainVisit): Uint8Array {
    if (forwardedFor.start !== 0) {
      const hops = bytes.toString('latin1', forwardedFor.start, forwardedFor.end);
      return Buffer.from(shortenAddress(clientAddress(peer.address, hops)), 'latin1');
    }
    let short = shortened.get(peer);
    if (short === undefined) {
      short = Buffer.from(shortenAddress(peer.address), 'latin1');
      shortened.set(peer, short);
    }
    return short;
  }

  return (visit: PlainVisit, bytes: Buffer, peer: Peer): Buffer | null => {
    const target = targets.get(visit.code) ?? targets.load(visit.code);
    if (target === null || target instanceof Promise) return null;
    const now = Date.now();
    const { expires_at: expiresAt } = target;
    if (target.is_active === 0 || (expiresAt !== 0 && now >= expiresAt * 1000)) return null;
    const { start, end } = visit.userAgent;
    if (blocksAny() && isBlocked(bytes.toString('latin1', start, end))) return null;
    journal.stage(target.id, now, shortAddressOf(peer, bytes, visit), bytes, visit);
    const answer = withDate(target.bytes, now);
    return visit.isLast ? asLast(answer) : answer;
  };
}
