import { isReservedCode } from '../../contracts/links/custom-code.ts';
import { joinCode, splitCode } from '../../contracts/links/domain-code.ts';
import type { ClickCaps } from '../clicks/click-caps.ts';
import type { Journal } from '../clicks/journal/journal.ts';
import { shortenAddress } from '../clicks/journal/click.ts';
import type { DomainIndex } from '../domains/domain-index.ts';
import type { Peer } from '../front/connection.ts';
import { copyFastVisit, createFastVisit, type FastVisit, type Range } from '../front/fast-visit.ts';
import {
  answerVisit,
  type SiteVisitFacts,
  type VisitClicks,
  type VisitorRules,
} from './answer-visit.ts';
import { forwardsPath, isExact, type CachedTarget } from './target-cache.ts';
import type { Targets } from './targets.ts';

const SHORTENED_MAX = 4096;
const SLASH = 47;
const NO_BYTES = Buffer.alloc(0);

export interface FastRedirectOptions {
  readonly targets: Targets;
  readonly journal: Pick<Journal, 'stage'>;
  readonly visitors: VisitorRules;
  readonly clientAddress: (socketAddress: string, forwardedFor: string) => string;
  /** Omitted = no peer may name a visitor's country. */
  readonly isTrustedProxy?: (socketAddress: string) => boolean;
  /** Omitted = only the HTTP server limits look-ups. */
  readonly mustWait?: (address: string) => boolean;
  /** Omitted = the HTTP server answers visits of links with a limit of clicks. */
  readonly caps?: Pick<ClickCaps, 'get' | 'add'>;
  readonly domains: Pick<DomainIndex, 'hasAny' | 'find'>;
}

/** As the HTTP server; null = no redirect. A promise rejects when the look-up fails. */
export function createFastRedirect(options: FastRedirectOptions) {
  const { targets, journal, mustWait = () => false, caps, domains } = options;
  const facts = new FastFacts(options);
  const clicks: VisitClicks<FastFacts> = {
    get: (linkId) => caps?.get(linkId),
    add: (linkId) => caps?.add(linkId),
    record(link, { time, shortAddress, bytes, visit }, target) {
      journal.stage(link.id, time, shortAddress, bytes, visit, target, link.domain);
    },
  };

  function answer(
    link: CachedTarget | null,
    visit: FastVisit,
    bytes: Buffer,
    peer: Peer,
  ): Buffer | null {
    if (link === null) return null;
    facts.begin(visit, bytes, peer);
    const outcome = answerVisit(link, facts, clicks);
    if (outcome.kind === 'long-url') return link.answer.at(facts.time, visit.isLast);
    if (outcome.kind !== 'redirect') return null;
    return targets.redirect(outcome.status, outcome.target, facts.time, visit.isLast);
  }

  return (visit: FastVisit, bytes: Buffer, peer: Peer): Buffer | null | Promise<Buffer | null> => {
    const isDeep = visit.code.charCodeAt(0) === SLASH;
    if (domains.hasAny) addDomain(domains, visit, bytes, isDeep);
    const { code } = visit;
    const cached = targets.get(code);
    if (isDeep && !isDeepLink(targets, code, cached)) return null;
    if (cached !== undefined) return answer(cached, visit, bytes, peer);
    if (mustWait(facts.begin(visit, bytes, peer).fullAddress)) return null;
    const loaded = isDeep ? targets.loadExact(code) : targets.load(code);
    if (!(loaded instanceof Promise)) return answer(loaded, visit, bytes, peer);
    const copy = copyFastVisit(visit);
    return loaded.then((target) => (peer.hasLeft ? null : answer(target, copy, bytes, peer)));
  };
}

function addDomain(
  domains: Pick<DomainIndex, 'find'>,
  visit: FastVisit,
  bytes: Buffer,
  isDeep: boolean,
): void {
  const { start, end } = visit.host;
  const domain = domains.find(bytes.toString('latin1', start, end));
  if (domain === null) return;
  visit.code = isDeep ? domain.host + visit.code : joinCode(domain.host, visit.code);
}

/**
 * Whether a code of several segments may be answered here: only exact codes go before a link that
 * forwards a path, which the HTTP server answers.
 */
function isDeepLink(targets: Targets, typed: string, cached: CachedTarget | undefined): boolean {
  if (cached !== undefined) return isExact(cached, typed);
  const { domain, code } = splitCode(typed);
  if (domain === '' && isReservedCode(code)) return false;
  const first = targets.get(joinCode(domain, code.slice(0, code.indexOf('/'))));
  return first === undefined || !forwardsPath(first);
}

class FastFacts implements SiteVisitFacts {
  readonly #visitors: VisitorRules;
  readonly #clientAddress: FastRedirectOptions['clientAddress'];
  readonly #isTrustedProxy: (socketAddress: string) => boolean;
  readonly #shortened = new Map<string, Buffer>();
  #peer: Peer = { address: '', hasLeft: false };
  #lastProxy = '';
  #isLastTrusted = false;
  time = 0;
  bytes: Buffer = NO_BYTES;
  visit = createFastVisit();

  constructor({ visitors, clientAddress, isTrustedProxy = () => false }: FastRedirectOptions) {
    this.#visitors = visitors;
    this.#clientAddress = clientAddress;
    this.#isTrustedProxy = isTrustedProxy;
  }

  begin(visit: FastVisit, bytes: Buffer, peer: Peer): this {
    this.time = Date.now();
    this.visit = visit;
    this.bytes = bytes;
    this.#peer = peer;
    if (visit.country.start !== 0 && !this.#isPeerTrusted())
      visit.country.end = visit.country.start;
    return this;
  }

  get isBlocked(): boolean {
    return this.#visitors.blocksAny() && this.#visitors.isBlocked(this.userAgent);
  }

  get isEmbedded(): boolean {
    return this.visit.isEmbedded;
  }

  get userAgent(): string {
    return this.#read(this.visit.userAgent);
  }

  get languages(): string {
    return this.#read(this.visit.language);
  }

  get query(): string {
    return this.#read(this.visit.query);
  }

  get country(): string {
    return this.#visitors.country(this.address, this.#read(this.visit.country));
  }

  get drawsAnew(): boolean {
    return this.#visitors.drawsAnew();
  }

  get fullAddress(): string {
    const { forwardedFor } = this.visit;
    if (forwardedFor.start === 0) return this.#peer.address;
    return this.#clientAddress(this.#peer.address, this.#read(forwardedFor));
  }

  get address(): string {
    return this.shortAddress.toString('latin1');
  }

  get shortAddress(): Buffer {
    const address = this.fullAddress;
    const cached = this.#shortened.get(address);
    if (cached !== undefined) return cached;
    if (this.#shortened.size === SHORTENED_MAX) this.#shortened.clear();
    const short = Buffer.from(shortenAddress(address), 'latin1');
    this.#shortened.set(address, short);
    return short;
  }

  #read({ start, end }: Range): string {
    return this.bytes.toString('latin1', start, end);
  }

  #isPeerTrusted(): boolean {
    const { address } = this.#peer;
    if (address !== this.#lastProxy) {
      this.#isLastTrusted = this.#isTrustedProxy(address);
      this.#lastProxy = address;
    }
    return this.#isLastTrusted;
  }
}
