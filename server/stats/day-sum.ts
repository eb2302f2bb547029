import { readNumber } from './numbers.ts';

/*
 * A sum as it is stored, in numbers:
 *   clicks · people · visitors · clicks by class and quarter · people by value
 * The last two are lists: how many entries, then of each the step from the key before it, doubled,
 * plus 1 when a count other than 1 follows. The visitors are known when the day is settled.
 */

/** The key of a count by time: the quarter of the day, times four, plus the class. */
export function timeKey(quarter: number, clickClass: number): number {
  return quarter * 4 + clickClass;
}

/** The key of a count by value: the id, times sixteen, plus the number of the dimension. */
export function valueKey(dimension: number, id: number): number {
  return id * 16 + dimension;
}

/** How many bytes the first three numbers of a sum take at most. */
export const HEAD_MAX = 24;

/** The totals of a sum. */
export interface SumTotals {
  readonly clicks: number;
  readonly people: number;
  readonly visitors: number;
}

/** Told of what else a stored sum says, as far as the reader wants to know. */
interface SumReader {
  readonly time?: (key: number, clicks: number) => void;
  readonly value?: (key: number, clicks: number) => void;
}

/** Reads a stored sum; without a reader its first {@link HEAD_MAX} bytes will do. */
export function readSum(body: Uint8Array, reader: SumReader = {}): SumTotals {
  const from = { body, at: 0 };
  const totals = {
    clicks: readNumber(from),
    people: readNumber(from),
    visitors: readNumber(from),
  };
  for (const tell of [reader.time, reader.value]) {
    if (tell === undefined) break;
    let key = 0;
    for (let entries = readNumber(from); entries > 0; entries -= 1) {
      const step = readNumber(from);
      key += step >>> 1;
      tell(key, (step & 1) === 0 ? 1 : readNumber(from));
    }
  }
  return totals;
}
