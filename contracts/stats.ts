import { z } from 'zod';
import { CODE_MAX } from './custom-code.ts';
import { integer, list, unixSeconds } from './fields.ts';
import { defineRoute } from './route.ts';

/** What is told of who came, in the order in which pages show it. */
export const dimensions = [
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
] as const;
export type Dimension = (typeof dimensions)[number];

/**
 * What a click is taken for: somebody who followed the link, somebody who scanned its QR code, a
 * chat or mail program that looked where the link leads, or any other program.
 */
export const clickClasses = ['person', 'scan', 'preview', 'bot'] as const;
export type ClickClass = (typeof clickClasses)[number];

/** Which clicks a report is about; `people` are persons and scans. */
export const audiences = ['people', 'all', ...clickClasses] as const;
export type Audience = (typeof audiences)[number];

/** Ready periods; each ends now. */
export const periods = ['24h', '7d', '30d', '90d', 'year', 'all'] as const;
export type Period = (typeof periods)[number];

/** The longest value of a dimension, in characters. */
export const VALUE_MAX = 256;
/** The most links that one call draws lines for. */
export const LINES_MAX = 200;
/** How many days a line has. */
export const LINE_DAYS = 30;
/** The longest that a report may be about, in seconds: twenty years. */
export const SPAN_MAX = 20 * 366 * 86_400;
/** How many values a list of a report has at most. */
export const LIST_MAX = 100;

const shortUrl = z.string().max(CODE_MAX).describe('The code of a link; without it the whole site');
const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'The name of a time zone, for example Asia/Shanghai')
  .default('UTC')
  .describe('Where days begin, for example Asia/Shanghai');

const span = {
  period: z.enum(periods).default('30d').describe('Ends now; `from` and `to` take its place'),
  from: unixSeconds
    .optional()
    .describe('The first instant, at most 20 years before; rounded down to a quarter of an hour'),
  to: unixSeconds.optional().describe('The instant behind the last'),
  time_zone: timeZone,
};
const wrongSpan = { path: ['from'], error: 'Must be before `to`, by at most 20 years' };

const value = z.string().max(VALUE_MAX).optional();
const filters = {
  audience: z.enum(audiences).default('people').describe('people: persons and scans'),
  referrer: value.describe(
    'Host. In each filter `none` is who did not say; a value of that name is asked for as `~none`',
  ),
  page: value,
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
} satisfies { audience: z.ZodType } & Record<Dimension, z.ZodType>;

/**
 * What a value is called that came when its dimension had as many as it may have. One that came so
 * called is not told apart from these.
 */
export const OTHER = 'other';

const clicks = z.int().min(0);

/** How many clicks there were of each class, and by how many visitors. */
const totals = z.object({
  person: clicks,
  scan: clicks,
  preview: clicks,
  bot: clicks,
  visitors: clicks.describe(
    'People told apart by UTC day, each counted with their first click of it: two days count twice',
  ),
});

const bar = z.object({
  start: z.int().describe('When the hour, day or month begins, in Unix seconds'),
  person: clicks,
  scan: clicks,
  preview: clicks,
  bot: clicks,
});
export type Bar = z.output<typeof bar>;

const ranked = z.object({
  dimension: z.enum(dimensions),
  values: z.array(z.object({ value: z.string(), clicks })).describe('Most clicks first'),
  other: clicks.describe('Of values that are not listed'),
  none: clicks.describe('Of those who did not say'),
});
export type RankedList = z.output<typeof ranked>;

/** Of which clicks a report tells; all parts of it add up to `clicks`. */
const report = z.object({
  from: z.int().describe('The first instant that is told of, in Unix seconds'),
  to: z.int(),
  step: z.enum(['hour', 'day', 'month']).describe('How long a bar of `bars` is'),
  clicks: clicks.describe('Of the audience that was asked for, with all filters'),
  totals: totals.describe('With all filters but the audience'),
  before: totals.nullable().describe('Of the period of the same length before; null for `all`'),
  bars: z.array(bar),
  week: z
    .array(z.array(clicks).length(24))
    .length(7)
    .describe('By day of the week, Monday first, and hour'),
  lists: z.array(ranked),
  filters_from: z.int().describe('Filters know clicks from this instant on'),
  imported_clicks: clicks.describe(
    'Those before links were imported: only their number is known. In no other figure',
  ),
  knows_places: z
    .boolean()
    .describe('False: neither GEOIP_DB nor a trusted header names countries'),
});
export type Report = z.output<typeof report>;

export const getReport = defineRoute({
  methods: ['GET'],
  path: '/api/stats/report',
  access: 'token',
  summary: 'Who came: to a link, or to the whole site',
  request: z
    .object({ short_url: shortUrl.optional(), ...span, ...filters })
    .refine(isSpan, wrongSpan),
  reply: report,
});

