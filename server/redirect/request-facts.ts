import type { Domain } from '../../contracts/domains.ts';
import { type Click, shortenAddress } from '../clicks/journal/click.ts';
import type { SiteVisitFacts, VisitorRules } from './answer-visit.ts';
import type { CachedTarget } from './target-cache.ts';
import { readGluedQuery } from './visited-code.ts';

export interface TypedCode {
  /** The code as typed, with its domain (`domain-code.ts`). */
  readonly typed: string;
  /** Behind the code, as sent, without its slash. */
  readonly path: string;
}

export interface LinkVisit extends TypedCode {
  readonly request: Request;
  readonly domain: Domain | null;
  /** Shorter codes, the longest first: the visit may ask for a path below one of them. */
  readonly shorter: readonly TypedCode[];
  address(): string;
  country(): string | null;
  /** The id of the link whose password was right. */
  readonly unlocked?: number;
}

export class RequestFacts implements SiteVisitFacts {
  readonly time = Date.now();
  readonly #visit: LinkVisit;
  readonly #link: CachedTarget;
  readonly #visitors: VisitorRules;

  constructor(visit: LinkVisit, link: CachedTarget, visitors: VisitorRules) {
    this.#visit = visit;
    this.#link = link;
    this.#visitors = visitors;
  }

  get userAgent(): string {
    return this.#header('user-agent') ?? '';
  }

  get languages(): string {
    return this.#header('accept-language') ?? '';
  }

  /** A code may have the mark itself: then nothing behind it is a query. */
  get query(): string {
    const { request, path } = this.#visit;
    const query = readQuery(request.url);
    const glued =
      path !== '' || /[&?]/.test(this.#link.short_url) ? '' : readGluedQuery(request.url);
    return [glued, query].filter((part) => part !== '').join('&');
  }

  get path(): string {
    return this.#visit.path;
  }

  get isUnlocked(): boolean {
    return this.#visit.unlocked === this.#link.id;
  }

  get isProbe(): boolean {
    return !this.isUnlocked && this.#visit.request.method !== 'GET';
  }

  get isEmbedded(): boolean {
    return isEmbedded(this.#visit.request.headers);
  }

  get address(): string {
    return shortenAddress(this.#visit.address());
  }

  get country(): string {
    return this.#visitors.country(this.address, this.#visit.country() ?? '');
  }

  get drawsAnew(): boolean {
    return this.#visitors.drawsAnew();
  }

  get isBlocked(): boolean {
    return this.#visitors.isBlocked(this.userAgent);
  }

  toClick(target: string): Click {
    return {
      linkId: this.#link.id,
      time: this.time,
      target,
      domain: this.#link.domain,
      address: this.#visit.address(),
      referrer: this.#header('referer'),
      userAgent: this.#header('user-agent'),
      language: this.#header('accept-language'),
      query: this.query,
      country: this.#visit.country(),
      // A password is entered by a person, also in a frame.
      isEmbedded: !this.isUnlocked && this.isEmbedded,
      asksNotToBeTracked: hasOne(this.#header('dnt')) || hasOne(this.#header('sec-gpc')),
    };
  }

  #header(name: string): string | null {
    return this.#visit.request.headers.get(name);
  }
}

/** Whether a page embeds the link: in a picture, a frame, a script. Browsers say what it is for. */
export function isEmbedded(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest') ?? '';
  return /^[a-z]+$/i.test(destination) && !/^(document|empty)$/i.test(destination);
}

function readQuery(url: string): string {
  const fragment = url.indexOf('#');
  const end = fragment === -1 ? url.length : fragment;
  const start = url.indexOf('?') + 1;
  return start === 0 ? '' : url.slice(start, Math.max(start, end));
}

function hasOne(value: string | null): boolean {
  return value !== null && /(^|,)[ \t]*1[ \t]*(,|$)/.test(value);
}
