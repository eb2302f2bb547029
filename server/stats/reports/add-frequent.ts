import { readSettled } from '../detail.ts';
import { addSum, liesWithin } from './add-sum.ts';
import type { DayQuarters } from './calendar.ts';
import type { Scan } from './compile-scan.ts';
import { countRows, intersect, subtract, unite } from './row-set.ts';
import { addDifference, scanRows } from './scan-detail.ts';
import type { ValueCopy } from './settled-copy-file.ts';
import type { FrequentDay } from './settled-copy.ts';
import type { Tally } from './tally.ts';

/**
 * Adds the clicks of a day that have all of some frequent values. Either these are looked at; or the
 * sum of those with the rarest of the values is added, what has not all others taken away, and an
 * audience that is not people made of it: whatever is less.
 */
export function addFrequent(
  { clicks, classes, values }: FrequentDay,
  quarters: DayQuarters,
  scan: Scan,
  withValues: boolean,
  tally: Tally,
): void {
  const { hasPersons, classes: others } = scan.difference;
  const rarest = values.reduce(rarerOf);
  const isWhole = liesWithin(rarest.sum, quarters);
  const differs = withValues && others.length > 0;
  if (isWhole && values.length === 1 && !differs) {
    addSum(tally, rarest.sum, quarters, scan, withValues);
    return;
  }
  const detail = readSettled(clicks);
  const rows = values.map((value) => value.rows).reduce(intersect);
  const lacking = subtract(rarest.rows, rows);
  const differing = differs
    ? intersect(rows, others.map((own) => classes[own]!).reduce(unite))
    : null;
  const looked = countRows(lacking) + (differing === null ? 0 : countRows(differing));
  if (!isWhole || countRows(rows) < looked) {
    scanRows(detail, detail.visitors, rows, quarters, scan, withValues, tally);
    return;
  }
  // Of values a sum knows those of people.
  const { removed } = scan;
  addSum(tally, rarest.sum, quarters, scan, withValues && hasPersons);
  scanRows(detail, detail.visitors, lacking, quarters, removed, withValues && hasPersons, tally);
  if (differing !== null) addDifference(detail, scan, tally, differing);
}

function rarerOf(one: ValueCopy, another: ValueCopy): ValueCopy {
  return countRows(another.rows) < countRows(one.rows) ? another : one;
}
