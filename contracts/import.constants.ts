export const IMPORT_FILE_MAX = 10 * 1024 * 1024; // bytes

export const FAILED_ROWS_MAX = 10_000;

/** The largest upload of a job, in bytes. `brisk import` takes a file of any size. */
export const JOB_FILE_MAX = 2 * 1024 * 1024 * 1024;

export const jobStates = [
  'checking',
  'ready',
  'running',
  'stopped',
  'done',
  'failed',
  'undoing',
  'undone',
] as const;
export type JobState = (typeof jobStates)[number];

/** `kept`: links that an undo has left, because they were edited or deleted. */
export const jobRowKinds = ['new', 'here', 'taken', 'refused', 'cut', 'kept'] as const;
export type JobRowKind = (typeof jobRowKinds)[number];

/** How many rows of each kind a job keeps: those to correct are kept longer. */
export const JOB_ROWS_MAX: Readonly<Record<JobRowKind, number>> = {
  new: 1000,
  here: 1000,
  cut: 1000,
  taken: FAILED_ROWS_MAX,
  refused: FAILED_ROWS_MAX,
  kept: FAILED_ROWS_MAX,
};

export const columnFields = [
  'short_url',
  'long_url',
  'title',
  'description',
  'note',
  'tags',
  'clicks',
  'created_at',
  'expires_at',
  'domain',
  '',
] as const;
