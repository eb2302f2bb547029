import type { Click } from '../clicks/journal/click.ts';
import type { ClickCaps } from '../clicks/click-caps.ts';
import type { LinkPages, PageLink } from '../site/link-pages.ts';
import type { VisitorPageName } from '../site/visitor-page.ts';
import { readApp } from '../stats/classify/agents/browsers.ts';
import { answerVisit, type VisitClicks, type VisitorRules } from './answer-visit.ts';
import type { OpenPage } from './route/decide.ts';
import { RequestFacts, type LinkVisit, type TypedCode } from './request-facts.ts';
import { forwardsPath, isExact, type CachedTarget } from './target-cache.ts';
import type { Targets } from './targets.ts';

/** Per client. */
export const UNKNOWN_CODES_MAX = 300;
export const UNKNOWN_CODES_SECONDS = 60;

export interface UnknownCodeLimit {
  secondsToWait(address: string): number;
  count(address: string, code: string): void;
}

export interface RedirectOptions {
  readonly targets: Targets;
  readonly caps: Pick<ClickCaps, 'get' | 'read' | 'add'>;
  readonly visitors: VisitorRules;
  readonly pages: LinkPages;
  readonly unknownCodes: UnknownCodeLimit;
  /** Must not throw. */
  record(click: Click): void;
  helpsBlockedApps(): boolean;
  readonly refuse: (
    reason: VisitorPageName,
    request: Request,
    headers?: Record<string, string>,
  ) => Response;
}

type MaybePromise<Value> = Value | Promise<Value>;

/** Null = no link has this path. */
export type Redirect = (visit: LinkVisit) => MaybePromise<Response | null>;

export function createRedirect(options: RedirectOptions): Redirect {
  const { caps, targets, unknownCodes, refuse } = options;
  const clicks: VisitClicks<RequestFacts> = {
    get: (linkId) => caps.get(linkId),
    add: (linkId) => caps.add(linkId),
    record: (_, facts, target) => options.record(facts.toClick(target)),
  };

  function answer(visit: LinkVisit, link: CachedTarget | null): MaybePromise<Response | null> {
    const { request, path, domain } = visit;
    if (link === null) unknownCodes.count(visit.address(), visit.typed);
    if (path !== '' && (link === null || !forwardsPath(link))) return null;
    if (link === null) {
      const fallback = domain?.not_found_url ?? '';
      return fallback === '' ? refuse('missing', request) : redirectTo(fallback);
    }
    const facts = new RequestFacts(visit, link, options.visitors);
    const outcome = answerVisit(link, facts, clicks);
    if (outcome.kind === 'uncounted') {
      return caps.read(link.id, link.short_url).then(() => answer(visit, link));
    }
    switch (outcome.kind) {
      case 'long-url':
        return redirectTo(link.long_url);
      case 'redirect':
        return redirectTo(outcome.target, outcome.status);
      case 'fallback':
        return redirectTo(outcome.target);
      case 'closed':
        return refuse(outcome.why, request);
      case 'page':
        return answerPage(options, request, link, outcome.why);
      default:
        return refuseBlocked(options, request, link);
    }
  }

  function redirectTo(location: string, status = 302): Response {
    return new Response(null, { status, headers: { ...targets.headers, Location: location } });
  }

  return (visit) => {
    const found = findTarget(options, visit);
    if (found instanceof Promise) return found.then((found) => answer(found.visit, found.link));
    if (found !== undefined) return answer(found.visit, found.link);
    if (visit.path !== '') return null;
    const wait = unknownCodes.secondsToWait(visit.address());
    return refuse('too-many', visit.request, { 'Retry-After': String(wait) });
  };
}

interface Found {
  readonly visit: LinkVisit;
  readonly link: CachedTarget | null;
}

/**
 * A client with too many unknown codes gets cached links only; undefined = it must wait. An exact
 * code of several segments goes before a link that forwards a path, and that before other spellings.
 */
export function findTarget(
  { targets, unknownCodes }: Pick<RedirectOptions, 'targets' | 'unknownCodes'>,
  visit: LinkVisit,
): MaybePromise<Found> | undefined {
  const { typed, shorter } = visit;
  const cached = targets.get(typed);
  if (cached !== undefined && (shorter.length === 0 || isExact(cached, typed))) {
    return { visit, link: cached };
  }
  const mustWait = unknownCodes.secondsToWait(visit.address()) > 0;
  if (shorter.length > 0) return findDeep(targets, visit, mustWait);
  if (mustWait) return undefined;
  const loaded = targets.load(typed);
  return loaded instanceof Promise
    ? loaded.then((link) => ({ visit, link }))
    : { visit, link: loaded };
}

function findDeep(
  targets: Targets,
  visit: LinkVisit,
  mustWait: boolean,
): MaybePromise<Found> | undefined {
  const codes: readonly TypedCode[] = [visit, ...visit.shorter];
  const choose = (links: readonly (CachedTarget | null | undefined)[]): Found | undefined => {
    for (const [index, { typed, path }] of codes.entries()) {
      const link = links[index] ?? null;
      if (link === null || !(path === '' ? isExact(link, typed) : forwardsPath(link))) continue;
      return { visit: { ...visit, typed, path, shorter: [] }, link };
    }
    return undefined;
  };
  const known = codes.map(({ typed }, index) => {
    const link = targets.get(typed);
    // A spelling in the cache must not change where a visit leads: only the last code may be one.
    const counts = link !== undefined && (index === codes.length - 1 || isExact(link, typed));
    return counts ? link : undefined;
  });
  if (mustWait) return choose(known);
  const links = codes.map(({ typed }, index) => {
    if (known[index] !== undefined) return known[index];
    return index === codes.length - 1 ? targets.load(typed) : targets.loadExact(typed);
  });
  if (!links.some((link) => link instanceof Promise)) {
    return choose(links as CachedTarget[]) ?? findSpelling(targets, visit);
  }
  return Promise.all(links.map((link) => Promise.resolve(link))).then(
    (links) => choose(links) ?? findSpelling(targets, visit),
    (error: unknown) => {
      // Cached links redirect while the database is away.
      const cached = choose(known);
      if (cached === undefined) throw error;
      return cached;
    },
  );
}

function findSpelling(targets: Targets, visit: LinkVisit): MaybePromise<Found> {
  if (visit.path !== '') return { visit, link: null };
  const link = targets.get(visit.typed) ?? targets.load(visit.typed);
  return link instanceof Promise ? link.then((link) => ({ visit, link })) : { visit, link };
}

function answerPage(
  { pages, refuse }: RedirectOptions,
  request: Request,
  link: CachedTarget,
  page: OpenPage,
): Response {
  switch (page) {
    case 'password':
      return pages.password(request, 'asked');
    case 'in-app':
      return pages.inApp(request, link, readApp(request.headers.get('user-agent') ?? ''));
    case 'card':
      return pages.card(request, link, link.routing!.social);
    default:
      return refuse('missing', request);
  }
}

function refuseBlocked(options: RedirectOptions, request: Request, link: PageLink): Response {
  const app = options.helpsBlockedApps() ? readApp(request.headers.get('user-agent') ?? '') : '';
  return app === '' ? options.refuse('blocked', request) : options.pages.inApp(request, link, app);
}
