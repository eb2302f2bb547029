import { joinCode } from '../../contracts/domain-code.ts';
import type { ClickCaps } from '../clicks/click-caps.ts';
import type { Journal } from '../clicks/journal.ts';
import type { DomainIndex } from '../domains/domain-index.ts';
import { shortenAddress } from '../clicks/shorten-address.ts';
import type { Peer } from '../front/connection.ts';
import { copyFastVisit, type FastVisit } from '../front/fast-visit.ts';
import { createRoutedRedirect } from './routed-redirect.ts';
import type { VisitorFacts } from './visitor-facts.ts';
import type { CachedTarget } from './target-cache.ts';
import { isLive, type Targets } from './targets.ts';

const SHORTENED_MAX = 4096;

export interface PlainRedirectOptions {
  readonly targets: Targets;
  readonly journal: Pick<Journal, 'stage'>;
  readonly blocksAny: () => boolean;
  readonly isBlocked: (userAgent: string) => boolean;
  readonly clientAddress: (socketAddress: string, forwardedFor: string) => string;
  /** Omitted = no peer may name a visitor's country. */
  readonly isTrustedProxy?: (socketAddress: string) => boolean;
  /** Omitted = only the HTTP server limits look-ups. */
  readonly mustWait?: (address: string) => boolean;
  readonly visitorFacts: VisitorFacts;
  /** Omitted = the HTTP server answers visits of links with a limit of clicks. */
  readonly caps?: Pick<ClickCaps, 'get' | 'add'>;
  readonly domains: Pick<DomainIndex, 'hasAny' | 'find'>;
}

/**
 * Makes the same redirect and record as the HTTP server; null = no redirect. A pending look-up
 * makes a promise, which rejects when the look-up fails. Visitors that have left are not counted.
 */
export function createFastRedirect({
  targets,
  journal,
  blocksAny,
  isBlocked,
  clientAddress,
  isTrustedProxy = () => false,
  mustWait = () => false,
  visitorFacts,
  caps,
  domains,
}: PlainRedirectOptions) {
  const shorten = createShortener();
  const dropUntrustedCountry = createCountryGuard(isTrustedProxy);
  const redirectRouted = createRoutedRedirect({ targets, journal, isBlocked, visitorFacts, caps });

  function addressOf(peer: Peer, bytes: Buffer, { forwardedFor }: FastVisit): string {
    if (forwardedFor.start === 0) return peer.address;
    const hops = bytes.toString('latin1', forwardedFor.start, forwardedFor.end);
    return clientAddress(peer.address, hops);
  }

  function redirect(
    target: CachedTarget | null,
    visit: FastVisit,
    bytes: Buffer,
    peer: Peer,
  ): Buffer | null {
    if (target === null) return null;
    const now = Date.now();
    if (target.routing !== null) {
      dropUntrustedCountry(visit, peer);
      const address = shorten(addressOf(peer, bytes, visit));
      return redirectRouted(target, target.routing, { visit, bytes, address });
    }
    if (!isLive(target, now)) return null;
    const { start, end } = visit.userAgent;
    if (blocksAny() && isBlocked(bytes.toString('latin1', start, end))) return null;
    dropUntrustedCountry(visit, peer);
    const address = shorten(addressOf(peer, bytes, visit));
    journal.stage(target.id, now, address, bytes, visit, '', target.domain);
    return target.answer.at(now, visit.isLast);
  }

  return (visit: FastVisit, bytes: Buffer, peer: Peer): Buffer | null | Promise<Buffer | null> => {
    if (domains.hasAny) addDomain(domains, visit, bytes);
    const known = targets.get(visit.code);
    if (known !== undefined) return redirect(known, visit, bytes, peer);
    if (mustWait(addressOf(peer, bytes, visit))) return null;
    const found = targets.load(visit.code);
    if (!(found instanceof Promise)) return redirect(found, visit, bytes, peer);
    const copy = copyFastVisit(visit);
    return found.then((target) => (peer.hasLeft ? null : redirect(target, copy, bytes, peer)));
  };
}

function addDomain(domains: Pick<DomainIndex, 'find'>, visit: FastVisit, bytes: Buffer): void {
  const { start, end } = visit.host;
  const domain = domains.find(bytes.toString('latin1', start, end));
  if (domain !== null) visit.code = joinCode(domain.host, visit.code);
}

/** Empties the country of a peer that is no trusted proxy. */
function createCountryGuard(isTrustedProxy: (socketAddress: string) => boolean) {
  let lastPeer = '';
  let isLastTrusted = false;
  return ({ country }: FastVisit, { address }: Peer): void => {
    if (country.start === 0) return;
    if (address !== lastPeer) {
      isLastTrusted = isTrustedProxy(address);
      lastPeer = address;
    }
    if (!isLastTrusted) country.end = country.start;
  };
}

/** The journal keeps shortened addresses, as bytes. */
function createShortener(): (address: string) => Buffer {
  const shortened = new Map<string, Buffer>();
  return (address) => {
    const known = shortened.get(address);
    if (known !== undefined) return known;
    if (shortened.size === SHORTENED_MAX) shortened.clear();
    const short = Buffer.from(shortenAddress(address), 'latin1');
    shortened.set(address, short);
    return short;
  };
}
