import type { Job, JobRow } from '../../../contracts/import-jobs.ts';

const now = Math.floor(Date.now() / 1000);

/** A checked import of a table, with some fields changed. */
export function anImport(changes: Partial<Job> = {}): Job {
  return {
    id: 1,
    source: 'csv',
    name: 'links-2026.csv',
    state: 'ready',
    options: {
      columns: {},
      time_zone: 'UTC',
      day_first: null,
      domain: '',
      domains: 'main',
      tag: '',
      taken: 'fail',
      visits: 1,
      tokens: 0,
    },
    columns: [
      { name: 'Back-half', field: 'short_url', samples: ['sale', 'spring'] },
      { name: 'Target', field: 'long_url', samples: ['https://example.com/'] },
      { name: 'Remark', field: '', samples: ['print'] },
    ],
    counts: { read: 1290, new: 1234, here: 40, taken: 4, refused: 12, cut: 3, kept: 0 },
    clicks: {
      with_details: 0,
      without: 0,
      from: null,
      until: null,
      beyond: 0,
      ahead: 0,
      with_country: 0,
      with_referrer: 0,
      with_browser: 0,
      with_system: 0,
    },
    domains: [],
    tags: 0,
    partial: null,
    progress: { done: 0, total: 0, ends_at: null },
    error: null,
    by: 'admin',
    created_at: now - 60,
    started_at: null,
    finished_at: null,
    undoable_until: null,
    ...changes,
  };
}

/** An import that has ended, and can be undone. */
export function aDoneImport(changes: Partial<Job> = {}): Job {
  return anImport({
    state: 'done',
    started_at: now - 30,
    finished_at: now - 10,
    undoable_until: now + 30 * 86_400,
    ...changes,
  });
}

export function anImportRow(changes: Partial<JobRow> = {}): JobRow {
  return {
    row: 12,
    short_url: 'sale',
    long_url: 'https://example.com/sale',
    key: null,
    reason: '',
    field: '',
    former: '',
    present: '',
    ...changes,
  };
}
