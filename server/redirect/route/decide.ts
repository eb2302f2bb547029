import type { AnswerStatus } from '../../../contracts/links/routing.constants.ts';
import type { Rule, Condition } from '../../../contracts/links/routing.ts';
import type { Routing } from '../../links/routing/routing.ts';
import { forward, isForwardable } from './forward.ts';
import { Visit, type VisitFacts } from './visit.ts';
import { fitsLanguage } from './fits-language.ts';
import { isWithinHours } from './hours.ts';

interface LimitedLink {
  readonly is_active: number;
  /** Unix seconds; 0 = never. */
  readonly expires_at: number;
  readonly routing: Pick<Routing, 'starts_at' | 'max_clicks'> | null;
}

export interface RoutedLink extends LimitedLink {
  readonly id: number;
  readonly long_url: string;
  readonly routing: Routing;
}

export type OpenPage = 'missing' | 'in-app' | 'password' | 'card';

type Closed = 'off' | 'not-started' | 'expired' | 'used-up';

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
export function decide(link: RoutedLink, facts: VisitFacts, clicks: number): Decision {
  const { routing } = link;
  const { path = '', isUnlocked = false } = facts;
  if (path !== '' && routing.forward_path === 0) return { kind: 'page', why: 'missing' };
  const closed = findClosed(link, facts.time, clicks);
  if (closed !== null) {
    const target = routing.fallback_url;
    return target === ''
      ? { kind: 'closed', why: closed }
      : { kind: 'fallback', target, why: closed };
  }
  if (path !== '' && !isForwardable(path)) return { kind: 'page', why: 'missing' };
  const visit = new Visit(facts);
  if (showsCard(routing, visit)) return { kind: 'page', why: 'card' };
  if (routing.in_app === 'ask' && askedApps.has(visit.app)) return { kind: 'page', why: 'in-app' };
  if (routing.password_hash !== '' && !isUnlocked) return { kind: 'page', why: 'password' };
  const { target, ...why } = chooseTarget(link, visit);
  const chosen = routing.rules.length === 0 ? '' : target;
  const query = routing.forward_query === 1 ? facts.query : '';
  return {
    kind: 'redirect',
    // After 307 and 308 a browser would send the password to the target.
    status: routing.password_hash === '' ? routing.redirect_status : 303,
    target: forward(target, path, query),
    chosen,
    ...why,
  };
}

/** `time` is in milliseconds. */
export function findClosed(
  { is_active: isActive, expires_at: expiresAt, routing }: LimitedLink,
  time: number,
  clicks: number,
): Closed | null {
  if (isActive === 0) return 'off';
  if (routing !== null && time < routing.starts_at * 1000) return 'not-started';
  if (expiresAt !== 0 && time >= expiresAt * 1000) return 'expired';
  if (routing === null || routing.max_clicks === 0) return null;
  return clicks >= routing.max_clicks ? 'used-up' : null;
}

/** While a link has a limit of clicks, only a visit that uses one up learns the target. */
function showsCard({ social, max_clicks: max }: Routing, visit: Visit): boolean {
  if (max > 0 && !visit.facts.isUnlocked && !isPerson(visit)) return true;
  const hasCard = social.title !== '' || social.description !== '' || social.image !== '';
  return hasCard && visit.agent.class === 'preview';
}

function isPerson({ facts, agent }: Visit): boolean {
  return !facts.isProbe && !facts.isEmbedded && agent.class === 'person';
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

type Fits<Wanted> = (wanted: NonNullable<Wanted>, visit: Visit) => boolean;

const kinds: { readonly [Name in keyof Condition]-?: Fits<Condition[Name]> } = {
  from: (from, { facts }) => facts.time >= from * 1000,
  until: (until, { facts }) => facts.time < until * 1000,
  hours: (hours, { facts }) => isWithinHours(hours, facts.time),
  device: (devices, { agent }) => devices.some((name) => name === agent.device),
  system: (systems, { agent }) => includesName(systems, agent.system),
  browser: (browsers, { agent }) => includesName(browsers, agent.browser),
  in_app: (apps, { app }) => includesName(apps, app),
  language: (tags, { language }) => tags.some((tag) => fitsLanguage(tag, language)),
  country: (countries, { country }) => countries.includes(country),
  is_qr: (wanted, { isScan }) => isScan === (wanted === 1),
  query: (pairs, { parameters }) => includesQuery(pairs, parameters),
};

/** A condition that this version does not know fits no visit. */
function matches(when: Condition, visit: Visit): boolean {
  for (const name in when) {
    if (!Object.hasOwn(kinds, name)) return false;
    const kind = name as keyof Condition;
    if (!(kinds[kind] as Fits<unknown>)(when[kind]!, visit)) return false;
  }
  return true;
}

function includesName(names: readonly string[], name: string): boolean {
  const folded = name.toLowerCase();
  return folded !== '' && names.some((listed) => listed.toLowerCase() === folded);
}

function includesQuery(
  pairs: Readonly<Record<string, string>>,
  sent: Visit['parameters'],
): boolean {
  return Object.entries(pairs).every(([name, value]) => {
    const values = sent.get(name);
    return values !== undefined && (value === '*' || values.includes(value));
  });
}
