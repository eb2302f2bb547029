import type { Domain } from '../../contracts/domains.ts';
import type { Click } from '../clicks/click.ts';
import type { ClickCaps } from '../clicks/click-caps.ts';
import { shortenAddress } from '../clicks/shorten-address.ts';
import { plainRouting, type Routing } from '../links/routing.ts';
import type { LinkPages, PageLink } from '../site/link-pages.ts';
import type { VisitorPageName } from '../site/visitor-page.ts';
import { readApp } from '../stats/classify/agents/browsers.ts';
import { decide, findClosed, type OpenPage } from './route/decide.ts';
import { createVisit, type Visit } from './route/visit.ts';
import { isEmbedded } from './request-purpose.ts';
import type { CachedTarget } from './target-cache.ts';
import type { Targets } from './targets.ts';
import { readGluedQuery } from './visited-code.ts';
import type { VisitorFacts } from './visitor-facts.ts';

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
  readonly caps: Pick<ClickCaps, 'get' | 'read' | 'add'>;
  readonly visitorFacts: VisitorFacts;
  readonly pages: LinkPages;
  readonly unknownCodes: UnknownCodeLimit;
  /** Must not throw. */
  record(click: Click): void;
  isBlocked(userAgent: string): boolean;
  /** Whether a blocked app gets the page that says how to leave it. */
  helpsBlockedApps(): boolean;
  readonly refuse: (
    reason: VisitorPageName,
    request: Request,
    headers?: Record<string, string>,
  ) => Response;
}

export interface LinkVisit {
  readonly request: Request;
  /** The code as typed, with its domain (`domain-code.ts`). */
  readonly typed: string;
  /** Null = the main domain. */
  readonly domain: Domain | null;
  /** Behind the code, as sent, without its slash. */
  readonly path: string;
  address(): string;
  country(): string | null;
  readonly isUnlocked?: boolean;
}

export type Redirect = (visit: LinkVisit) => Response | Promise<Response>;

/** A client with too many unknown codes gets cached links only. */
export function createRedirect(options: RedirectOptions): Redirect {
  const { targets, unknownCodes } = options;

  function answer(visit: LinkVisit, target: CachedTarget | null): Response | Promise<Response> {
    const { request } = visit;
    if (target === null) {
      unknownCodes.count(visit.address(), visit.typed);
      const elsewhere = visit.domain?.not_found_url ?? '';
      return elsewhere === ''
        ? options.refuse('missing', request)
        : createRedirectResponse(targets.headers, 302, elsewhere);
    }
    if (target.routing !== null) return answerRouted(options, visit, target, target.routing);
    if (visit.path !== '') return options.refuse('missing', request);
    const now = Date.now();
    const closed = findClosed({ ...target, routing: plainRouting }, now, 0);
    if (closed !== null) return options.refuse(closed, request);
    if (isBlocked(options, request)) return refuseBlocked(options, request, target);
    // The link may have got a limit while it was looked up.
    if (recordClick(options, visit, target, now)) options.caps.add(target.id);
    return createRedirectResponse(targets.headers, 302, target.long_url);
  }

  return (visit) => {
    const { request, typed } = visit;
    const known = targets.get(typed);
    if (known !== undefined) return answer(visit, known);
    const wait = unknownCodes.secondsToWait(visit.address());
    if (wait > 0) return options.refuse('too-many', request, { 'Retry-After': String(wait) });
    const found = targets.load(typed);
    return found instanceof Promise
      ? found.then((target) => answer(visit, target))
      : answer(visit, found);
  };
}

type RoutedTarget = CachedTarget & { readonly routing: Routing };

/** No other visit runs between decision and record, so that a limit of clicks is exact. */
function answerRouted(
  options: RedirectOptions,
  visit: LinkVisit,
  target: CachedTarget,
  routing: Routing,
): Response | Promise<Response> {
  const { caps } = options;
  const link = { ...target, routing };
  if (routing.max_clicks === 0) return answerDecision(options, visit, link, 0);
  const clicks = caps.get(target.id);
  if (clicks !== undefined) return answerDecision(options, visit, link, clicks);
  return caps
    .read(target.id, target.short_url)
    .then(() => answerRouted(options, visit, target, routing));
}

