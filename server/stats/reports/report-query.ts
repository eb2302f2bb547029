import {
  clickClasses,
  dimensions,
  type Audience,
  type Dimension,
} from '../../../contracts/stats.ts';
import { readFilter } from '../../../contracts/stats-filter.ts';
import { CLASSES, peoplesClasses } from '../classes.ts';
import { factDimensions, factKinds, type FactKind } from '../fact-kinds.ts';
import type { Facts } from '../facts.ts';

/** Which clicks a report is about: the value of each dimension that is filtered by, as it is asked. */
export type Filters = Partial<Record<Dimension, string>>;

/** Picks the filters out of a request. */
export function readFilters(request: Partial<Record<Dimension, string | undefined>>): Filters {
  const filters: Filters = {};
  for (const dimension of dimensions) {
    const value = request[dimension];
    if (value !== undefined) filters[dimension] = value;
  }
  return filters;
}

/** For each kind of fact which ids pass the filters; null where all do. */
export type Passing = Readonly<Record<FactKind, Uint8Array | null>>;

/** The id of the value of each dimension that is filtered by; of what nobody has ever come with -1. */
export type FilterIds = Partial<Record<Dimension, number>>;

/** Finds the values that filters name. */
export function findFilterIds(facts: Facts, filters: Filters): FilterIds {
  const ids: FilterIds = {};
  for (const dimension of dimensions) {
    const text = filters[dimension];
    if (text === undefined) continue;
    ids[dimension] = facts.values.idOf(dimension, readFilter(text)) ?? -1;
  }
  return ids;
}

/** Compiles filters to look-ups by the ids of facts. */
export function compileFilters(facts: Facts, ids: FilterIds): Passing {
  const compile = (kind: FactKind): Uint8Array | null => {
    const wanted = factDimensions[kind].map((dimension: Dimension) => ids[dimension]);
    if (wanted.every((id) => id === undefined)) return null;
    return Uint8Array.from(facts.all(kind), ({ values }) =>
      wanted.every((id, i) => id === undefined || values[i]!.id === id) ? 1 : 0,
    );
  };
  const [agent, referrer, campaign, place, language] = factKinds.map(compile);
  return {
    agent: agent ?? null,
    referrer: referrer ?? null,
    campaign: campaign ?? null,
    place: place ?? null,
    language: language ?? null,
  };
}

/** Class → 1 when the audience is of it. */
export function compileAudience(audience: Audience): Uint8Array {
  if (audience === 'people') return peoplesClasses;
  return Uint8Array.from({ length: CLASSES }, (_, clickClass) => {
    if (audience === 'all') return 1;
    return clickClasses[clickClass] === audience ? 1 : 0;
  });
}
