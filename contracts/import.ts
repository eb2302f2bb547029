import { z } from 'zod';
import { messageKeys } from './envelope.ts';
import { upload } from './fields.ts';
import { IMPORT_FILE_MAX } from './import.constants.ts';
import { defineGet, definePost, UPLOAD_ID } from './route.ts';

export const failedRow = z.object({
  row: z.int().describe('Position of the row in the file, starting at 1'),
  short_url: z.string(),
  long_url: z.string(),
  key: z.enum(messageKeys),
  reason: z.string(),
  detail: z.string().optional().describe('The column that caused the failure, with its value'),
});
export type FailedRow = z.output<typeof failedRow>;

/** The numbers of links, for a file that says that it is incomplete. */
const partialFile = z.object({
  in_file: z.int(),
  in_source: z.int().nullable().describe('null: the file gives no total'),
});
export type PartialFile = z.output<typeof partialFile>;

const importReport = z.object({
  imported: z.int(),
  skipped: z.int().describe('Rows whose code and long URL already exist as a link'),
  failed: z.int(),
  partial: partialFile.optional().describe('Only if the file says it is one page of several'),
  rows: z.array(failedRow).describe('The first 10,000 rows that failed'),
});
export type ImportReport = z.output<typeof importReport>;

export const importLinks = definePost('/api/import', {
  needs: 'links.import',
  scope: 'import',
  summary: 'Import links from a JSON file of another shortener or Brisk',
  request: z.object({
    file: z
      .union([upload, z.string()], {
        error: ({ input }) => (Array.isArray(input) ? 'Send one file' : 'file.not.empty'),
      })
      .describe('A JSON file of at most 10 MB; multipart/form-data keeps its name and type'),
  }),
  // Room for the boundaries and headers of multipart.
  bodyMax: IMPORT_FILE_MAX + 65_536,
  unknownFields: 'unnoticed',
  reply: importReport,
});

export const getImport = defineGet('/api/import/outcome', {
  needs: 'links.import',
  scope: 'import',
  summary: 'Get the result of a recent import whose response was lost',
  request: z.object({
    id: z.string().regex(UPLOAD_ID).describe('The Upload-Id header sent with the import'),
  }),
  unknownFields: 'unnoticed',
  reply: z.object({
    state: z
      .enum(['unknown', 'running', 'done', 'failed'])
      .describe('unknown: the file is still uploading, never arrived, or went to another server'),
    report: importReport.nullable().describe('The report, once the import is done'),
    key: z.enum(messageKeys).nullable().describe('Why the import failed'),
  }),
});