function answerDecision(
  options: RedirectOptions,
  visit: LinkVisit,
  link: RoutedTarget,
  clicks: number,
): Response {
  const { request } = visit;
  const time = Date.now();
  const facts = readVisit(options, visit, link, time);
  const decision = decide(link, facts, clicks);
  const { headers } = options.targets;
  if (decision.kind === 'closed') return options.refuse(decision.why, request);
  if (decision.kind === 'fallback') return createRedirectResponse(headers, 302, decision.target);
  if (decision.why !== 'in-app' && isBlocked(options, request)) {
    return refuseBlocked(options, request, link);
  }
  if (decision.kind === 'page') {
    return answerPage(options, visit, link, decision.why, facts);
  }
  if (recordClick(options, visit, link, time, decision.chosen)) options.caps.add(link.id);
  return createRedirectResponse(headers, decision.status, decision.target);
}

function answerPage(
  { pages, refuse }: RedirectOptions,
  { request }: LinkVisit,
  link: RoutedTarget,
  page: OpenPage,
  { app }: Visit,
): Response {
  switch (page) {
    case 'password':
      return pages.password(request, 'asked');
    case 'in-app':
      return pages.inApp(request, link, app);
    case 'card':
      return pages.card(request, link, link.routing.social);
    default:
      return refuse('missing', request);
  }
}

function readVisit(
  options: RedirectOptions,
  visit: LinkVisit,
  target: CachedTarget,
  time: number,
): Visit {
  const { visitorFacts } = options;
  const { headers } = visit.request;
  const address = (): string => shortenAddress(visit.address());
  return createVisit({
    time,
    userAgent: headers.get('user-agent') ?? '',
    languages: headers.get('accept-language') ?? '',
    query: queryOf(visit, target) ?? '',
    path: visit.path,
    isUnlocked: visit.isUnlocked ?? false,
    isHead: visit.request.method === 'HEAD',
    isEmbedded: isEmbedded(headers),
    address,
    country: () => visitorFacts.country(address(), visit.country() ?? ''),
    drawsAnew: visitorFacts.drawsAnew(),
  });
}

function isBlocked(options: RedirectOptions, { headers }: Request): boolean {
  const userAgent = headers.get('user-agent');
  return userAgent !== null && options.isBlocked(userAgent);
}

function refuseBlocked(options: RedirectOptions, request: Request, link: PageLink): Response {
  const app = options.helpsBlockedApps() ? readApp(request.headers.get('user-agent') ?? '') : '';
  return app === '' ? options.refuse('blocked', request) : options.pages.inApp(request, link, app);
}

/** False = the request is no click. */
function recordClick(
  options: RedirectOptions,
  visit: LinkVisit,
  link: CachedTarget,
  time: number,
  target = '',
): boolean {
  const { method, headers } = visit.request;
  if (visit.isUnlocked !== true && method !== 'GET') return false;
  options.record({
    linkId: link.id,
    time,
    target,
    domain: link.domain,
    address: visit.address(),
    referrer: headers.get('referer'),
    userAgent: headers.get('user-agent'),
    language: headers.get('accept-language'),
    query: queryOf(visit, link),
    country: visit.country(),
    // A password is entered by a person, also in a frame.
    isEmbedded: visit.isUnlocked !== true && isEmbedded(headers),
    asksNotToBeTracked: hasValueOne(headers.get('dnt')) || hasValueOne(headers.get('sec-gpc')),
  });
  return true;
}

function createRedirectResponse(
  headers: Readonly<Record<string, string>>,
  status: number,
  location: string,
): Response {
  return new Response(null, { status, headers: { ...headers, Location: location } });
}

/** A code may have the mark itself: then nothing behind it is a query. */
function queryOf({ request, path }: LinkVisit, { short_url: code }: CachedTarget): string | null {
  const query = getQuery(request.url);
  const glued = path !== '' || /[&?]/.test(code) ? '' : readGluedQuery(request.url);
  return glued === '' ? query : [glued, query ?? ''].filter((part) => part !== '').join('&');
}

function getQuery(url: string): string | null {
  const fragment = url.indexOf('#');
  const end = fragment === -1 ? url.length : fragment;
  const start = url.indexOf('?') + 1;
  return start === 0 || start > end ? null : url.slice(start, end);
}

/** Accepts `1` in a list too: repeated headers become one. */
function hasValueOne(value: string | null): boolean {
  return (
    value === '1' || (value !== null && value.length > 1 && /(^|,)[ \t]*1[ \t]*(,|$)/.test(value))
  );
}
