import { isPeople } from './classes.ts';
import type { Fact } from './facts.ts';
import { readNumber, writeNumber } from './numbers.ts';

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

/** What is known of the clicks of one link, or of the site, on one day. */
export class DaySum {
  clicks = 0;
  /** Of the clicks, those of persons and scans. */
  people = 0;
  /** How many people these were; 0 until the day is settled. */
  visitors = 0;
  readonly byTime = new Map<number, number>();
  /** Of the people. */
  readonly byValue = new Map<number, number>();

  add(clickClass: number, quarter: number, facts: readonly Fact[], clicks = 1): void {
    this.clicks += clicks;
    increase(this.byTime, timeKey(quarter, clickClass), clicks);
    if (!isPeople(clickClass)) return;
    this.people += clicks;
    for (const { values } of facts) {
      for (const { dimension, id } of values) {
        if (id !== 0) increase(this.byValue, valueKey(dimension, id), clicks);
      }
    }
  }

  /** Adds what is stored. */
  addStored(body: Uint8Array): void {
    readSum(body, {
      head: (clicks, people, visitors) => {
        this.clicks += clicks;
        this.people += people;
        this.visitors += visitors;
      },
      time: (key, clicks) => increase(this.byTime, key, clicks),
      value: (key, clicks) => increase(this.byValue, key, clicks),
    });
  }

  toBody(): Uint8Array {
    const bytes: number[] = [];
    for (const number of [this.clicks, this.people, this.visitors]) writeNumber(bytes, number);
    writeCounts(bytes, this.byTime);
    writeCounts(bytes, this.byValue);
    return new Uint8Array(bytes);
  }
}

/** How many bytes the first three numbers of a sum take at most. */
export const HEAD_MAX = 24;

/** Told of what a stored sum says. */
interface SumReader {
  readonly head: (clicks: number, people: number, visitors: number) => void;
  readonly time?: (key: number, clicks: number) => void;
  readonly value?: (key: number, clicks: number) => void;
}

/** Reads a stored sum, as far as the reader wants to know. */
export function readSum(body: Uint8Array, reader: SumReader): void {
  const from = { body, at: 0 };
  reader.head(readNumber(from), readNumber(from), readNumber(from));
  for (const tell of [reader.time, reader.value]) {
    if (tell === undefined) return;
    let key = 0;
    for (let entries = readNumber(from); entries > 0; entries -= 1) {
      const step = readNumber(from);
      key += step >>> 1;
      tell(key, (step & 1) === 0 ? 1 : readNumber(from));
    }
  }
}

function increase(counts: Map<number, number>, key: number, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function writeCounts(bytes: number[], counts: ReadonlyMap<number, number>): void {
  writeNumber(bytes, counts.size);
  // Filled by hand: sums are many and small, and most of their time goes into such things.
  const keys = new Uint32Array(counts.size);
  let entry = 0;
  for (const key of counts.keys()) {
    keys[entry] = key;
    entry += 1;
  }
  let last = 0;
  for (const key of keys.sort()) {
    const count = counts.get(key)!;
    writeNumber(bytes, (key - last) * 2 + (count === 1 ? 0 : 1));
    if (count !== 1) writeNumber(bytes, count);
    last = key;
  }
}
