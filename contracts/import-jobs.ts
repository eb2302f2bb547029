import { z } from 'zod';
import { normalizeHost } from './domain-name.ts';
import { messageKeys } from './envelope.ts';
import { flag, integer, objectOrText, storedFile } from './fields.ts';
import { columnFields, jobRowKinds, jobStates, JOB_FILE_MAX } from './import.constants.ts';
import { isTag, normalizeTag, TAG_MAX } from './links/tag-names.ts';
import { defineGet, definePost, defineRoute } from './route.ts';
import { timeZone } from './stats/time-zone.ts';

const COLUMNS_MAX = 1000;
const OPTIONS_BYTES = 256 * 1024;
const NAME_MAX = 255; // of a column

const access = { needs: 'links.import', scope: 'import' } as const;

const columns = z
  .record(z.string().max(NAME_MAX), z.enum(columnFields))
  .refine((record) => Object.keys(record).length <= COLUMNS_MAX, 'too.large');

const host = z
  .string()
  .refine((text) => text === '' || normalizeHost(text) !== null, 'domain.not.found')
  .overwrite((text) => normalizeHost(text) ?? '');

const tag = z
  .string()
  .max(TAG_MAX)
  .overwrite(normalizeTag)
  .refine((name) => name === '' || isTag(name), 'A tag of at most 32 characters, without commas');

const bit = flag.transform(Number);

export const jobOptions = z.strictObject({
  columns: columns.default({}).describe('The field of each column; an empty text passes it over'),
  time_zone: timeZone.default('UTC').describe('The zone of times without one'),
  day_first: bit
    .nullable()
    .default(null)
    .describe('1: in dates like 3/4/2020 the day comes first; null: as the file shows'),
  domain: host
    .default('')
    .describe('The domain of rows without one; an empty text is the main one'),
  domains: z
    .enum(['main', 'add', 'skip'])
    .default('main')
    .describe(
      'Links of domains that the site lacks: main puts them under the main domain, add adds the domain, skip refuses them',
    ),
  tag: tag.default('').describe('A tag for every link'),
  taken: z
    .enum(['fail', 'keep', 'rename', 'replace'])
    .default('fail')
    .describe(
      'A code that another link has: fail and keep leave that link, rename adds -2, replace changes it',
    ),
  visits: bit
    .default(1)
    .describe('1: visits of the file become statistics; 0: only the number of clicks is imported'),
  tokens: z
    .literal([0, '0', false, 'false'])
    .default(0)
    .transform(() => 0)
    .describe('Always 0: tokens of other programs are not imported'),
});
export type JobOptions = z.output<typeof jobOptions>;

const options = objectOrText(jobOptions, { members: COLUMNS_MAX + 50, depth: 3 });

const counts = z.object({
  read: z.int().describe('Rows of the file: new, here, taken and refused together'),
  new: z.int(),
  here: z.int().describe('Rows whose code and long URL already exist as a link'),
  taken: z.int().describe('Rows whose code another link has'),
  refused: z.int(),
  cut: z.int().describe('Rows among the new ones with a value that was cut, changed or not read'),
  kept: z.int().describe('Links that the undo has left, because they were edited or deleted'),
});
export type JobCounts = z.output<typeof counts>;

