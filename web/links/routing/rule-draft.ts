import type { Condition, Rule } from '../../../contracts/links/routing.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import { toInstant, toTyped } from '../form/typed-instant.ts';

/** A target with its weight, as typed. */
export interface ShareDraft {
  readonly target: string;
  readonly weight: string;
}

export const noShare: ShareDraft = { target: '', weight: '1' };

/** A condition as values of a form. A missing key sets no condition. */
export interface ConditionDraft extends Omit<Condition, 'query' | 'from' | 'until' | 'hours'> {
  readonly query?: readonly { readonly name: string; readonly value: string }[] | undefined;
  readonly dates?: { readonly from: string; readonly until: string } | undefined;
  readonly hours?: (NonNullable<Condition['hours']> & { readonly days: number[] }) | undefined;
}
export type ConditionKind = keyof ConditionDraft;

/** A rule as values of a form. One share is a target, several are a split. */
export interface RuleDraft {
  /** Only for the page: it stays when rules move. */
  readonly id: string;
  readonly when: ConditionDraft;
  readonly shares: readonly ShareDraft[];
}

export const week = [1, 2, 3, 4, 5, 6, 7];

export function toRuleDraft(rule: Rule, id: string): RuleDraft {
  const shares = 'target' in rule ? [{ target: rule.target, weight: 1 }] : rule.split;
  return {
    id,
    when: toConditionDraft(rule.when),
    shares: shares.map(({ target, weight }) => ({ target, weight: String(weight) })),
  };
}

export function toConditionDraft({ query, from, until, hours, ...same }: Condition) {
  const hasDates = from !== undefined || until !== undefined;
  return {
    ...same,
    query: query && Object.entries(query).map(([name, value]) => ({ name, value })),
    dates: hasDates ? { from: toTyped(from ?? 0), until: toTyped(until ?? 0) } : undefined,
    hours: hours && { ...hours, days: hours.days ?? week },
  } satisfies ConditionDraft;
}

/** The rule for a request, without conditions that are not filled in. */
export function toRule({ when: { query, dates, ...same }, shares }: RuleDraft): Rule {
  const when = {
    ...same,
    query: query && Object.fromEntries(query.map(({ name, value }) => [name, value || '*'])),
    from: toInstant(dates?.from ?? '') || undefined,
    until: toInstant(dates?.until ?? '') || undefined,
  };
  const split = shares.map(({ target, weight }) => ({
    target: completeUrl(target),
    weight: Number(weight),
  }));
  return split.length === 1 ? { when, target: split[0]!.target } : { when, split };
}

let lastId = 0;

/** A new rule. Its id is unique on this page, also beside those of a stored draft. */
export function createRule(when: ConditionDraft = {}, shares = [noShare]): RuleDraft {
  lastId += 1;
  return { id: `${Date.now().toString(36)}-${lastId}`, when, shares };
}

/** The path of a part of a rule: `target`, `weight` or a kind of condition. */
export function rulePath(ruleId: string, part: string, index?: number | string): string {
  return ['rules', ruleId, part, ...(index === undefined ? [] : [index])].join('.');
}

/** Translates the path of a refused field, such as `rules.0.split.1.target`, to that of the form. */
export function toRulePath(field: string, rules: readonly RuleDraft[]): string {
  const [, index, part, name = '0', share = 'target'] = field.split('.');
  const rule = rules[Number(index)];
  if (rule === undefined) return field;
  if (part === 'split') return rulePath(rule.id, share, name);
  if (part !== 'when') return rulePath(rule.id, 'target', 0);
  return rulePath(rule.id, name === 'from' || name === 'until' ? 'dates' : name);
}
