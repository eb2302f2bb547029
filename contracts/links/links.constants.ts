/** How far in the future an expiry may be. */
export const TTL_DAYS_MAX = 36_500;
export const IDS_MAX = 1000;
export const NEW_LINKS_MAX = 1000;
/** The first is the default. */
export const pageSizes = [10, 100, 200] as const;
export const LIMIT_MAX = 200;
/** The first is the default of the page. */
export const searchFilters = ['short_url', 'long_url', 'title'] as const;
export type SearchFilter = (typeof searchFilters)[number];
export const SEARCH_MAX = 1000; // of a search without pages
/** What a caller may do with a link that it sees; `give`: to another owner. */
export const linkActions = ['edit', 'delete', 'give', 'restore', 'purge'] as const;
export type LinkAction = (typeof linkActions)[number];

export const sortColumns = [
  'short_url',
  'long_url',
  'title',
  'clicks',
  'created_at',
  'updated_at',
  'expires_at',
  'last_clicked_at',
] as const;
export type SortColumn = (typeof sortColumns)[number];
/** A link that is off and expired is `off`. */
export const linkStates = ['live', 'scheduled', 'expired', 'off'] as const;
export type LinkState = (typeof linkStates)[number];
export const filterStates = ['live', 'scheduled', 'expired', 'off', 'never_clicked'] as const;
export type FilterState = (typeof filterStates)[number];
