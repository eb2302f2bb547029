import { countRows, intersect, type RowSet } from './row-set.ts';
import type { ValueCopy } from './settled-copy-file.ts';

/** Of how many of a day's rows reports may look at each one; of more they are told a sum. */
const LOOKED_SHARE = 0.07;

/** Two values, and the rows that have both. */
export interface Pair {
  readonly keys: readonly [number, number];
  readonly rows: RowSet;
}

/**
 * The pairs of some values of a day for which sums of single values spare little: many of the rows that
 * have the rarer one have the other as well, and many lack it.
 */
export function findPairs(
  values: readonly (readonly [key: number, value: ValueCopy])[],
  rows: number,
): Pair[] {
  const counts = values.map(([, value]) => countRows(value.rows));
  const pairs: Pair[] = [];
  for (const [at, [key, value]] of values.entries()) {
    for (const [other, [otherKey, otherValue]] of values.slice(0, at).entries()) {
      const both = intersect(value.rows, otherValue.rows);
      const count = countRows(both);
      const looked = Math.min(count, counts[at]! - count, counts[other]! - count);
      if (looked > LOOKED_SHARE * rows) pairs.push({ keys: [key, otherKey], rows: both });
    }
  }
  return pairs;
}
