import type { Dimension } from '../../../contracts/stats.constants.ts';
import { readFilter } from '../../../contracts/stats-filter.ts';
import { dimensionTables, isFolded, tableOf } from '../dimension-tables.ts';
import { dayOf } from '../quarter.ts';
import { quote } from '../warehouse/connection.ts';
import { keyOf } from '../warehouse/tables.ts';
import type { Filters } from './filters.ts';

/** SQL conditions for filters, which have data from `filtersFrom` on. */
export function filterConditions(filters: Filters, filtersFrom: number): string[] {
  const entries = Object.entries(filters) as [Dimension, string][];
  const conditions = dimensionTables.flatMap((table) => {
    const own = entries.filter(([dimension]) => tableOf(dimension) === table);
    if (own.length === 0) return [];
    const values = own.map(([dimension, text]) => equalsValue(dimension, readFilter(text)));
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
