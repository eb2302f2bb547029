import type { Click } from '../clicks/click.ts';
import type { VisitorPageName } from '../site/visitor-page.ts';
import type { CachedTarget } from './target-cache.ts';
import { isLive, type Targets } from './targets.ts';

export interface RedirectOptions {
  readonly targets: Targets;
  /** Takes the click over; must not throw. */
  record(click: Click): void;
  /** Tells whether the site sends this user agent away. */
  isBlocked(userAgent: string): boolean;
  /** Renders the page for a visitor who is not redirected. */
  refuse(reason: VisitorPageName, request: Request): Response;
}

/** Answers a visit to `/{code}`, given the code as typed and the visitor's address. */
export type Redirect = (
  request: Request,
  typed: string,
  address: () => string,
) => Response | Promise<Response>;

/** The visitor's journey: code → cache, or one look-up → journal → 302. */
export function createRedirect(options: RedirectOptions): Redirect {
  const { targets } = options;

  function answer(request: Request, target: CachedTarget | null, address: () => string): Response {
    if (target === null) return options.refuse('missing', request);
    const now = Date.now();
    if (!isLive(target, now)) return options.refuse('expired', request);
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
      });
    }
    const location = { Location: target.long_url };
    return new Response(null, { status: 302, headers: { ...targets.headers, ...location } });
  }

  return (request, typed, address) => {
    const known = targets.get(typed);
    if (known !== undefined) return answer(request, known, address);
    const found = targets.load(typed);
    return found instanceof Promise
      ? found.then((target) => answer(request, target, address))
      : answer(request, found, address);
  };
}

/** Tells whether a browser fetches ahead of a visit that may never come. */
function isPrefetch(headers: Headers): boolean {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz');
  return purpose !== null && /\bpre(fetch|render|view)\b/i.test(purpose);
}
