import type { Dimension } from '../../contracts/stats.constants.ts';

/** Parts of a request, with the dimensions that follow from each. */
export const tableDimensions = {
  agent: ['browser', 'system', 'device'],
  referrer: ['referrer', 'page'],
  campaign: ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'via'],
  place: ['country', 'city'],
  language: ['language'],
  route: ['domain', 'target'],
} as const satisfies Record<string, readonly Dimension[]>;

export type DimensionTable = keyof typeof tableDimensions;

export const dimensionTables = Object.keys(tableDimensions) as readonly DimensionTable[];

export function tableOf(dimension: Dimension): DimensionTable {
  return dimensionTables.find((table) =>
    tableDimensions[table].some((own: Dimension) => own === dimension),
  )!;
}

/** A value for each dimension of a table, '' = unknown. */
export type DimensionRow = readonly string[];
