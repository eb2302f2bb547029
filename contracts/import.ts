import { z } from 'zod';
import { messageKeys } from './envelope.ts';
import { upload } from './fields.ts';
import { defineRoute, UPLOAD_ID } from './route.ts';

/** The largest import file that the page takes, in bytes: 10 MB. */
export const IMPORT_FILE_MAX = 10 * 1024 * 1024;

/** How many failed rows a report lists. */
export const FAILED_ROWS_MAX = 10_000;

/** A row of an import file that did not become a link, and why. */
export const failedRow = z.object({
  row: z.int().describe('Where it stands among the rows of the file, from 1'),
  short_url: z.string(),
  long_url: z.string(),
  key: z.enum(messageKeys),
  reason: z.string(),
  detail: z.string().optional().describe('The column that the row failed for, with its value'),
});
export type FailedRow = z.output<typeof failedRow>;

/** Set for a file that says that it holds a part of the links. */
const partialFile = z.object({
  in_file: z.int(),
  in_source: z.int().nullable().describe('null: the file does not say how many there are'),
});
export type PartialFile = z.output<typeof partialFile>;

/** What became of the rows of an import file. */
const importReport = z.object({
  imported: z.int(),
  skipped: z.int().describe('The same code with the same long URL was already there'),
  failed: z.int(),
  partial: partialFile
    .optional()
    .describe('Only where the file says that it is one page of several'),
  rows: z.array(failedRow).describe('The rows that failed, the first 10,000 of them'),
});
export type ImportReport = z.output<typeof importReport>;

export const importLinks = defineRoute({
  methods: ['POST'],
  path: '/api/import',
  access: 'login',
  summary: 'Import links from a JSON file of another shortener or of Brisk',
  request: z.object({
    file: z
      .union([upload, z.string()], {
        error: ({ input }) => (Array.isArray(input) ? 'Send one file' : 'file.not.empty'),
      })
      .describe('A JSON file of at most 10 MB; multipart/form-data keeps its name and type'),
  }),
  // Room for what multipart puts around the file.
  bodyMax: IMPORT_FILE_MAX + 65_536,
  reply: importReport,
});

export const getImport = defineRoute({
  methods: ['GET'],
  path: '/api/import/outcome',
  access: 'login',
  summary: 'Tell what became of an import whose answer was lost, among the latest ones',
  request: z.object({
    id: z.string().regex(UPLOAD_ID).describe('The header Upload-Id of the import'),
  }),
  reply: z.object({
    state: z
      .enum(['unknown', 'running', 'done', 'failed'])
      .describe('unknown: the file is on its way, never came, or went to another server'),
    report: importReport.nullable().describe('When the import is done'),
    key: z.enum(messageKeys).nullable().describe('Why the import failed'),
  }),
});