export const exportReport = defineRoute({
  methods: ['GET'],
  path: '/api/stats/export',
  access: 'token',
  summary:
    'The same as a file; of the whole site with top and silent links and codes that are not there',
  request: z
    .object({
      short_url: shortUrl.optional(),
      ...span,
      ...filters,
      format: z.enum(['csv', 'json']).default('csv'),
    })
    .refine(isSpan, wrongSpan),
  reply: z.never(),
  download: ['text/csv', 'application/json'],
});

export const getLive = defineRoute({
  methods: ['GET'],
  path: '/api/stats/live',
  access: 'token',
  summary:
    'Clicks as they come: events of the name "clicks" with how many there were of each class',
  request: z.object({ short_url: shortUrl.optional() }),
  reply: z.never(),
  download: ['text/event-stream'],
});

const rankedLink = z.object({
  short_url: z.string(),
  title: z.string(),
  long_url: z.string(),
  people: clicks.describe('Clicks of the audience, with all filters, in the period'),
  before: clicks
    .nullable()
    .describe(
      'In the period of the same length before; null of `all`, and where filters do not reach so far',
    ),
});
export type RankedLink = z.output<typeof rankedLink>;

export const getTopLinks = defineRoute({
  methods: ['GET'],
  path: '/api/stats/links',
  access: 'token',
  summary:
    'The links that most people visited, and those that nobody visits any more; by whole days, UTC',
  request: z.object({ ...span, ...filters }).refine(isSpan, wrongSpan),
  reply: z.object({
    top: z.array(rankedLink).describe('At most 10'),
    silent: z
      .array(rankedLink)
      .nullable()
      .describe('Visited in the period before and not in this; at most 10; null as `before`'),
  }),
});

export const getLines = defineRoute({
  methods: ['GET'],
  path: '/api/stats/lines',
  access: 'token',
  summary: 'How many people came to links on each of the last days, UTC',
  request: z.object({ ids: list(integer(1, Number.MAX_SAFE_INTEGER), LINES_MAX) }),
  reply: z.object({
    first_day: z.int().describe('When the first day begins, UTC, in Unix seconds'),
    lines: z.array(z.object({ id: z.int(), people: z.array(clicks) })),
  }),
});

export const getMissedCodes = defineRoute({
  methods: ['GET'],
  path: '/api/stats/missed',
  access: 'token',
  summary: 'Codes that visitors asked for and that are not there; by whole days, UTC',
  request: z.object({ ...span }).refine(isSpan, wrongSpan),
  reply: z.object({
    codes: z
      .array(z.object({ code: z.string(), times: clicks, last_at: z.int() }))
      .describe('Those most asked for, at most 50'),
  }),
});
export type MissedCode = z.output<typeof getMissedCodes.reply>['codes'][number];

const alert = z.object({
  id: z.int(),
  kind: z.enum(['spike', 'silence']),
  short_url: z.string(),
  title: z.string(),
  people: clicks.describe('Within a day'),
  usual: z.number().describe('How many usually come in a day'),
  created_at: z.int(),
});
export type Alert = z.output<typeof alert>;

export const listAlerts = defineRoute({
  methods: ['GET'],
  path: '/api/stats/alerts',
  access: 'token',
  summary: 'Links that had many more or fewer visits than usual',
  request: z.object({}),
  reply: z.object({ alerts: z.array(alert).describe('Not dismissed, newest first, at most 100') }),
});

export const dismissAlerts = defineRoute({
  methods: ['POST'],
  path: '/api/stats/alerts/dismiss',
  access: 'login',
  summary: 'Show alerts no more',
  request: z.object({ ids: list(integer(1, Number.MAX_SAFE_INTEGER), 1000) }),
  reply: z.object({ dismissed: z.int() }),
});

/** Tells whether two instants are in order and not too far apart; without `to` it is now. */
function isSpan({ from, to }: { from?: number | undefined; to?: number | undefined }): boolean {
  if (from === undefined) return true;
  if (to !== undefined && to <= from) return false;
  return (to ?? Date.now() / 1000) - from <= SPAN_MAX;
}

/** How many spellings of names are remembered. */
const TIME_ZONES_MAX = 1000;
/** Names that were found to be of time zones: finding it out takes long. There are a few hundred. */
const timeZones = new Set<string>();

/** Tells whether a name is one of a time zone that this system knows. */
function isTimeZone(name: string): boolean {
  if (timeZones.has(name)) return true;
  try {
    const isOne = new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
    if (isOne && timeZones.size < TIME_ZONES_MAX) timeZones.add(name);
    return isOne;
  } catch {
    return false;
  }
}
