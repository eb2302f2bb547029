import type { Click } from '../clicks/click.ts';
import type { VisitorPageName } from '../site/visitor-page.ts';
import type { CachedTarget } from './target-cache.ts';
import { isLive, getRefusalReason, type Targets } from './targets.ts';

/** Per client. */
export const UNKNOWN_CODES_MAX = 300;
export const UNKNOWN_CODES_SECONDS = 60;

export interface UnknownCodeLimit {
  /** 0 = now. */
  secondsToWait(address: string): number;
  count(address: string, code: string): void;
}

export interface RedirectOptions {
  readonly targets: Targets;
  readonly unknownCodes: UnknownCodeLimit;
  /** Must not throw. */
  record(click: Click): void;
  isBlocked(userAgent: string): boolean;
  refuse(reason: VisitorPageName, request: Request, headers?: Record<string, string>): Response;
}

/** `typed` is the code as typed. `country` comes from a trusted proxy. */
export type Redirect = (
  request: Request,
  typed: string,
  address: () => string,
  country?: () => string | null,
) => Response | Promise<Response>;

/** A client with too many unknown codes gets cached links only. */
export function createRedirect(options: RedirectOptions): Redirect {
  const { targets, unknownCodes } = options;

  function answer(
    request: Request,
    typed: string,
    target: CachedTarget | null,
    address: () => string,
    country: () => string | null,
  ): Response {
    if (target === null) {
      unknownCodes.count(address(), typed);
      return options.refuse('missing', request);
    }
    const now = Date.now();
    if (!isLive(target, now)) return options.refuse(getRefusalReason(target), request);
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
        query: getQuery(request.url),
        country: country(),
        asksNotToBeTracked: hasValueOne(headers.get('dnt')) || hasValueOne(headers.get('sec-gpc')),
      });
    }
    const location = { Location: target.long_url };
    return new Response(null, { status: 302, headers: { ...targets.headers, ...location } });
  }

  return (request, typed, address, country = () => null) => {
    const known = targets.get(typed);
    if (known !== undefined) return answer(request, typed, known, address, country);
    const wait = unknownCodes.secondsToWait(address());
    if (wait > 0) return options.refuse('too-many', request, { 'Retry-After': String(wait) });
    const found = targets.load(typed);
    return found instanceof Promise
      ? found.then((target) => answer(request, typed, target, address, country))
      : answer(request, typed, found, address, country);
  };
}

function getQuery(url: string): string | null {
  const fragment = url.indexOf('#');
  const end = fragment === -1 ? url.length : fragment;
  const start = url.indexOf('?') + 1;
  return start === 0 || start > end ? null : url.slice(start, end);
}

/** Prefetched pages may never be visited. */
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

/** Accepts `1` in a list too: repeated headers become one. */
function hasValueOne(value: string | null): boolean {
  return (
    value === '1' || (value !== null && value.length > 1 && /(^|,)[ \t]*1[ \t]*(,|$)/.test(value))
  );
}
