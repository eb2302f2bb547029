import type { RuleDraft } from './rule-draft.ts';

/** Errors by the path of their field: `title`, `rules.<id>.target.0`, `social.image`. */
export type Faults = Readonly<Partial<Record<string, string>>>;

/** The setting that a path belongs to. */
export function rootOf(path: string): string {
  return path.split('.', 1)[0]!;
}

export function sharePath(ruleId: string, field: 'target' | 'weight', index: number): string {
  return `rules.${ruleId}.${field}.${index}`;
}

export function conditionPath(ruleId: string, kind: string): string {
  return `rules.${ruleId}.${kind}`;
}

/** Translates the path of a refused field, such as `rules.0.split.1.target`, to that of the form. */
export function toFormPath(field: string, rules: readonly RuleDraft[]): string {
  const [root, index, part, ...rest] = field.split('.');
  const rule = root === 'rules' ? rules[Number(index)] : undefined;
  if (rule === undefined) return field;
  switch (part) {
    case 'target':
      return sharePath(rule.id, 'target', 0);
    case 'split': {
      const [share = '0', name] = rest;
      return sharePath(rule.id, name === 'weight' ? 'weight' : 'target', Number(share));
    }
    case 'when': {
      const [kind = ''] = rest;
      return conditionPath(rule.id, kind === 'from' || kind === 'until' ? 'dates' : kind);
    }
    default:
      return sharePath(rule.id, 'target', 0);
  }
}

/** The errors of one rule. */
export function hasRuleFault(faults: Faults, ruleId: string): boolean {
  return Object.keys(faults).some((path) => path.startsWith(`rules.${ruleId}.`));
}
