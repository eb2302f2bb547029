import type { Click } from '../clicks/click.ts';
import type { VisitorPageName } from '../site/visitor-page.ts';
import type { CachedTarget } from './target-cache.ts';
import { isLive, reasonOf, type Targets } from './targets.ts';

/** How many codes that are not there one client may ask for, in a minute. */
export const MISSES_MAX = 300;
export const MISSES_SECONDS = 60;

/** Counts the codes that are not there, by the client that asks for them. */
export interface Misses {
  /** Whole seconds until another code is looked up for the client; 0 = now. */
  secondsToWait(address: string): number;
  count(address: string, code: string): void;
}

export interface RedirectOptions {
  readonly targets: Targets;
  readonly misses: Misses;
  /** Takes the click over; must not throw. */
  record(click: Click): void;
  /** Tells whether the site sends this user agent away. */
  isBlocked(userAgent: string): boolean;
  /** Renders the page for a visitor who is not redirected, with headers of its own. */
  refuse(reason: VisitorPageName, request: Request, headers?: Record<string, string>): Response;
}

/**
 * Answers a visit to `/{code}`, given the code as typed, the visitor's address, and what a trusted
 * proxy says of the country.
 */
export type Redirect = (
  request: Request,
  typed: string,
  address: () => string,
  country?: () => string | null,
) => Response | Promise<Response>;

/**
 * The visitor's journey: code → cache, or one look-up → journal → 302. A client that asks for too many
 * codes that are not there gets no look-ups for a while, only what is in memory.
 */
export function createRedirect(options: RedirectOptions): Redirect {
  const { targets, misses } = options;

  function answer(
    request: Request,
    typed: string,
    target: CachedTarget | null,
    address: () => string,
    country: () => string | null,
  ): Response {
    if (target === null) {
      misses.count(address(), typed);
      return options.refuse('missing', request);
    }
    const now = Date.now();
    if (!isLive(target, now)) return options.refuse(reasonOf(target), request);
    const { headers } = request;
    const userAgent = headers.get('user-agent');
    if (userAgent !== null && options.isBlocked(userAgent)) {
      return options.refuse('blocked', request);
    }
    if (request.method === 'GET' && !isPrefetch(headers)) {
      options.record({
        linkId: target.id,
        time: now,
        address: address(),
        referrer: headers.get('referer'),
        userAgent,
        language: headers.get('accept-language'),
        query: queryOf(request.url),
        country: country(),
        asksNotToBeTracked: saysOne(headers.get('dnt')) || saysOne(headers.get('sec-gpc')),
      });
    }
    const location = { Location: target.long_url };
    return new Response(null, { status: 302, headers: { ...targets.headers, ...location } });
  }

  return (request, typed, address, country = () => null) => {
    const known = targets.get(typed);
    if (known !== undefined) return answer(request, typed, known, address, country);
    const wait = misses.secondsToWait(address());
    if (wait > 0) return options.refuse('too-many', request, { 'Retry-After': String(wait) });
    const found = targets.load(typed);
    return found instanceof Promise
      ? found.then((target) => answer(request, typed, target, address, country))
      : answer(request, typed, found, address, country);
  };
}

/** What stands behind the question mark of a URL, or null. */
function queryOf(url: string): string | null {
  const fragment = url.indexOf('#');
  const end = fragment === -1 ? url.length : fragment;
  const start = url.indexOf('?') + 1;
  return start === 0 || start > end ? null : url.slice(start, end);
}

/** Tells whether a header says that the browser loads the page ahead of a visit that may never come. */
function isPrefetch(headers: Headers): boolean {
  return (
    declaresPrefetch(headers.get('sec-purpose')) ||
    declaresPrefetch(headers.get('purpose')) ||
    declaresPrefetch(headers.get('x-purpose')) ||
    declaresPrefetch(headers.get('x-moz'))
  );
}

function declaresPrefetch(purpose: string | null): boolean {
  return purpose !== null && /\bpre(fetch|render|view)\b/i.test(purpose);
}

/** Tells whether a header is `1`, or has it among several values, as when it came on several lines. */
function saysOne(value: string | null): boolean {
  return (
    value === '1' || (value !== null && value.length > 1 && /(^|,)[ \t]*1[ \t]*(,|$)/.test(value))
  );
}
