import type { Condition, Rule } from '../../../contracts/links/routing.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import type { Faults } from '../form/faults.ts';
import { toInstant, toTyped } from '../form/typed-instant.ts';

/** A target with its weight, as typed. */
export interface ShareDraft {
  readonly target: string;
  readonly weight: string;
}

export const noShare: ShareDraft = { target: '', weight: '1' };

type ConditionLists = Pick<
  Condition,
  'device' | 'system' | 'browser' | 'in_app' | 'language' | 'country'
>;

/** A condition as values of a form. A missing key sets no condition. */
export interface ConditionDraft extends ConditionLists {
  readonly query?: readonly { readonly name: string; readonly value: string }[] | undefined;
  readonly is_qr?: boolean | undefined;
  readonly dates?: { readonly from: string; readonly until: string } | undefined;
  readonly hours?:
    | {
        readonly days: readonly number[];
        readonly from: string;
        readonly until: string;
        readonly time_zone: string;
      }
    | undefined;
}
export type ConditionKind = keyof ConditionDraft;

/** A rule as values of a form. One share is a target, several are a split. */
export interface RuleDraft {
  /** Only for the page: it stays when rules move. */
  readonly id: string;
  readonly when: ConditionDraft;
  readonly shares: readonly ShareDraft[];
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];

export function toRuleDraft(rule: Rule, id: string): RuleDraft {
  const shares = 'target' in rule ? [{ target: rule.target, weight: 1 }] : rule.split;
  return {
    id,
    when: toConditionDraft(rule.when),
    shares: shares.map(({ target, weight }) => ({ target, weight: String(weight) })),
  };
}

export function toConditionDraft(when: Condition): ConditionDraft {
  const { query, is_qr: isQr, from, until, hours, ...lists } = when;
  const hasDates = from !== undefined || until !== undefined;
  return {
    ...lists,
    ...(query !== undefined && {
      query: Object.entries(query).map(([name, value]) => ({ name, value })),
    }),
    ...(isQr !== undefined && { is_qr: isQr === 1 }),
    ...(hasDates && { dates: { from: toTyped(from ?? 0), until: toTyped(until ?? 0) } }),
    ...(hours !== undefined && { hours: { ...hours, days: hours.days ?? everyDay } }),
  };
}

/** The rule for a request, without conditions that are not filled in. */
export function toRule({ when, shares }: RuleDraft): Rule {
  const split = shares.map(({ target, weight }) => ({
    target: completeUrl(target),
    weight: Number(weight),
  }));
  const [first] = split;
  return split.length === 1
    ? { when: toCondition(when), target: first!.target }
    : { when: toCondition(when), split };
}

function toCondition(draft: ConditionDraft): Condition {
  const { query, is_qr: isQr, dates, hours, ...lists } = draft;
  return {
    ...lists,
    ...(query !== undefined && {
      query: Object.fromEntries(query.map(({ name, value }) => [name, value || '*'])),
    }),
    ...(isQr !== undefined && { is_qr: Number(isQr) }),
    ...(dates !== undefined && dates.from !== '' && { from: toInstant(dates.from) ?? 0 }),
    ...(dates !== undefined && dates.until !== '' && { until: toInstant(dates.until) ?? 0 }),
    ...(hours !== undefined && { hours: { ...hours, days: [...hours.days] } }),
  };
}

let lastId = 0;

/** An id that is unique on this page, also beside those of a stored draft. */
export function createId(): string {
  lastId += 1;
  return `${Date.now().toString(36)}-${lastId}`;
}

export function sharePath(ruleId: string, field: 'target' | 'weight', index: number): string {
  return `rules.${ruleId}.${field}.${index}`;
}

export function conditionPath(ruleId: string, kind: string): string {
  return `rules.${ruleId}.${kind}`;
}

/** Translates the path of a refused field, such as `rules.0.split.1.target`, to that of the form. */
export function toRulePath(field: string, rules: readonly RuleDraft[]): string {
  const [, index, part, name = '0', share] = field.split('.');
  const rule = rules[Number(index)];
  if (rule === undefined) return field;
  if (part === 'split') {
    return sharePath(rule.id, share === 'weight' ? 'weight' : 'target', Number(name));
  }
  if (part !== 'when') return sharePath(rule.id, 'target', 0);
  return conditionPath(rule.id, name === 'from' || name === 'until' ? 'dates' : name);
}

/** The errors of one rule. */
export function hasRuleFault(faults: Faults, ruleId: string): boolean {
  return Object.keys(faults).some((path) => path.startsWith(`rules.${ruleId}.`));
}
