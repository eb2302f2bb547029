import { z } from 'zod';
import { byName } from '../links/link-fields.constants.ts';
import { flag, integer, list } from '../fields.ts';
import { domain as linkDomain } from '../links/look-up.ts';
import { defineGet, definePost } from '../route.ts';
import {
  clickClasses,
  comparisons,
  dimensions,
  exportedLists,
  LINES_MAX,
} from './stats.constants.ts';
import { domain, filters, invalidRange, isRange, links, range, shortUrl } from './stats-fields.ts';

const clicks = z.int().min(0);

const byClass = byName(clickClasses, () => clicks);

const totals = z.object({
  ...byClass,
  visitors: clicks.describe(
    'Unique people per UTC day, each counted at the first click of the day; someone who comes on two days counts twice. With `short_url` or `tag`, added up by link',
  ),
});

const bar = z.object({
  start: z.int().describe('Start of the hour, day or month, in Unix seconds'),
  ...byClass,
});
export type Bar = z.output<typeof bar>;

const ranked = z.object({
  dimension: z.enum(dimensions),
  values: z.array(z.object({ value: z.string(), clicks })).describe('Most clicks first'),
  other: clicks.describe('Clicks with values that are not listed'),
  none: clicks.describe('Clicks without this information'),
});
export type RankedList = z.output<typeof ranked>;

/** All parts of a report add up to `clicks`. */
const report = z.object({
  from: z.int().describe('Start of the period, in Unix seconds'),
  to: z.int(),
  step: z.enum(['hour', 'day', 'month']).describe('How long each entry of `bars` is'),
  clicks: clicks.describe('Clicks of the requested audience, with all filters'),
  totals: totals.describe('With all filters except the audience'),
  before: totals
    .nullable()
    .describe('Totals of as many days before, up to the same time of day; null for `all`'),
  compared: z
    .object({ from: z.int(), to: z.int(), totals, bars: z.array(bar) })
    .nullable()
    .describe(
      'With `compare`: the period to compare with, as far as this one has passed. Null for `all`, and if filters do not reach back that far',
    ),
  bars: z.array(bar),
  week: z
    .array(z.array(clicks).length(24))
    .length(7)
    .describe('Clicks by day of the week (Monday first) and hour'),
  lists: z.array(ranked),
  filters_from: z.int().describe('Filters cover clicks from this time on'),
  pending_clicks: clicks.describe(
    'Clicks that are recorded but not counted yet, of the links in `short_url` or of the whole site, whatever the filters; not part of any other figure',
  ),
  imported_clicks: clicks.describe(
    'Clicks from before links were imported; only the number is known. Not part of any other figure. Filtered by tag and domain only: clicks of the links that the domain has now',
  ),
  knows_places: z
    .boolean()
    .describe('False if neither GEOIP_DB nor a trusted header provides countries'),
});
export type Report = z.output<typeof report>;

const reads = { needs: 'stats.read', scope: 'stats:read' } as const;

export const getReport = defineGet('/api/stats/report', {
  ...reads,
  summary: 'Get click statistics for one link, several links, a tag or the whole site',
  request: z
    .object({
      ...links,
      ...range,
      ...filters,
      compare: z
        .enum(comparisons)
        .optional()
        .describe('before: as many days before; year: the same dates a year earlier'),
    })
    .refine(isRange, invalidRange),
  reply: report,
});

export const exportReport = defineGet('/api/stats/export', {
  ...reads,
  summary:
    'Export the same statistics as a file; the file of the whole site also has the most clicked links, links no longer clicked and unknown codes',
  request: getReport.request
    .safeExtend({
      format: z
        .enum(['csv', 'json', 'zip'])
        .default('csv')
        .describe('zip: every list as a CSV of its own'),
      list: z.enum(exportedLists).optional().describe('Only this list, as a plain table'),
      excel: flag.default(false).describe('1: CSV as UTF-16LE with tabs, for Excel'),
    })
    .refine(({ format, list }) => format !== 'zip' || list === undefined, {
      path: ['list'],
      error: 'Send list or format=zip, not both',
    }),
  reply: z.never(),
  download: ['text/csv', 'application/json', 'application/zip'],
});

export const getLive = defineGet('/api/stats/live', {
  ...reads,
  summary:
    'Stream clicks as they happen: events named "clicks" with the number of clicks of each class',
  request: z.object({
    short_url: shortUrl
      .optional()
      .describe(
        'The code of a link, or its whole short link in any spelling; if omitted, the whole site',
      ),
    domain: linkDomain,
  }),
  reply: z.never(),
  download: ['text/event-stream'],
});

const rankedLink = z.object({
  short_url: z.string(),
  title: z.string(),
  long_url: z.string(),
  people: clicks.describe('Clicks of the audience in the period, with all filters'),
  before: clicks
    .nullable()
    .describe(
      'Clicks on as many days before, up to the same time of day; null for `all`, and if filters do not reach back that far',
    ),
});
export type RankedLink = z.output<typeof rankedLink>;

export const getTopLinks = defineGet('/api/stats/links', {
  ...reads,
  summary: 'Get the most clicked links and links no longer clicked; by whole days (UTC)',
  request: z.object({ ...links, ...range, ...filters }).refine(isRange, invalidRange),
  reply: z.object({
    top: z.array(rankedLink).describe('At most 10'),
    silent: z
      .array(rankedLink)
      .nullable()
      .describe(
        'At most 10 links clicked in the previous period and not in this one; null whenever `before` is null',
      ),
  }),
});

export const getLines = defineGet('/api/stats/lines', {
  ...reads,
  summary: 'Get clicks by people on the given links for each of the last 30 days (UTC)',
  request: z.object({ ids: list(integer(1, Number.MAX_SAFE_INTEGER), LINES_MAX) }),
  reply: z.object({
    first_day: z.int().describe('Start of the first day (UTC), in Unix seconds'),
    lines: z.array(z.object({ id: z.int(), people: z.array(clicks) })),
  }),
});

export const getMissedCodes = defineGet('/api/stats/missed', {
  needs: 'stats.read-all',
  scope: 'stats:read',
  summary: 'List requested codes that do not exist; by whole days (UTC)',
  request: z
    .object({
      ...range,
      domain: domain.describe(
        'Host of the domain on which codes were requested; `none` means the main domain',
      ),
    })
    .refine(isRange, invalidRange),
  reply: z.object({
    codes: z
      .array(z.object({ code: z.string(), times: clicks, last_at: z.int() }))
      .describe('The most requested codes, at most 50'),
  }),
});
export type UnknownCode = z.output<typeof getMissedCodes.reply>['codes'][number];

const alert = z.object({
  id: z.int(),
  kind: z.enum(['spike', 'silence']),
  short_url: z.string(),
  title: z.string(),
  people: clicks.describe('Clicks by people in one day'),
  usual: z.number().describe('The usual number per day'),
  created_at: z.int(),
});
export type Alert = z.output<typeof alert>;

export const listAlerts = defineGet('/api/stats/alerts', {
  ...reads,
  summary: 'List links with far more or fewer clicks than usual',
  reply: z.object({
    alerts: z.array(alert).describe('Alerts not dismissed yet, newest first, at most 100'),
  }),
});

export const dismissAlerts = definePost('/api/stats/alerts/dismiss', {
  needs: 'links.edit',
  scope: null,
  summary: 'Dismiss alerts',
  request: z.object({ ids: list(integer(1, Number.MAX_SAFE_INTEGER), 1000) }),
  reply: z.object({ dismissed: z.int() }),
});