const job = z.object({
  id: z.int(),
  source: z.string().describe('The product or the kind of file; empty until it is known'),
  name: z.string().describe('The name of the file'),
  state: z.enum(jobStates),
  options: jobOptions,
  columns: z
    .array(
      z.object({
        name: z.string(),
        field: z.enum(columnFields),
        samples: z.array(z.string()).describe('The first values, shortened'),
      }),
    )
    .describe('The columns of a table'),
  counts: counts.describe('Of the check; after the start, of the import'),
  clicks: z.object({
    with_details: z.int().describe('Visits that become statistics'),
    without: z.int().describe('Clicks of which only the number is known'),
    from: z.int().nullable().describe('The first visit'),
    until: z.int().nullable().describe('The last visit'),
    beyond: z
      .int()
      .describe('Visits beyond the number of clicks that the file says: they raise the total'),
    ahead: z
      .int()
      .describe('Visits with a time in the future: they count at the start of the import'),
    with_country: z.int().describe('Of those with details: with a country'),
    with_referrer: z.int().describe('Of those with details: with the site they came from'),
    with_browser: z.int().describe('Of those with details: with a browser or a user agent'),
    with_system: z.int().describe('Of those with details: with a system or a user agent'),
  }),
  domains: z.array(z.string()).describe('Domains of the file that the site lacks; at most 100'),
  tags: z.int().describe('The number of tags that the site lacks'),
  partial: z
    .object({ in_file: z.int(), in_source: z.int().nullable() })
    .nullable()
    .describe('Only if the file says it is one page of several'),
  progress: z.object({
    done: z.int().describe('Bytes of the file, or links of an undo'),
    total: z.int(),
    ends_at: z.int().nullable().describe('When the work is expected to end'),
  }),
  error: z
    .object({ key: z.enum(messageKeys), reason: z.string() })
    .nullable()
    .describe('Why the work stopped or waits'),
  by: z.string().describe('Who sent the file'),
  created_at: z.int(),
  started_at: z.int().nullable(),
  finished_at: z.int().nullable(),
  undoable_until: z.int().nullable(),
});
export type Job = z.output<typeof job>;
export type JobFindings = Pick<Job, 'columns' | 'clicks' | 'domains' | 'tags' | 'partial'>;

const jobRow = z.object({
  row: z.int().describe('Position of the row in the file, starting at 1'),
  short_url: z.string(),
  long_url: z.string(),
  key: z.enum(messageKeys).nullable(),
  reason: z.string(),
  field: z.string().describe('The field that was changed; empty for a whole row'),
  former: z.string().describe('The value of the file, or the long URL of the existing link'),
  present: z.string().describe('The value that the link gets'),
});
export type JobRow = z.output<typeof jobRow>;

const id = integer(1, Number.MAX_SAFE_INTEGER);

export const uploadJob = definePost('/api/imports/upload', {
  ...access,
  summary: 'Upload a file of any known format and check it, without changing anything',
  request: z.object({
    file: storedFile.describe('The file, also gzipped, in multipart/form-data'),
    options: options
      .prefault({})
      .describe('How to read the file, and what to do with its links; JSON'),
  }),
  bodyMax: JOB_FILE_MAX + OPTIONS_BYTES,
  reply: job,
});

export const getJobs = defineGet('/api/imports', {
  ...access,
  summary: 'List the imports of the last 30 days, newest first, or get one',
  request: z.object({ id: id.optional().describe('Without it, all imports are listed') }),
  unknownFields: 'unnoticed',
  reply: z.union([job, z.array(job)]),
});

export const getJobRows = defineGet('/api/imports/rows', {
  ...access,
  summary: 'List rows of a checked, finished or undone import',
  request: z.object({
    id,
    kind: z.enum(jobRowKinds).describe('kept: links that an undo has left'),
    page: integer(1, 1_000_000).default(1),
    limit: integer(1, 200).default(50),
  }),
  reply: z.object({
    total: z.int().describe('All rows of this kind'),
    listed: z.int().describe('The number of rows that can be listed: the first of them'),
    page: z.int(),
    limit: z.int(),
    rows: z.array(jobRow),
  }),
});

export const setJob = definePost('/api/imports/set', {
  ...access,
  summary: 'Set the options of an import that has not started, and check the file again',
  request: z.object({
    id,
    options: options.describe('All options; those left out get their default'),
  }),
  bodyMax: OPTIONS_BYTES,
  fieldsMax: COLUMNS_MAX + 50,
  reply: job,
});

function defineOrder(path: `/api/imports/${string}`, summary: string) {
  return defineRoute({
    methods: ['POST'],
    path,
    ...access,
    summary,
    request: z.object({ id }),
    reply: job,
  });
}

export const startJob = defineOrder(
  '/api/imports/start',
  'Start a checked import, or go on with what has stopped',
);
export const stopJob = defineOrder('/api/imports/stop', 'Stop an import; its links stay');
export const undoJob = defineOrder(
  '/api/imports/undo',
  'Undo an import: remove its links, and restore those that it replaced',
);

export const deleteJob = definePost('/api/imports/delete', {
  ...access,
  summary: 'Delete an import and its file; its links stay and it can no longer be undone',
  request: z.object({ id }),
});
