import {
  routingDefaults,
  type RoutingField,
} from '../../../contracts/links/link-fields.constants.ts';
import {
  LINK_PASSWORD_MAX,
  MAX_CLICKS_MAX,
  SOCIAL_DESCRIPTION_MAX,
  SOCIAL_TITLE_MAX,
  WEIGHT_MAX,
  type InAppChoice,
  type RedirectStatus,
} from '../../../contracts/links/routing.constants.ts';
import type { Social } from '../../../contracts/links/routing.ts';
import { locale, t } from '../../language.ts';
import { completeUrl, findUrlFault } from '../../urls/typed-url.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import type { Faults } from '../form/faults.ts';
import { createFlag, explainLength, type Fields, type LinkValues } from '../form/link-fields.ts';
import { toCount, toInstant, toTyped } from '../form/typed-instant.ts';
import type { LinkForm } from '../form/use-link-form.ts';
import { listConditionFaults } from './condition-kinds.ts';
import {
  conditionPath,
  sharePath,
  toRule,
  toRuleDraft,
  toRulePath,
  type RuleDraft,
} from './rule-draft.ts';

/** Where visits of a link lead, as values of a form. */
export interface RoutingValues extends Record<RoutingField, unknown> {
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

/** A form that has these fields, too. */
export type RoutingForm = LinkForm<LinkValues & RoutingValues>;

/** What the visit in the simulator marks among the rules. */
export interface Tried {
  readonly ruleId: string | null;
  readonly isLongUrl: boolean;
}

/** What each section of the routing receives. */
export interface SectionProps {
  readonly form: RoutingForm;
  /** The visit in the simulator; null: it is closed. */
  readonly tried: Tried | null;
  readonly onTried: (tried: Tried | null) => void;
}

/** What the fields of a rule need. */
export interface RuleFieldsProps {
  readonly rule: RuleDraft;
  readonly form: RoutingForm;
  readonly onChange: (change: Partial<RuleDraft>) => void;
}

/** The fields in the order of the form. */
export const routingFields: Fields<RoutingValues> = {
  rules: {
    empty: [],
    // The cards of saved rules stay the same.
    read: ({ rules }, earlier = []) => {
      const isSaved = earlier.length === rules.length;
      return rules.map((rule, index) =>
        toRuleDraft(rule, isSaved ? earlier[index]!.id : String(index)),
      );
    },
    isSame: (before, after) => toRulesKey(before.rules) === toRulesKey(after.rules),
    toEdit: ({ rules }) => ({ rules: rules.map(toRule) }),
    explain: ({ rules }) => Object.assign({}, ...rules.map(findRuleFaults)) as Faults,
    toPath: (path, { rules }) => toRulePath(path, rules),
  },
  redirect_status: { empty: 302 },
  forward_query: createFlag('forward_query'),
  forward_path: createFlag('forward_path'),
  starts_at: {
    empty: '',
    read: ({ starts_at: start }) => toTyped(start),
    toEdit: ({ starts_at: typed }) => ({ starts_at: toInstant(typed) ?? 0 }),
    explain: ({ starts_at: typed }) =>
      toInstant(typed) === null ? t('routing.instant.unfinished') : null,
  },
  max_clicks: {
    empty: '',
    read: ({ max_clicks: max }) => (max === 0 ? '' : String(max)),
    toEdit: ({ max_clicks: typed }) => ({ max_clicks: toCount(typed) ?? 0 }),
    explain: ({ max_clicks: typed }) =>
      (toCount(typed) ?? Infinity) <= MAX_CLICKS_MAX
        ? null
        : t('when.clicks.invalid', { max: formatNumber(MAX_CLICKS_MAX, locale) }),
  },
  fallback_url: {
    empty: '',
    toEdit: ({ fallback_url: url }) => ({ fallback_url: completeUrl(url) }),
    explain: ({ fallback_url: url }) => explainOptionalUrl(url),
  },
  password: {
    empty: null,
    read: () => null,
    toEdit: ({ password }) => ({ password: password ?? '' }),
    explain: ({ password }) =>
      (password ?? '').length > LINK_PASSWORD_MAX
        ? t('add.text.long', { max: LINK_PASSWORD_MAX })
        : null,
  },
  social: {
    empty: routingDefaults.social,
    isSame: ({ social: a }, { social: b }) =>
      a.title === b.title && a.description === b.description && a.image === b.image,
    toEdit: ({ social }) => ({ social: { ...social, image: completeUrl(social.image) } }),
    explain: ({ social: { title, description, image } }) =>
      toFaults([
        ['social.title', explainLength(title, SOCIAL_TITLE_MAX)],
        ['social.description', explainLength(description, SOCIAL_DESCRIPTION_MAX)],
        ['social.image', explainOptionalUrl(image)],
      ]),
  },
  in_app: { empty: 'follow' },
};

function toFaults(texts: readonly (readonly [path: string, text: string | null])[]): Faults {
  return Object.fromEntries(texts.filter(([, text]) => text !== null)) as Faults;
}

/** Equal for rules that mean the same, whatever their ids. */
function toRulesKey(rules: readonly RuleDraft[]): string {
  return JSON.stringify(rules.map(({ when, shares }) => [toSortedEntries(when), shares]));
}

function toSortedEntries(fields: object): unknown[] {
  return Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function findRuleFaults({ id, when, shares }: RuleDraft): Faults {
  const isSplit = shares.length > 1;
  return toFaults([
    ...listConditionFaults(when).map(([kind, text]) => [conditionPath(id, kind), text] as const),
    ...shares.flatMap(({ target, weight }, index) => [
      [sharePath(id, 'target', index), explainTarget(target)] as const,
      [sharePath(id, 'weight', index), isSplit ? explainWeight(weight) : null] as const,
    ]),
  ]);
}

function explainTarget(target: string): string | null {
  const fault = findUrlFault(completeUrl(target));
  return fault === null ? null : t(fault === 'url.empty' ? 'rule.target.empty' : fault);
}

function explainWeight(weight: string): string | null {
  const count = toCount(weight);
  const isGood = count !== null && count >= 1 && count <= WEIGHT_MAX;
  return isGood ? null : t('rule.weight.invalid', { max: formatNumber(WEIGHT_MAX, locale) });
}

/** An empty URL is no error. */
function explainOptionalUrl(url: string): string | null {
  const fault = findUrlFault(completeUrl(url));
  return fault === null || fault === 'url.empty' ? null : t(fault);
}
