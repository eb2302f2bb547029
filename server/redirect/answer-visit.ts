import type { Routing } from '../links/routing/routing.ts';
import { openPlaces, type Places, type PlacesOptions } from '../stats/classify/places.ts';
import { decide, findClosed, type Decision } from './route/decide.ts';
import type { VisitFacts } from './route/visit.ts';
import type { CachedTarget } from './target-cache.ts';

export interface VisitorRules {
  blocksAny(): boolean;
  isBlocked(userAgent: string): boolean;
  /** `address` is shortened to /24 or /48; `header` is what a trusted proxy names. '' = unknown. */
  country(address: string, header: string): string;
  /** Whether each visit draws at random: the site keeps nothing that tells visitors apart. */
  drawsAnew(): boolean;
}

/** Reads GEOIP_DB at the first question: most sites have no rule with a country. */
export function createCountryFinder(options: PlacesOptions): VisitorRules['country'] {
  let places: Places | null = null;
  return (address, header) => (places ??= openPlaces(options)).find(address, header).country;
}

export interface SiteVisitFacts extends VisitFacts {
  readonly isBlocked: boolean;
}

export interface VisitClicks<Facts> {
  get(linkId: number): number | undefined;
  add(linkId: number): void;
  /** Must not throw. `target` is what statistics keep: see `Decision`. */
  record(link: CachedTarget, facts: Facts, target: string): void;
}

/** `long-url`: a redirect with 302. `uncounted`: the clicks of the link must be read first. */
export type Outcome = Decision | typeof toLongUrl | typeof blocked | typeof uncounted;

/** Most visits get this constant, which allocates nothing. */
const toLongUrl = { kind: 'long-url' } as const;
const blocked = { kind: 'blocked' } as const;
const uncounted = { kind: 'uncounted' } as const;

/** No other visit runs between decision and record, so that a limit of clicks is exact. */
export function answerVisit<Facts extends SiteVisitFacts>(
  link: CachedTarget,
  facts: Facts,
  clicks: VisitClicks<Facts>,
): Outcome {
  const outcome = isRouted(link) ? decideRouted(link, facts, clicks) : decidePlain(link, facts);
  const { kind } = outcome;
  if (kind === 'closed' || kind === 'fallback' || kind === 'uncounted') return outcome;
  // The page for an app says how to leave it, also when the app is blocked.
  const leavesApp = kind === 'page' && outcome.why === 'in-app';
  if (facts.isBlocked && !leavesApp) return blocked;
  if (kind === 'page' || facts.isProbe === true) return outcome;
  clicks.record(link, facts, kind === 'redirect' ? outcome.chosen : '');
  // A plain link may have got a limit while it was looked up.
  clicks.add(link.id);
  return outcome;
}

type RoutedTarget = CachedTarget & { readonly routing: Routing };

function isRouted(link: CachedTarget): link is RoutedTarget {
  return link.routing !== null;
}

function decidePlain(link: CachedTarget, { time }: VisitFacts) {
  const why = findClosed(link, time, 0);
  return why === null ? toLongUrl : ({ kind: 'closed', why } as const);
}

function decideRouted(
  link: RoutedTarget,
  facts: VisitFacts,
  clicks: Pick<VisitClicks<never>, 'get'>,
): Decision | typeof uncounted {
  const used = link.routing.max_clicks === 0 ? 0 : clicks.get(link.id);
  return used === undefined ? uncounted : decide(link, facts, used);
}
