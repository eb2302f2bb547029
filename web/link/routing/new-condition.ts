import type { ConditionDraft, ConditionKind } from './rule-draft.ts';

const WORK_DAYS = [1, 2, 3, 4, 5];

/** The first values of a condition that is added. */
export function createCondition(kind: ConditionKind): ConditionDraft[ConditionKind] {
  switch (kind) {
    case 'is_qr':
      return true;
    case 'query':
      return [{ name: '', value: '' }];
    case 'dates':
      return { from: '', until: '' };
    case 'hours':
      return { days: WORK_DAYS, from: '09:00', until: '17:00', time_zone: findOwnZone() };
    default:
      return [];
  }
}

function findOwnZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
