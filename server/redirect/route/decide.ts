import type { AnswerStatus } from '../../../contracts/routing.constants.ts';
import type { Rule } from '../../../contracts/routing.ts';
import type { Routing } from '../../links/routing.ts';
import { forward, isForwardable } from './forward.ts';
import { matches } from './matches.ts';
import type { Visit } from './visit.ts';

export interface RoutedLink {
  readonly id: number;
  readonly long_url: string;
  readonly is_active: number;
  /** Unix seconds; 0 = never. */
  readonly expires_at: number;
  readonly routing: Routing;
}

export type OpenPage = 'missing' | 'in-app' | 'password' | 'card';

export type Closed = 'off' | 'not-started' | 'expired' | 'used-up';

export type Decision =
  | ({ readonly kind: 'redirect'; readonly status: AnswerStatus; readonly target: string } & Why)
  | { readonly kind: 'fallback'; readonly target: string; readonly why: Closed }
  | { readonly kind: 'closed'; readonly why: Closed }
  | { readonly kind: 'page'; readonly why: OpenPage };

interface Why {
  readonly why: 'long-url' | 'rule' | 'split';
  /** The index of the rule; null = none fits. */
  readonly rule: number | null;
  /** What statistics keep: the target before anything is forwarded; '' = the link has no rules. */
  readonly chosen: string;
}

const askedApps: ReadonlySet<string> = new Set([
  'WeChat',
  'QQ',
  'Instagram',
  'Facebook',
  'TikTok',
  'LINE',
]);

/** Decides where a visit leads. `clicks` are those of people so far, for the link's limit. */
export function decide(link: RoutedLink, visit: Visit, clicks: number): Decision {
  const { routing } = link;
  if (visit.path !== '' && routing.forward_path === 0) return { kind: 'page', why: 'missing' };
  const closed = findClosed(link, visit.time, clicks);
  if (closed !== null) {
    const target = routing.fallback_url;
    return target === ''
      ? { kind: 'closed', why: closed }
      : { kind: 'fallback', target, why: closed };
  }
  if (visit.path !== '' && !isForwardable(visit.path)) return { kind: 'page', why: 'missing' };
  if (showsCard(routing, visit)) return { kind: 'page', why: 'card' };
  if (routing.in_app === 'ask' && askedApps.has(visit.app)) return { kind: 'page', why: 'in-app' };
  if (routing.password_hash !== '' && !visit.isUnlocked) return { kind: 'page', why: 'password' };
  const { target, ...why } = chooseTarget(link, visit);
  const chosen = routing.rules.length === 0 ? '' : target;
  const query = routing.forward_query === 1 ? visit.query : '';
  return {
    kind: 'redirect',
    // After 307 and 308 a browser would send the password to the target.
    status: routing.password_hash === '' ? routing.redirect_status : 303,
    target: forward(target, visit.path, query),
    chosen,
    ...why,
  };
}

/** `time` is in milliseconds. */
export function findClosed(
  { is_active: isActive, expires_at: expiresAt, routing }: RoutedLink,
  time: number,
  clicks: number,
): Closed | null {
  if (isActive === 0) return 'off';
  if (time < routing.starts_at * 1000) return 'not-started';
  if (expiresAt !== 0 && time >= expiresAt * 1000) return 'expired';
  return routing.max_clicks > 0 && clicks >= routing.max_clicks ? 'used-up' : null;
}

/** While a link has a limit of clicks, only a visit that uses one up learns the target. */
function showsCard({ social, max_clicks: max }: Routing, visit: Visit): boolean {
  if (max > 0 && !visit.isUnlocked && !isPerson(visit)) return true;
  const hasCard = social.title !== '' || social.description !== '' || social.image !== '';
  return hasCard && visit.agent.class === 'preview';
}

function isPerson({ isHead, isEmbedded, agent }: Visit): boolean {
  return !isHead && !isEmbedded && agent.class === 'person';
}

type Choice = Omit<Why, 'chosen'> & { readonly target: string };

function chooseTarget(link: RoutedLink, visit: Visit): Choice {
  const { rules } = link.routing;
  const index = rules.findIndex(({ when }) => matches(when, visit));
  if (index === -1) return { target: link.long_url, why: 'long-url', rule: null };
  const rule = rules[index]!;
  return 'target' in rule
    ? { target: rule.target, why: 'rule', rule: index }
    : { target: drawShare(rule, visit.draw(`${link.id} ${index}`)), why: 'split', rule: index };
}

function drawShare({ split }: Extract<Rule, { split: unknown }>, drawn: number): string {
  const total = split.reduce((sum, { weight }) => sum + weight, 0);
  let left = drawn * total;
  for (const { target, weight } of split) {
    left -= weight;
    if (left < 0) return target;
  }
  return split.at(-1)!.target;
}
