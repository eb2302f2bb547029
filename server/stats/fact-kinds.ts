import { dimensions, type Dimension } from '../../contracts/stats.ts';

/** What a visitor's request tells of, each with the dimensions that follow from it. */
export const factDimensions = {
  agent: ['browser', 'system', 'device'],
  referrer: ['referrer', 'page'],
  campaign: ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'via'],
  place: ['country', 'city'],
  language: ['language'],
} as const satisfies Record<string, readonly Dimension[]>;

export type FactKind = keyof typeof factDimensions;

/** The kinds in the order of their numbers in the database, from 0 on. */
export const factKinds = Object.keys(factDimensions) as readonly FactKind[];

/** The number of a dimension in the database. */
export function numberOf(dimension: Dimension): number {
  return dimensions.indexOf(dimension);
}

/** How many facts of a kind are kept apart: as many as their numbers in a detail can name. */
export const factsMax: Readonly<Record<FactKind, number>> = {
  agent: 20_000,
  referrer: 30_000,
  campaign: 10_000,
  place: 30_000,
  language: 200,
};

/** How many values of a dimension are kept apart. */
export const VALUES_MAX = 10_000;
