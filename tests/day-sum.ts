import { readSum, type SumTotals } from '../server/stats/day-sum.ts';

/** A sum that can be looked at. */
export interface ReadSum extends SumTotals {
  readonly byTime: ReadonlyMap<number, number>;
  readonly byValue: ReadonlyMap<number, number>;
}

/** Reads all that a stored sum says. */
export function readWholeSum(body: Uint8Array): ReadSum {
  const byTime = new Map<number, number>();
  const byValue = new Map<number, number>();
  const totals = readSum(body, {
    time: (key, clicks) => byTime.set(key, clicks),
    value: (key, clicks) => byValue.set(key, clicks),
  });
  return { ...totals, byTime, byValue };
}
