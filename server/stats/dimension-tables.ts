import type { Dimension } from '../../contracts/stats/stats.constants.ts';

/** Parts of a request, with the dimensions that follow from each. */
export const tableDimensions = {
  agent: ['browser', 'system', 'device'],
  referrer: ['referrer', 'page'],
  campaign: ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'via'],
  place: ['country', 'city'],
  language: ['language'],
  route: ['domain', 'target'],
  origin: ['source', 'channel'],
} as const satisfies Record<string, readonly Dimension[]>;

export type DimensionTable = keyof typeof tableDimensions;

export const dimensionTables = Object.keys(tableDimensions) as readonly DimensionTable[];

/** What follows from other dimensions is no column of the log: new rules apply to old clicks. */
export type LoggedTable = Exclude<DimensionTable, 'origin'>;

export const loggedTables = dimensionTables.filter(
  (table): table is LoggedTable => table !== 'origin',
);

export function tableOf(dimension: Dimension): DimensionTable {
  return dimensionTables.find((table) =>
    tableDimensions[table].some((name: Dimension) => name === dimension),
  )!;
}

/** Dimensions whose values are one when they differ by case only; the first spelling is shown. */
export function isFolded(dimension: Dimension): boolean {
  return dimension === 'source' || dimension === 'utm_source';
}

/** The dimensions that a reduced day drops. */
export const forgottenDimensions = ['page', 'city'] as const satisfies readonly Dimension[];

/** A value for each dimension of a table, '' = unknown. */
export type DimensionRow = readonly string[];
