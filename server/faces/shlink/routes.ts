import { z } from 'zod';
import { flag, integer } from '../../../contracts/fields.ts';
import { customCode, longUrl, texts } from '../../../contracts/links/link-fields.ts';
import { LONG_URL_MAX } from '../../../contracts/links/long-url.ts';
import { address, SHORT_LINK_MAX } from '../../../contracts/links/look-up.ts';
import { MAX_CLICKS_MAX } from '../../../contracts/links/routing.constants.ts';
import { tagFilter, tagNames } from '../../../contracts/links/tags.ts';
import * as links from '../../../contracts/links/links.ts';
import { startTime } from '../../../contracts/stats/times.ts';
import { toSingleLine } from '../../../contracts/text.ts';
import type { Call } from '../../http/endpoint.ts';
import { faceRoute } from '../face-route.ts';
import type { Hosts } from '../hosts.ts';

export const PAGE_MAX = 1000;
const PAGES_MAX = 1_000_000_000;
const SLUG_MAX = 512;
const HOST_MAX = 300;

/** What clients write for a value that they do not have. */
function readMissing(value: unknown): unknown {
  return value === 'None' || value === 'null' ? undefined : value;
}

const BLANK_OFFSET = /^(.{16,30}) (\d\d:?\d\d)$/;
const NO_OFFSET = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/;

/** A `+` that was not encoded arrives as a blank; a time without a zone is one of UTC. */
function readDate(value: unknown): unknown {
  const given = readMissing(value);
  if (typeof given !== 'string' || given.length > 64) return given;
  if (NO_OFFSET.test(given)) return `${given}Z`;
  return given.replace(BLANK_OFFSET, '$1+$2');
}

const date = z.preprocess(readDate, startTime.optional()).optional();
const clearedDate = z
  .preprocess((value) => (value === '' ? 0 : readDate(value)), startTime.optional())
  .optional();
/** The first second behind the period. */
const lastDate = date.transform((seconds) => (seconds === undefined ? undefined : seconds + 1));
export const period = { startDate: date, endDate: lastDate };

const choice = z.preprocess(
  (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  flag,
);

/** `DEFAULT` = the main domain. */
export const domain = z.string().trim().max(HOST_MAX).optional();

export const MAIN = '';

/** '' = the main domain, also for `DEFAULT` and no name; null = the site has no such domain. */
export function findDomain(hosts: Hosts, name: string | undefined, call: Call): string | null {
  if (name === undefined || name === '' || name === 'DEFAULT') return MAIN;
  return hosts.named(name, call);
}

export const page = integer(1, PAGES_MAX).default(1);
/** -1 = all. */
export const itemsPerPage = integer(-1, PAGES_MAX).optional();

const tagsMode = z.enum(['any', 'all']).default('any');
const orders = {
  longUrl: 'long_url',
  shortCode: 'short_url',
  dateCreated: 'created_at',
  title: 'title',
  visits: 'clicks',
  nonBotVisits: 'clicks',
} as const;

type Order = 'asc' | 'desc';

/** `field`, `field-ASC` or `field-DESC`. */
export function orderBy<const Names extends Readonly<Record<string, unknown>>>(names: Names) {
  return z
    .string()
    .max(64)
    .transform((text, { issues }) => {
      const [name = '', direction = 'ASC', ...rest] = text.split('-');
      const isKnown = Object.hasOwn(names, name) && /^(?:asc|desc)$/i.test(direction);
      if (isKnown && rest.length === 0) {
        const by = names[name as keyof Names];
        const order: Order = direction.toLowerCase() === 'asc' ? 'asc' : 'desc';
        return { by, order };
      }
      issues.push({
        code: 'custom',
        message: `Order by ${Object.keys(names).join(', ')}`,
        input: text,
      });
      return z.NEVER;
    });
}

export const listLinks = faceRoute(
  'GET /short-urls',
  links.listLinks,
  z.object({
    page,
    itemsPerPage: itemsPerPage.default(10),
    searchTerm: z.string().overwrite(toSingleLine).max(LONG_URL_MAX, 'too.large').optional(),
    tags: tagFilter.optional(),
    tagsMode,
    excludeTags: tagFilter.optional(),
    excludeTagsMode: tagsMode,
    orderBy: orderBy(orders).optional(),
    ...period,
    excludeMaxVisitsReached: choice.optional(),
    excludePastValidUntil: choice.optional(),
    domain,
  }),
);

/** A form sends one tag as text. */
const tags = z
  .preprocess(
    (value) => (typeof readMissing(value) === 'string' ? [value] : readMissing(value)),
    tagNames.optional(),
  )
  .optional();
const maxVisits = integer(1, MAX_CLICKS_MAX);
const longUrlField = z.string('error.link').trim().pipe(longUrl);

export const createLink = faceRoute(
  'POST /short-urls',
  links.createLink,
  z.object({
    longUrl: longUrlField,
    customSlug: z
      .preprocess(readMissing, z.string().max(SLUG_MAX).optional())
      .transform((text) => text?.trim().replaceAll(/[\s/]+/g, '-'))
      .pipe(customCode.optional())
      .optional(),
    pathPrefix: z
      .unknown()
      .refine((prefix) => prefix === undefined, 'Codes cannot have a path in front of them')
      .optional(),
    shortCodeLength: z.preprocess(readMissing, integer(4, 64).optional()).optional(),
    findIfExists: choice.optional(),
    domain: z.preprocess(readMissing, domain).optional(),
    tags,
    title: z.preprocess(readMissing, texts.title).optional(),
    validSince: date,
    validUntil: date,
    maxVisits: z.preprocess(readMissing, maxVisits.optional()).optional(),
    forwardQuery: choice.default(true),
  }),
);

/** Its answer may be the short link alone. */
export const shorten = faceRoute(
  'GET /short-urls/shorten',
  links.createLink,
  z.object({ longUrl: longUrlField }),
  { hasChangingGet: true },
);

export const one = z.object({ code: address.max(SHORT_LINK_MAX), domain });

export const getLink = faceRoute('GET /short-urls/{code}', links.getLink, one);

export const editLink = faceRoute(
  'PATCH /short-urls/{code}',
  links.updateLink,
  z.object({
    ...one.shape,
    longUrl: longUrlField.optional(),
    tags: z.preprocess((value) => (value === '' ? [] : value), tags).optional(),
    title: texts.title,
    validSince: clearedDate,
    validUntil: clearedDate,
    maxVisits: z.union([z.literal('').transform(() => 0), maxVisits]).optional(),
    forwardQuery: choice.optional(),
  }),
  { emptyable: ['tags', 'title', 'validSince', 'validUntil', 'maxVisits'] },
);

export const removeLink = faceRoute('DELETE /short-urls/{code}', links.deleteLink, one);
