import { dimensions, type Dimension } from '../../../contracts/stats.ts';

/** Which clicks a report is about: the value of each dimension that is filtered by, as it is asked. */
export type Filters = Partial<Record<Dimension, string>>;

/** The dimensions that are forgotten after the retention. */
const forgotten = ['page', 'city'] as const satisfies readonly Dimension[];

/** Picks the filters out of a request. */
export function readFilters(request: Partial<Record<Dimension, string | undefined>>): Filters {
  const filters: Filters = {};
  for (const dimension of dimensions) {
    const value = request[dimension];
    if (value !== undefined) filters[dimension] = value;
  }
  return filters;
}

/** Whether filters ask for what is known only of clicks that are kept one by one. */
export function needSingleClicks(filters: Filters): boolean {
  return forgotten.some((dimension) => filters[dimension] !== undefined);
}
