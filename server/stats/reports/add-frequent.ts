import { readSettled } from '../detail.ts';
import { addSum, addValues, liesWithin } from './add-sum.ts';
import type { DayQuarters } from './calendar.ts';
import type { Scan } from './compile-scan.ts';
import { countRows, intersect, subtract, unite } from './row-set.ts';
import { addDifference, scanRows } from './scan-detail.ts';
import type { ValueCopy } from './settled-copy-file.ts';
import type { FrequentDay } from './settled-copy.ts';
import type { Tally } from './tally.ts';

/**
 * Adds the clicks of a day that have all of some frequent values. Either these are looked at; or the
 * sum of those with the rarest of the values, or pair of values, is added, what has not all others taken away, and an
 * audience that is not people made of it: whatever is less.
 */
export function addFrequent(
  { clicks, isAll, classes, values, pairs }: FrequentDay,
  quarters: DayQuarters,
  scan: Scan,
  withValues: boolean,
  tally: Tally,
): void {
  const { hasPersons, sign, classes: others } = scan.difference;
  const rarest = [...values, ...pairs].reduce(rarerOf);
  const isWhole = liesWithin(rarest.sum, quarters);
  // Of values a sum knows those of people.
  const hasValues = withValues && hasPersons;
  const differing = withValues ? others.map((own) => classes[own]!) : [];
  if (isWhole && values.length === 1 && (isAll || differing.length === 0)) {
    addSum(tally, rarest.sum, quarters, scan, hasValues);
    for (const own of differing) addValues(tally, own.sum, sign);
    return;
  }
  const detail = readSettled(clicks);
  const rows = values.map((value) => value.rows).reduce(intersect);
  const lacking = subtract(rarest.rows, rows);
  const differ =
    differing.length === 0 ? null : intersect(rows, differing.map((own) => own.rows).reduce(unite));
  const looked = countRows(lacking) + (differ === null ? 0 : countRows(differ));
  if (!isWhole || countRows(rows) < looked) {
    scanRows(detail, detail.visitors, rows, quarters, scan, withValues, tally);
    return;
  }
  addSum(tally, rarest.sum, quarters, scan, hasValues);
  scanRows(detail, detail.visitors, lacking, quarters, scan.removed, hasValues, tally);
  if (differ !== null) addDifference(detail, scan, tally, differ);
}

function rarerOf(one: ValueCopy, another: ValueCopy): ValueCopy {
  return countRows(another.rows) < countRows(one.rows) ? another : one;
}
