export const UNDO_SECONDS = 24 * 3600;
/** How many failed links an answer lists. */
export const FAILED_MAX = 100;
/** How many changed links an answer shows with their changes. */
export const EXAMPLES_MAX = 5;
export const UNDOABLE_MAX = 100;

export const bulkFailures = [
  'not_found',
  'bad_url',
  'own_site',
  'too_many_tags',
  'time_order',
] as const;
export type BulkFailure = (typeof bulkFailures)[number];
