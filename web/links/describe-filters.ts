import { toHostName } from '../domains/host-name.ts';
import { locale, t } from '../language.ts';
import type { ListFilters } from './list-filters.ts';

export const stateLabels = {
  live: 'filter.state.live',
  scheduled: 'filter.state.scheduled',
  expired: 'filter.state.expired',
  off: 'filter.state.off',
  never_clicked: 'filter.state.never_clicked',
} as const;

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });

/** Describes the filter by creation date; null: no such filter. */
export function describeDays({ from, until }: Pick<ListFilters, 'from' | 'until'>): string | null {
  if (from === '' && until === '') return null;
  const [first, last] = [from, until].map((day) =>
    day === '' ? '' : format.format(new Date(day)),
  );
  if (until === '') return t('filter.created.from', { day: first! });
  if (from === '') return t('filter.created.until', { day: last! });
  return t('filter.created.range', { first: first!, last: last! });
}

export function describeDomain(domain: string): string {
  return t('filter.domain.is', { host: toHostName(domain) });
}

/** Describes all filters in one line, for the name of a view or a sentence. */
export function describeFilters(filters: ListFilters): string {
  const { tags, state, domain } = filters;
  const days = describeDays(filters);
  return [
    ...tags.map((tag) => t('filter.tag.is', { tag })),
    ...(state === null ? [] : [t(stateLabels[state])]),
    ...(domain === null ? [] : [describeDomain(domain)]),
    ...(days === null ? [] : [days]),
  ].join(', ');
}
