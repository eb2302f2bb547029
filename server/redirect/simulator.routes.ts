import { tryLink } from '../../contracts/links/simulator.ts';
import type { CheckedRequestOf, ReplyOf } from '../../contracts/route.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import type { CountPending } from '../links/show-links.ts';
import type { LookUps } from '../links/look-up/look-ups.ts';
import { parseRouting } from '../links/routing/routing.ts';
import { pageStatus } from '../site/visitor-page.ts';
import { decide, type Decision } from './route/decide.ts';
import type { VisitFacts } from './route/visit.ts';

export function simulatorRoutes(lookUps: LookUps, countPending: CountPending): Endpoint[] {
  return [
    endpoint(tryLink, async (request, call) => {
      const row = await lookUps.findReferred(request, call);
      const pending = (await countPending([row.id])).get(row.id) ?? 0;
      const link = { ...row, routing: parseRouting(row.routing) };
      return describeDecision(decide(link, toFacts(request), row.clicks - row.bots + pending));
    }),
  ];
}

function toFacts(request: CheckedRequestOf<typeof tryLink>): VisitFacts {
  const scan = request.is_qr === 1 ? ['qr'] : [];
  return {
    time: request.at === undefined ? Date.now() : request.at * 1000,
    userAgent: request.user_agent,
    languages: request.language,
    query: [...scan, request.query].filter((part) => part !== '').join('&'),
    isUnlocked: request.has_password === 1,
    address: '',
    country: request.country ?? '',
    drawsAnew: false,
  };
}

function describeDecision(decision: Decision): ReplyOf<typeof tryLink> {
  switch (decision.kind) {
    case 'redirect':
      return {
        status: decision.status,
        target: decision.target,
        rule: decision.rule,
        why: decision.why,
      };
    case 'fallback':
      return { status: 302, target: decision.target, rule: null, why: decision.why };
    case 'closed':
      return { status: pageStatus(decision.why), target: '', rule: null, why: decision.why };
    default:
      return { status: 200, target: '', rule: null, why: decision.why as 'card' };
  }
}
