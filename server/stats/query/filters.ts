import { dimensions, type Dimension } from '../../../contracts/stats.constants.ts';
import { readFilter } from '../../../contracts/stats-filter.ts';

/** The value of each filtered dimension, as requested. */
export type Filters = Partial<Record<Dimension, string>>;

/** The dimensions that a reduced day drops. */
const forgotten = ['page', 'city'] as const satisfies readonly Dimension[];

export function readFilters(request: Partial<Record<Dimension, string | undefined>>): Filters {
  const filters: Filters = {};
  for (const dimension of dimensions) {
    const value = request[dimension];
    if (value !== undefined) filters[dimension] = value;
  }
  return filters;
}

/** The filtered domain: '' = the main one, undefined = all. */
export function readDomain({ domain }: Pick<Filters, 'domain'>): string | undefined {
  return domain === undefined ? undefined : readFilter(domain);
}

/** Whether the filters need clicks that are stored one by one. */
export function needSingleClicks(filters: Filters): boolean {
  return forgotten.some((dimension) => filters[dimension] !== undefined);
}
