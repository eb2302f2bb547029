import type { Dimension } from '../../contracts/stats.ts';

/** What a visitor's request tells of, each with the dimensions that follow from it. */
export const tableDimensions = {
  agent: ['browser', 'system', 'device'],
  referrer: ['referrer', 'page'],
  campaign: ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'via'],
  place: ['country', 'city'],
  language: ['language'],
} as const satisfies Record<string, readonly Dimension[]>;

export type DimensionTable = keyof typeof tableDimensions;

export const dimensionTables = Object.keys(tableDimensions) as readonly DimensionTable[];

/** The table that a dimension is a column of. */
export function tableOf(dimension: Dimension): DimensionTable {
  return dimensionTables.find((table) =>
    tableDimensions[table].some((own: Dimension) => own === dimension),
  )!;
}

/** A row of a dimension table: a value for each of its dimensions, '' where it is not known. */
export type DimensionRow = readonly string[];
