import { t } from '../../language.ts';
import { conditionPath } from './paths.ts';
import { conditionKinds, type ConditionDraft } from './rule-draft.ts';
import { toInstant } from './typed-instant.ts';

/** The errors of the conditions of a rule, by path. */
export function findConditionFaults(ruleId: string, when: ConditionDraft): [string, string][] {
  return conditionKinds.flatMap((kind): [string, string][] => {
    const fault = findFault(when, kind);
    return fault === null ? [] : [[conditionPath(ruleId, kind), fault]];
  });
}

function findFault(when: ConditionDraft, kind: (typeof conditionKinds)[number]): string | null {
  switch (kind) {
    case 'is_qr':
      return null;
    case 'query':
      return when.query === undefined ? null : findQueryFault(when.query);
    case 'dates':
      return when.dates === undefined ? null : findDatesFault(when.dates);
    case 'hours':
      return when.hours === undefined ? null : findHoursFault(when.hours);
    default:
      return when[kind]?.length === 0 ? t('rule.choose.one') : null;
  }
}

function findQueryFault(pairs: NonNullable<ConditionDraft['query']>): string | null {
  if (pairs.some(({ name }) => name.trim() === '')) return t('rule.query.name.empty');
  const names = new Set(pairs.map(({ name }) => name));
  return names.size < pairs.length ? t('rule.query.name.twice') : null;
}

function findDatesFault({ from, until }: NonNullable<ConditionDraft['dates']>): string | null {
  const [first, last] = [toInstant(from), toInstant(until)];
  if (first === null || last === null) return t('routing.instant.unfinished');
  if (from === '' && until === '') return t('rule.dates.empty');
  return until !== '' && last <= first ? t('rule.dates.order') : null;
}

function findHoursFault({ days, from, until }: NonNullable<ConditionDraft['hours']>) {
  if (days.length === 0) return t('rule.hours.no.days');
  return from === '' || until === '' ? t('rule.hours.empty') : null;
}
