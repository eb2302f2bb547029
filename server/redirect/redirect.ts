import type { Click } from '../clicks/click.ts';
import type { Engine, LinkTarget } from '../engine/engine.ts';
import type { VisitorPageName } from '../site/visitor-page.ts';
import { TargetCache, type CachedTarget } from './target-cache.ts';

export interface RedirectOptions {
  readonly engine: Pick<Engine, 'findTarget' | 'changes'>;
  /** Takes the click over; must not throw. */
  record(click: Click): void;
  /** Tells whether the site sends this user agent away. */
  isBlocked(userAgent: string): boolean;
  /** Renders the page for a visitor who is not redirected. */
  refuse(reason: VisitorPageName, request: Request): Response;
  /** Headers beside those of every redirect. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers a visit to `/{code}`, given the code as typed and the visitor's address. */
export type Redirect = (
  request: Request,
  typed: string,
  address: () => string,
) => Response | Promise<Response>;

/** The visitor's journey: code → cache, or one look-up → journal → 302. */
export function createRedirect(options: RedirectOptions): Redirect {
  const { engine } = options;
  const cache = new TargetCache();
  engine.changes.subscribe('link', (code) => cache.forget(code));

  function answer(request: Request, target: CachedTarget | null, address: () => string): Response {
    if (target === null) return options.refuse('missing', request);
    const now = Date.now();
    const { expires_at: expiresAt } = target;
    if (target.is_active === 0 || (expiresAt !== 0 && now >= expiresAt * 1000)) {
      return options.refuse('expired', request);
    }
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
    return new Response(null, { status: 302, headers: target.headers });
  }

  async function load(typed: string): Promise<CachedTarget | null> {
    const { generation } = cache;
    const found = (await engine.findTarget(typed)) ?? (await findLowerCase(typed));
    if (found === null) return null;
    const target = { ...found, headers: redirectHeaders(found, options.headers) };
    // A change during the look-up may have made it old: then it serves this once.
    if (generation === cache.generation) cache.add(typed, target);
    return target;
  }

  async function findLowerCase(typed: string): Promise<LinkTarget | null> {
    const lower = typed.toLowerCase();
    return lower === typed ? null : engine.findTarget(lower);
  }

  return (request, typed, address) => {
    const known = cache.get(typed);
    if (known !== undefined) return answer(request, known, address);
    return load(typed).then((target) => answer(request, target, address));
  };
}

function redirectHeaders(target: LinkTarget, common: Readonly<Record<string, string>>): Headers {
  return new Headers({
    ...common,
    'Cache-Control': 'private, no-store',
    Location: target.long_url,
  });
}

/** Tells whether a browser fetches ahead of a visit that may never come. */
function isPrefetch(headers: Headers): boolean {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz');
  return purpose !== null && /\bpre(fetch|render|view)\b/i.test(purpose);
}
