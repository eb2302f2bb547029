import { dimensions, NONE } from '../../../contracts/stats.ts';
import type { Engine } from '../../engine/engine.ts';
import { readSum, valueKey } from '../day-sum.ts';
import { numberOf } from '../fact-kinds.ts';
import type { Facts } from '../facts.ts';
import { SITE_ID } from '../record-visits.ts';
import { compileFilters, type Filters, type Passing } from './report-query.ts';
import { selectSumsOf } from './reports.store.ts';

/** More than this part of all people came with a frequent value. */
const FREQUENT_SHARE = 0.1;

/** A value so many people came with that a filter by it leaves much to be counted. */
export interface FrequentValue {
  /** That of {@link valueKey}. */
  readonly key: number;
  readonly passing: Passing;
}

/** The frequent values of the whole site on some days, which are known by now; "none" is one, too. */
export async function findFrequentValues(
  engine: Engine,
  facts: Facts,
  days: readonly number[],
): Promise<FrequentValue[]> {
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
  return [...byKey]
    .filter(([, clicks]) => clicks > FREQUENT_SHARE * people)
    .map(([key]) => ({ key, passing: compileFilters(facts, toFilters(facts, key)) }));
}

/** The key of the value that is filtered by, if it is one alone and known. */
export function keyOfFilter(facts: Facts, filters: Filters): number | null {
  const [dimension, other] = dimensions.filter((some) => filters[some] !== undefined);
  if (dimension === undefined || other !== undefined) return null;
  const text = filters[dimension]!;
  const id = facts.values.idOf(dimension, text === NONE ? '' : text);
  return id === null ? null : valueKey(numberOf(dimension), id);
}

function toFilters(facts: Facts, key: number): Filters {
  const dimension = dimensions[key & 15]!;
  const { text } = facts.values.at(dimension, key >>> 4);
  return { [dimension]: text === '' ? NONE : text };
}
