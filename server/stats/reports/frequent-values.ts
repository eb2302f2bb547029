import { dimensions } from '../../../contracts/stats.ts';
import type { Engine } from '../../engine/engine.ts';
import { readSum, valueKey } from '../day-sum.ts';
import { numberOf } from '../fact-kinds.ts';
import { SITE_ID } from '../record-visits.ts';
import type { FilterIds } from './report-query.ts';
import { selectSumsOf } from './reports.store.ts';

/** More than this part of all people came with a frequent value. */
const FREQUENT_SHARE = 0.1;

/**
 * The keys of the values that so many people of the whole site came with on some days that a filter by
 * one leaves much to be counted; "none" is one, too.
 */
export async function findFrequentValues(
  engine: Engine,
  days: readonly number[],
): Promise<number[]> {
  const byKey = new Map<number, number>();
  let people = 0;
  for (const { body } of await selectSumsOf(engine, SITE_ID, days)) {
    const totals = readSum(body, {
      time: () => undefined,
      value: (key, clicks) => byKey.set(key, (byKey.get(key) ?? 0) + clicks),
    });
    people += totals.people;
  }
  for (const dimension of dimensions.keys()) byKey.set(valueKey(dimension, 0), people);
  for (const [key, clicks] of byKey) {
    if (key >>> 4 === 0) continue;
    const none = valueKey(key & 15, 0);
    byKey.set(none, byKey.get(none)! - clicks);
  }
  return [...byKey].filter(([, clicks]) => clicks > FREQUENT_SHARE * people).map(([key]) => key);
}

/** The filter by the value with a key. */
export function filterOfKey(key: number): FilterIds {
  return { [dimensions[key & 15]!]: key >>> 4 };
}

/** The keys of the values that are filtered by; null when somebody filters by what nobody came with. */
export function keysOfFilters(ids: FilterIds): readonly number[] | null {
  const keys: number[] = [];
  for (const dimension of dimensions) {
    const id = ids[dimension];
    if (id === -1) return null;
    if (id !== undefined) keys.push(valueKey(numberOf(dimension), id));
  }
  return keys;
}
