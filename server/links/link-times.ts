import { isPeriod } from '../../contracts/stats/times.ts';
import { Problem } from '../http/problem.ts';
import { isSame, parseRouting } from './routing/routing.ts';

/** The columns that say when a link works. */
interface Timed {
  readonly expires_at: number;
  readonly routing: string;
}

/** Throws `links.time-past` for an end that has passed, and `links.time-order`. */
export function assertNewTimes(link: Timed, now: number): void {
  const rule = parseRouting(link.routing).rules.findIndex(
    ({ when: { until } }) => until !== undefined && until <= now,
  );
  if (isExpired(link.expires_at, now)) throw refusePast('expires_at');
  if (rule !== -1) throw refusePast(`rules.${rule}.when.until`);
  assertEditedTimes({ expires_at: 0, routing: '' }, link);
}

/** Throws `links.time-order` where an edit sets a start that is not before its end. */
export function assertEditedTimes(former: Timed, edited: Timed): void {
  const field = findDisorder(former, edited);
  if (field === null) return;
  throw new Problem('links.time-order', { field, reason: 'The start must be before the end' });
}

/** The field of a wrong start. What was so before, for example in an imported link, may stay. */
export function findDisorder(former: Timed, edited: Timed): string | null {
  if (former.expires_at === edited.expires_at && former.routing === edited.routing) return null;
  const before = parseRouting(former.routing);
  const { starts_at: start, rules } = parseRouting(edited.routing);
  const end = edited.expires_at;
  const isMoved = before.starts_at !== start || former.expires_at !== end;
  if (isMoved && end !== 0 && start >= end) return 'starts_at';
  const rule = rules.findIndex(
    ({ when }) =>
      !isPeriod(when.from, when.until) && !before.rules.some((known) => isSame(known.when, when)),
  );
  return rule === -1 ? null : `rules.${rule}.when.from`;
}

/** Unix seconds; 0 = never. */
export function isExpired(expiresAt: number, now: number): boolean {
  return expiresAt !== 0 && expiresAt <= now;
}

function refusePast(field: string): Problem {
  return new Problem('links.time-past', { field, reason: 'This time has passed' });
}
