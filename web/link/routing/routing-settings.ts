import type { Link } from '../../../contracts/links.ts';
import type {
  InAppChoice,
  RedirectStatus,
  RoutingField,
} from '../../../contracts/routing.constants.ts';
import type { Social } from '../../../contracts/routing.ts';
import { completeUrl } from '../../typed-url.ts';
import type { LinkEdit } from '../link.api.ts';
import { toRule, toRuleDraft, type RuleDraft } from './rule-draft.ts';
import { toInstant, toTyped } from './typed-instant.ts';

/** Where visits of a link lead, as values of a form. */
export interface RoutingSettings extends Record<RoutingField, unknown> {
  readonly rules: readonly RuleDraft[];
  readonly redirect_status: RedirectStatus;
  readonly forward_query: boolean;
  readonly forward_path: boolean;
  /** As typed in a date field. */
  readonly starts_at: string;
  /** As typed; `''` = no limit. */
  readonly max_clicks: string;
  readonly fallback_url: string;
  /** Null keeps the password, `''` removes it. */
  readonly password: string | null;
  readonly social: Social;
  readonly in_app: InAppChoice;
}

/** In the order of the form. */
export const routingFields = [
  'rules',
  'redirect_status',
  'forward_query',
  'forward_path',
  'starts_at',
  'max_clicks',
  'fallback_url',
  'password',
  'social',
  'in_app',
] as const satisfies readonly RoutingField[];

export function isRoutingField(field: string): field is RoutingField {
  return (routingFields as readonly string[]).includes(field);
}

/** `ruleIds`: the ids that the cards of these rules had before they were saved. */
export function readRouting(link: Link, ruleIds: readonly string[]): RoutingSettings {
  const isSaved = ruleIds.length === link.rules.length;
  return {
    rules: link.rules.map((rule, index) =>
      toRuleDraft(rule, isSaved ? ruleIds[index]! : String(index)),
    ),
    redirect_status: link.redirect_status,
    forward_query: link.forward_query === 1,
    forward_path: link.forward_path === 1,
    starts_at: toTyped(link.starts_at),
    max_clicks: link.max_clicks === 0 ? '' : String(link.max_clicks),
    fallback_url: link.fallback_url,
    password: null,
    social: link.social,
    in_app: link.in_app,
  };
}

export function isSameRouting(
  field: RoutingField,
  before: RoutingSettings,
  after: RoutingSettings,
): boolean {
  if (field === 'rules') return toKey(before.rules) === toKey(after.rules);
  if (field !== 'social') return before[field] === after[field];
  const [one, other] = [before.social, after.social];
  return (
    one.title === other.title && one.description === other.description && one.image === other.image
  );
}

/** Equal for rules that mean the same, whatever their ids. */
function toKey(rules: readonly RuleDraft[]): string {
  return JSON.stringify(rules.map(({ when, shares }) => [toSortedEntries(when), shares]));
}

function toSortedEntries(fields: object): unknown[] {
  return Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** The parts of a request for an edit. */
export function toRoutingEdit(settings: RoutingSettings): Record<RoutingField, LinkEdit> {
  const { rules, social, max_clicks: typed, fallback_url: url } = settings;
  return {
    rules: { rules: rules.map((rule) => toRule(rule, completeUrl)) },
    redirect_status: { redirect_status: settings.redirect_status },
    forward_query: { forward_query: Number(settings.forward_query) },
    forward_path: { forward_path: Number(settings.forward_path) },
    starts_at: { starts_at: toInstant(settings.starts_at) ?? 0 },
    max_clicks: { max_clicks: toCount(typed) ?? 0 },
    fallback_url: { fallback_url: completeUrl(url) },
    password: { password: settings.password ?? '' },
    social: { social: { ...social, image: completeUrl(social.image) } },
    in_app: { in_app: settings.in_app },
  };
}

/** Null: not a whole number. An input method may write full-width digits. */
export function toCount(typed: string): number | null {
  const text = typed.normalize('NFKC').replaceAll(/[\s,]/g, '');
  return /^\d{0,10}$/.test(text) ? Number(text) : null;
}
