import type { RoutingReply } from '../../../contracts/links/routing.ts';
import { MAX_CLICKS_MAX, WEIGHT_MAX } from '../../../contracts/links/routing.constants.ts';
import { locale, t } from '../../language.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import type { Faults } from '../form/faults.ts';
import { createFlag, explainUrl, type Fields, type LinkValues } from '../form/link-fields.ts';
import { toCount, toInstant, toTyped } from '../form/typed-instant.ts';
import type { LinkForm } from '../form/use-link-form.ts';
import { toFaults, visitorFields, type VisitorValues } from '../form/visitor-fields.ts';
import { explainCondition } from './condition-kinds.ts';
import { rulePath, toRule, toRuleDraft, toRulePath, type RuleDraft } from './rule-draft.ts';

/** Where visits of a link lead, as values of a form. */
export interface RoutingValues
  extends Pick<RoutingReply, 'redirect_status' | 'fallback_url' | 'in_app'>, VisitorValues {
  readonly rules: readonly RuleDraft[];
  readonly forward_query: boolean;
  readonly forward_path: boolean;
  /** As typed in a date field. */
  readonly starts_at: string;
  /** As typed; `''` = no limit. */
  readonly max_clicks: string;
}

/** A form that has these fields, too. */
export type RoutingForm = LinkForm<LinkValues & RoutingValues>;

export type SectionName = 'where' | 'when' | 'who' | 'looks' | 'apps' | 'statistics' | 'try';

/** What each section of the routing receives. */
export interface SectionProps {
  readonly form: RoutingForm;
  /** The id of the rule that the visit in the simulator fits, or why it fits none; null: no visit. */
  readonly tried: string | null;
  readonly onTried: (tried: string | null) => void;
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
    // The ids do not matter.
    toComparable: ({ rules }) => rules.map(({ when, shares }) => ({ when, shares })),
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
      explainCount(typed, 0, MAX_CLICKS_MAX, 'when.clicks.invalid'),
  },
  fallback_url: {
    empty: '',
    toEdit: ({ fallback_url: url }) => ({ fallback_url: completeUrl(url) }),
    explain: ({ fallback_url: url }) => explainUrl(url, null),
  },
  ...visitorFields,
  in_app: { empty: 'follow' },
};

/** The errors of a rule in the order of its fields. */
export function findRuleFaults({ id, when, shares }: RuleDraft): Faults {
  const isSplit = shares.length > 1;
  return toFaults([
    ...explainCondition(when).map(([kind, text]) => [rulePath(id, kind), text] as const),
    ...shares.flatMap(({ target, weight }, index) => [
      [rulePath(id, 'target', index), explainUrl(target, 'rule.target.empty')] as const,
      [
        rulePath(id, 'weight', index),
        isSplit ? explainCount(weight, 1, WEIGHT_MAX, 'rule.weight.invalid') : null,
      ] as const,
    ]),
  ]);
}

function explainCount(
  typed: string,
  min: number,
  max: number,
  text: 'rule.weight.invalid' | 'when.clicks.invalid',
): string | null {
  const count = toCount(typed) ?? -1;
  return count >= min && count <= max ? null : t(text, { max: formatNumber(max, locale) });
}
