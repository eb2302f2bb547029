import type { ClickCaps } from '../clicks/click-caps.ts';
import type { Journal } from '../clicks/journal.ts';
import type { FastVisit, Range } from '../front/fast-visit.ts';
import type { Routing } from '../links/routing.ts';
import { decide } from './route/decide.ts';
import { createVisit } from './route/visit.ts';
import type { CachedTarget } from './target-cache.ts';
import type { Targets } from './targets.ts';
import type { VisitorFacts } from './visitor-facts.ts';

interface RoutedRedirectOptions {
  readonly targets: Targets;
  readonly journal: Pick<Journal, 'stage'>;
  readonly isBlocked: (userAgent: string) => boolean;
  readonly visitorFacts: VisitorFacts;
  /** Only the server itself has these limits of clicks; workers do not. */
  readonly caps?: Pick<ClickCaps, 'get' | 'add'> | undefined;
}

interface ReceivedVisit {
  readonly visit: FastVisit;
  readonly bytes: Buffer;
  readonly address: Buffer;
}

/**
 * The fast path of links that may lead elsewhere. Null leaves pages to the HTTP server, and
 * visits of a link with a limit whose clicks this process does not know.
 */
export function createRoutedRedirect(options: RoutedRedirectOptions) {
  const { targets, journal, isBlocked, visitorFacts, caps } = options;
  return (
    target: CachedTarget,
    routing: Routing,
    { visit, bytes, address }: ReceivedVisit,
  ): Buffer | null => {
    const clicks = routing.max_clicks === 0 ? 0 : caps?.get(target.id);
    if (clicks === undefined) return null;
    const read = ({ start, end }: Range): string => bytes.toString('latin1', start, end);
    const userAgent = read(visit.userAgent);
    if (isBlocked(userAgent)) return null;
    const time = Date.now();
    const shortAddress = (): string => address.toString('latin1');
    const facts = createVisit({
      time,
      userAgent,
      languages: read(visit.language),
      query: read(visit.query),
      isEmbedded: visit.isEmbedded,
      address: shortAddress,
      country: () => visitorFacts.country(shortAddress(), read(visit.country)),
      drawsAnew: visitorFacts.drawsAnew(),
    });
    const decision = decide({ ...target, routing }, facts, clicks);
    if (decision.kind !== 'redirect') return null;
    journal.stage(target.id, time, address, bytes, visit, decision.chosen, target.domain);
    if (routing.max_clicks > 0) caps?.add(target.id);
    return targets.redirect(decision.status, decision.target, time, visit.isLast);
  };
}
