import { foldCode, tidyCode } from '../engine/code-spellings.ts';
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

/** The code of the link that is to be looked at before it is followed; null: it shall be followed. */
export function previewedCode(typed: string): string | null {
  if (!typed.includes('+')) return null;
  const code = tidyCode(typed);
  return code.length > 1 && code.endsWith('+') ? code.slice(0, -1) : null;
}

/**
 * Answers a visit to `/{code}+`, which is no click: where the link leads, for everybody. Codes that
 * are not there count as for redirects. An imported code may end with a plus: that link is followed.
 */
export function createPreview(
  options: PreviewOptions,
): (code: string, ...visit: Parameters<Redirect>) => Promise<Response> {
  const { engine, targets, misses, refuse } = options;

  return async (code, request, typed, address, country) => {
    const known = targets.get(code);
    if (known === undefined) {
      const wait = misses.secondsToWait(address());
      if (wait > 0) return refuse('too-many', request, { 'Retry-After': String(wait) });
    }
    const own = targets.get(typed) ?? (await targets.load(typed));
    if (own !== null) return options.redirect(request, typed, address, country);

    const target = known ?? (await targets.load(code));
    // Nothing is taken off between a code and its plus.
    const isMeant = target !== null && foldCode(target.short_url) === foldCode(code);
    const row = isMeant ? await selectByCode(engine.db, target.short_url) : null;
    if (row === null) {
      misses.count(address(), code);
      return refuse('missing', request);
    }
    if (!isLive(row, Date.now())) return refuse('expired', request);
    if (options.isBlocked(request.headers.get('user-agent') ?? '')) {
      return refuse('blocked', request);
    }
    // Of clicks that wait to be counted nobody knows yet who they are of.
    const visits = row.shows_numbers === 1 ? row.clicks - row.bots - row.imported_clicks : null;
    return options.render(request, { ...row, visits });
  };
}
