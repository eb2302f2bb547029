import { dimensions, type Dimension } from '../../../contracts/stats/stats.constants.ts';
import { readFilter } from '../../../contracts/stats/stats-filter.ts';
import { dimensionTables, forgottenDimensions, isFolded, tableOf } from '../dimension-tables.ts';
import { dayOf } from '../quarter.ts';
import { quote } from '../warehouse/connection.ts';
import { keyOf } from '../warehouse/tables.ts';

export type Filters = Partial<Record<Dimension, string>>;

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

export function needSingleClicks(filters: Filters): boolean {
  return forgottenDimensions.some((dimension) => filters[dimension] !== undefined);
}

/** SQL conditions for filters, which have data from `filtersFrom` on. */
export function filterConditions(filters: Filters, filtersFrom: number): string[] {
  const entries = Object.entries(filters) as [Dimension, string][];
  const conditions = dimensionTables.flatMap((table) => {
    const chosen = entries.filter(([dimension]) => tableOf(dimension) === table);
    if (chosen.length === 0) return [];
    const values = chosen.map(([dimension, text]) => equalsValue(dimension, readFilter(text)));
    return [`${keyOf(table)} in (select id from ${table} where ${values.join(' and ')})`];
  });
  // Forgotten values must not pass for missing ones.
  return filtersFrom === 0 ? conditions : [`day >= ${dayOf(filtersFrom)}`, ...conditions];
}

function equalsValue(dimension: Dimension, value: string): string {
  return isFolded(dimension)
    ? `lower(${dimension}) = lower(${quote(value)})`
    : `${dimension} = ${quote(value)}`;
}

export function classCondition(classes: readonly number[]): string {
  return `class in (${classes.join(', ')})`;
}
