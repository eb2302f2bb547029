/** In the order of the pages. */
export const dimensions = [
  'channel',
  'source',
  'referrer',
  'page',
  'country',
  'city',
  'browser',
  'system',
  'device',
  'language',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'via',
  'target',
  'domain',
] as const;
export type Dimension = (typeof dimensions)[number];

/** What brought a visitor. `paid`: by an advertisement, whatever the source. */
export const channels = [
  'search',
  'social',
  'chat',
  'mail',
  'ai',
  'paid',
  'direct',
  'other',
] as const;
export type Channel = (typeof channels)[number];

/** `scan`: a person with the QR code. `preview`: a chat or mail program that shows the target. */
export const clickClasses = ['person', 'scan', 'preview', 'bot'] as const;
export type ClickClass = (typeof clickClasses)[number];

export const audiences = ['people', 'all', ...clickClasses] as const;
export type Audience = (typeof audiences)[number];

/** Each period ends at the time of the call. */
export const periods = ['24h', '7d', '30d', '90d', 'year', 'all'] as const;
export type Period = (typeof periods)[number];

/** What a period is compared with: as many days, or whole months, before, or the same dates a year earlier. */
export const comparisons = ['before', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

/** What can be exported by itself. */
export const exportedLists = ['bars', 'week', 'links', 'unknown_codes', ...dimensions] as const;
export type ExportedList = (typeof exportedLists)[number];

export const VALUE_MAX = 256; // characters
export const REPORT_LINKS_MAX = 50;
export const LINES_MAX = 200;
export const LINE_DAYS = 30;
export const RANGE_YEARS_MAX = 20;
export const RANGE_SECONDS_MAX = RANGE_YEARS_MAX * 366 * 86_400;
export const LIST_MAX = 100;
/** Counts values above the cardinality limit of a dimension, and real values "other". */
export const OTHER = 'other';
