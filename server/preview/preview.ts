import { joinCode, splitCode } from '../../contracts/links/domain-code.ts';
import { foldCode, trimCode } from '../engine/texts/code-spellings.ts';
import type { Engine, LinkRow } from '../engine/engine.ts';
import { selectByCode } from '../links/links.store.ts';
import { parseRouting, type Routing } from '../links/routing/routing.ts';
import type { Redirect, RedirectOptions } from '../redirect/redirect.ts';
import type { LinkVisit } from '../redirect/request-facts.ts';
import { findClosed } from '../redirect/route/decide.ts';
import type { PreviewedLink } from './preview-page.ts';

interface PreviewOptions extends Pick<
  RedirectOptions,
  'caps' | 'refuse' | 'targets' | 'unknownCodes' | 'visitors'
> {
  readonly engine: Engine;
  /** Answers when the plus belongs to the code itself. */
  readonly redirect: Redirect;
  readonly render: (request: Request, link: PreviewedLink) => Promise<Response>;
}

/** YOURLS shows its statistics with `+all`. */
const PREVIEW = /(.)\+(?:all)?$/s;

/** The codes to preview: the text before the plus, first as typed. Empty for a normal visit. */
export function findPreviewCodes(typed: string): readonly string[] {
  if (!typed.includes('+')) return [];
  const { domain, code } = splitCode(typed);
  const codes = [code, trimCode(code)]
    .filter((code) => PREVIEW.test(code))
    .map((code) => joinCode(domain, code.replace(PREVIEW, '$1')));
  return [...new Set(codes)];
}

function hidesTarget(routing: Routing): PreviewedLink['hides'] {
  if (routing.password_hash !== '') return 'password';
  return routing.max_clicks > 0 ? 'limit' : null;
}

/**
 * A preview is no click. Unknown codes count against the limit of redirects. An imported code may
 * end with a plus: that link redirects.
 */
export function createPreview(
  options: PreviewOptions,
): (codes: readonly string[], visit: LinkVisit) => Promise<Response | null> {
  const { engine, targets, caps, unknownCodes, refuse } = options;
  const find = async (code: string) => targets.get(code) ?? (await targets.load(code));

  /** Trailing punctuation before the plus is not removed. */
  async function findPreviewed(codes: readonly string[]) {
    for (const code of codes) {
      const target = await find(code);
      const isSameCode = target !== null && foldCode(target.short_url) === foldCode(code);
      const row = isSameCode ? await selectByCode(engine.db, 'all', target.short_url) : undefined;
      if (row) return row;
    }
    return null;
  }

  /** Counted and pending clicks of a link with a limit. */
  async function readUsed({ id, short_url: code }: LinkRow): Promise<number> {
    for (;;) {
      const used = caps.get(id);
      if (used !== undefined) return used;
      await caps.read(id, code);
    }
  }

  return async (codes, visit) => {
    const { request, typed, shorter } = visit;
    if (codes.every((code) => targets.get(code) === undefined)) {
      const wait = unknownCodes.secondsToWait(visit.address());
      if (wait > 0 && shorter.length > 0) return options.redirect(visit);
      if (wait > 0) return refuse('too-many', request, { 'Retry-After': String(wait) });
    }
    const exact = await find(typed);
    const row = exact !== null && PREVIEW.test(exact.short_url) ? null : await findPreviewed(codes);
    if (row === null && (exact !== null || shorter.length > 0)) return options.redirect(visit);
    if (row === null) {
      unknownCodes.count(visit.address(), codes.at(-1)!);
      return refuse('missing', request);
    }
    const routing = parseRouting(row.routing);
    const used = routing.max_clicks === 0 ? 0 : await readUsed(row);
    const closed = findClosed({ ...row, routing }, Date.now(), used);
    if (closed !== null) return refuse(closed, request);
    if (options.visitors.isBlocked(request.headers.get('user-agent') ?? '')) {
      return refuse('blocked', request);
    }
    // The visit class of pending clicks is unknown, so they are missing here.
    const visits = row.shows_numbers === 1 ? row.clicks - row.bots - row.imported_clicks : null;
    return options.render(request, {
      ...row,
      visits,
      hides: hidesTarget(routing),
      hasRules: routing.rules.length > 0,
    });
  };
}
