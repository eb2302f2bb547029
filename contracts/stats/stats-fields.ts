import { z } from 'zod';
import { toDomain } from '../domain-name.ts';
import { CODE_MAX } from '../links/custom-code.ts';
import { SHORT_LINK_MAX } from '../links/look-up.ts';
import { tagFilter } from '../links/tags.ts';
import { NONE } from './stats-filter.ts';
import {
  audiences,
  channels,
  periods,
  RANGE_SECONDS_MAX,
  REPORT_LINKS_MAX,
  VALUE_MAX,
  type Dimension,
} from './stats.constants.ts';
import { timeZone } from './time-zone.ts';
import { currentTimeZone, endTime, startTime } from './times.ts';

export const shortUrl = z
  .string()
  .max(SHORT_LINK_MAX)
  .refine((text) => text.length <= CODE_MAX || text.includes('/'), 'A code is too long');

export const links = {
  short_url: z
    .union([
      // Counts the codes before it checks each.
      z.array(z.unknown()).max(REPORT_LINKS_MAX).pipe(z.array(shortUrl).min(1)),
      shortUrl.transform((text) => [text]),
    ])
    .optional()
    .describe(
      'The code of a link, or its whole short link in any spelling; repeat it for several links; if omitted, the whole site',
    ),
  tag: tagFilter.optional().describe('If several are given, a link must have all of them'),
};

export const range = {
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
export const invalidRange = { path: ['from'], error: 'Must be before `to`, by at most 20 years' };

const value = z.string().max(VALUE_MAX).optional();
export const domain = z.string().max(VALUE_MAX).overwrite(toDomain).optional();
export const filters = {
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

/** Without `to` the range ends now. */
export function isRange({
  from,
  to,
}: {
  from?: number | undefined;
  to?: number | undefined;
}): boolean {
  if (from === undefined) return true;
  if (to !== undefined && to <= from) return false;
  return (to ?? Date.now() / 1000) - from <= RANGE_SECONDS_MAX;
}
