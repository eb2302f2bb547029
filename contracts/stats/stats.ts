import { z } from 'zod';
import { CODE_MAX } from '../links/custom-code.ts';
import { byName } from '../links/link-fields.constants.ts';
import { toDomain } from '../domain-name.ts';
import { integer, list } from '../fields.ts';
import { domain as linkDomain, SHORT_LINK_MAX } from '../links/look-up.ts';
import { defineRoute } from '../route.ts';
import { NONE } from './stats-filter.ts';
import {
  audiences,
  channels,
  clickClasses,
  dimensions,
  LINES_MAX,
  periods,
  RANGE_SECONDS_MAX,
  VALUE_MAX,
  type Dimension,
} from './stats.constants.ts';
import { timeZone } from './time-zone.ts';
import { currentTimeZone, endTime, startTime } from './times.ts';

const shortUrl = z
  .string()
  .max(SHORT_LINK_MAX)
  .refine((text) => text.length <= CODE_MAX || text.includes('/'), 'A code is too long')
  .optional()
  .describe(
    'The code of a link, or its whole short link in any spelling; if omitted, the whole site',
  );

const range = {
  period: z
    .enum(periods)
    .default('30d')
    .describe('A period that ends now; `from` and `to` override it'),
  from: startTime
    .optional()
    .describe(
      'Start of the period, at most 20 years before its end; rounded down to a quarter of an hour',
    ),
  to: endTime.optional().describe('End of the period, exclusive'),
  time_zone: timeZone
    .default(currentTimeZone)
    .describe(
      'The time zone of the days, for example Asia/Shanghai; if omitted, the option time_zone, which is UTC by default',
    ),
};
const invalidRange = { path: ['from'], error: 'Must be before `to`, by at most 20 years' };

const value = z.string().max(VALUE_MAX).optional();
const domain = z.string().max(VALUE_MAX).overwrite(toDomain).optional();
const filters = {
  audience: z.enum(audiences).default('people').describe('people: persons and scans together'),
  referrer: value.describe(
    'Host of the referring page. In every filter, `none` means clicks without this information; write `~none` for the value "none" itself',
  ),
  page: value,
  source: value.describe(
    'The service that a host, an app or `utm_source` belongs to, for example Facebook; case does not matter',
  ),
  channel: z
    .enum([...channels, NONE])
    .optional()
    .describe('What kind of source brought the visitor; `paid` wins over all others'),
  country: value.describe('ISO 3166-1 alpha-2'),
  city: value,
  browser: value,
  system: value,
  device: value,
  language: value.describe('ISO 639'),
  utm_source: value,
  utm_medium: value,
  utm_campaign: value,
  utm_term: value,
  utm_content: value,
  via: value,
  target: value.describe(
    'Where the rules of a link led: the target of a rule or split, or the long URL if none fits; the first 256 characters',
  ),
  domain: domain.describe(
    'Host of the domain on which the link was visited; `none` means the main domain. A link is looked up on it, too',
  ),
} satisfies { audience: z.ZodType } & Record<Dimension, z.ZodType>;

const clicks = z.int().min(0);

const byClass = byName(clickClasses, () => clicks);

const totals = z.object({
  ...byClass,
  visitors: clicks.describe(
    'Unique people per UTC day, each counted at the first click of the day; someone who comes on two days counts twice',
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
  bars: z.array(bar),
  week: z
    .array(z.array(clicks).length(24))
    .length(7)
    .describe('Clicks by day of the week (Monday first) and hour'),
  lists: z.array(ranked),
  filters_from: z.int().describe('Filters cover clicks from this time on'),
  pending_clicks: clicks.describe(
    'Clicks that are recorded but not counted yet, whatever the filters; not part of any other figure',
  ),
  imported_clicks: clicks.describe(
    'Clicks from before links were imported; only the number is known. Not part of any other figure. Filtered by domain only: clicks of the links that the domain has now',
  ),
  knows_places: z
    .boolean()
    .describe('False if neither GEOIP_DB nor a trusted header provides countries'),
});
export type Report = z.output<typeof report>;

export const getReport = defineRoute({
  methods: ['GET'],
  path: '/api/stats/report',
  needs: 'stats.read',
  scope: 'stats:read',
  summary: 'Get click statistics for a link or the whole site',
  request: z.object({ short_url: shortUrl, ...range, ...filters }).refine(isRange, invalidRange),
  reply: report,
});

export const exportReport = defineRoute({
  methods: ['GET'],
  path: '/api/stats/export',
  needs: 'stats.read',
  scope: 'stats:read',
  summary:
    'Export the same statistics as a file; the file of the whole site also has the most clicked links, links no longer clicked and unknown codes',
  request: getReport.request.safeExtend({ format: z.enum(['csv', 'json']).default('csv') }),
  reply: z.never(),
  download: ['text/csv', 'application/json'],
});

export const getLive = defineRoute({
  methods: ['GET'],
  path: '/api/stats/live',
  needs: 'stats.read',
  scope: 'stats:read',
  summary:
    'Stream clicks as they happen: events named "clicks" with the number of clicks of each class',
  request: z.object({ short_url: shortUrl, domain: linkDomain }),
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

export const getTopLinks = defineRoute({
  methods: ['GET'],
  path: '/api/stats/links',
  needs: 'stats.read',
  scope: 'stats:read',
  summary: 'Get the most clicked links and links no longer clicked; by whole days (UTC)',
  request: z.object({ ...range, ...filters }).refine(isRange, invalidRange),
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

export const getLines = defineRoute({
  methods: ['GET'],
  path: '/api/stats/lines',
  needs: 'stats.read',
  scope: 'stats:read',
  summary: 'Get clicks by people on the given links for each of the last 30 days (UTC)',
  request: z.object({ ids: list(integer(1, Number.MAX_SAFE_INTEGER), LINES_MAX) }),
  reply: z.object({
    first_day: z.int().describe('Start of the first day (UTC), in Unix seconds'),
    lines: z.array(z.object({ id: z.int(), people: z.array(clicks) })),
  }),
});

export const getMissedCodes = defineRoute({
  methods: ['GET'],
  path: '/api/stats/missed',
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

export const listAlerts = defineRoute({
  methods: ['GET'],
  path: '/api/stats/alerts',
  needs: 'stats.read',
  scope: 'stats:read',
  summary: 'List links with far more or fewer clicks than usual',
  request: z.object({}),
  reply: z.object({
    alerts: z.array(alert).describe('Alerts not dismissed yet, newest first, at most 100'),
  }),
});

export const dismissAlerts = defineRoute({
  methods: ['POST'],
  path: '/api/stats/alerts/dismiss',
  needs: 'links.edit',
  scope: null,
  summary: 'Dismiss alerts',
  request: z.object({ ids: list(integer(1, Number.MAX_SAFE_INTEGER), 1000) }),
  reply: z.object({ dismissed: z.int() }),
});

/** Without `to` the range ends now. */
function isRange({ from, to }: { from?: number | undefined; to?: number | undefined }): boolean {
  if (from === undefined) return true;
  if (to !== undefined && to <= from) return false;
  return (to ?? Date.now() / 1000) - from <= RANGE_SECONDS_MAX;
}
