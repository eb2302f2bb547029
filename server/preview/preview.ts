import type { Engine } from '../engine/engine.ts';
import { selectByCode } from '../links/links.store.ts';
import type { Misses, Redirect, RedirectOptions } from '../redirect/redirect.ts';
import { isLive, type Targets } from '../redirect/targets.ts';
import type { PreviewedLink } from './preview-page.ts';

interface PreviewOptions extends Pick<RedirectOptions, 'isBlocked' | 'refuse'> {
  readonly engine: Engine;
  readonly targets: Targets;
  readonly misses: Misses;
  /** What answers where the plus belongs to the code itself. */
  readonly redirect: Redirect;
  readonly render: (request: Request, link: PreviewedLink) => Response;
}

/** Tells whether a typed code asks for a look at the link before it is followed. */
export function asksForPreview(typed: string): boolean {
  return typed.length > 1 && typed.endsWith('+');
}

/**
 * Answers a visit to `/{code}+`, which is no click: where the link leads, for everybody. Codes that
 * are not there count as for redirects. An imported code may end with a plus: that link is followed.
 */
export function createPreview(options: PreviewOptions): Redirect {
  const { engine, targets, misses, refuse } = options;

  return async (request, typed, address, country) => {
    const code = typed.slice(0, -1);
    const known = targets.get(code);
    if (known === undefined) {
      const wait = misses.secondsToWait(address());
      if (wait > 0) return refuse('too-many', request, { 'Retry-After': String(wait) });
    }
    const own = targets.get(typed) ?? (await targets.load(typed));
    if (own !== null) return options.redirect(request, typed, address, country);

    const target = known ?? (await targets.load(code));
    const row = target === null ? null : await selectByCode(engine.db, target.short_url);
    if (row === null) {
      misses.count(address(), code);
      return refuse('missing', request);
    }
    if (!isLive(row, Date.now())) return refuse('expired', request);
    if (options.isBlocked(request.headers.get('user-agent') ?? '')) {
      return refuse('blocked', request);
    }
    // Of clicks that wait to be counted nobody knows yet who they are of.
    const visits = row.shows_numbers === 1 ? row.clicks - row.bots : null;
    return options.render(request, { ...row, visits });
  };
}
