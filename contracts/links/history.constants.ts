/** Changes per link; older ones are deleted. */
export const CHANGES_MAX = 200;

export const historyFields = [
  'short_url',
  'long_url',
  'title',
  'description',
  'note',
  'tags',
  'expires_at',
  'is_active',
  'is_count_only',
  'shows_numbers',
  'starts_at',
  'max_clicks',
  'fallback_url',
  'password',
  'redirect_status',
  'forward_query',
  'forward_path',
  'rules',
  'in_app',
  'social',
] as const;
export type HistoryField = (typeof historyFields)[number];

export const ways = ['login', 'api-token'] as const;
export type Way = (typeof ways)[number];
