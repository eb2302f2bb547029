import { auditActions } from '../../contracts/people/audit.constants.ts';
import { t } from '../language.ts';

export const targetKinds = ['account', 'token', 'link', 'tag', 'domain', 'setting'] as const;

/** The text of an action; one of another version shows its name. */
export function describeAction(action: string): string {
  const known = auditActions.find((name) => name === action);
  return known === undefined ? action : t(`audit.act.${known}`);
}
