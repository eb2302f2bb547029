import { z } from 'zod';
import { integer, list } from '../fields.ts';
import { routingFieldNames, textNames } from './link-fields.constants.ts';
import {
  customCode,
  longUrl,
  owner,
  tags,
  expiry,
  flagReplies,
  limit,
  ownerReplies,
  flags,
  textReplies,
  texts,
  zeroedFields,
} from './link-fields.ts';
import { isCreatedPeriod, linkFilter, notCreatedPeriod } from './link-filter.ts';
import { address, code, domain, SHORT_LINK_MAX } from './look-up.ts';
import { IDS_MAX, linkStates, pageSizes, searchFilters, sortColumns } from './links.constants.ts';
import { LONG_URL_MAX } from './long-url.ts';
import { defineGet, definePost, LARGE_BODY_MAX, editsLinks, readsLinks } from '../route.ts';
import { routingFields, routingReply } from './routing.ts';

/** Times are Unix seconds. */
export const link = z.object({
  id: z.int(),
  domain: z.string().describe('Empty = the main domain of the site'),
  short_url: z.string().describe('The code: the part of the short link after the host'),
  short_link: z.string().describe('The whole address of the short link'),
  long_url: z.string(),
  ...textReplies,
  tags: z.array(z.string()).describe('Sorted by name'),
  clicks: z.int(),
  people: z
    .int()
    .describe('The part of `clicks` made by people; excludes bots, previews and imported clicks'),
  imported_clicks: z
    .int()
    .describe('The part of `clicks` from before the link was imported; only the number is known'),
  pending_clicks: z.int().describe('Clicks that are safely recorded but not yet added to `clicks`'),
  last_clicked_at: z
    .int()
    .describe('The last counted click by people; 0 = none. Bots and previews do not change it'),
  created_at: z.int(),
  updated_at: z.int(),
  expires_at: z.int().describe('0 = never'),
  is_active: z.int().describe('1, or 0 if the link is off, expired, used up or not started'),
  state: z
    .enum(linkStates)
    .describe(
      'Why `is_active` is 0; a link that is off and expired is off, and one that is used up is expired',
    ),
  ...flagReplies,
  ...routingReply,
  refused_passwords: z.int().describe('Wrong passwords that visitors entered in the last 24 hours'),
  ...ownerReplies,
});
export type Link = z.output<typeof link>;

const page = integer(1, 1_000_000_000);
const sorting = {
  sort: z.enum(sortColumns).optional().describe('If omitted, the newest links come first'),
  order: z.enum(['asc', 'desc']).default('desc'),
};
export const linkPage = z.object({
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  urls: z.array(link),
});
const ids = list(integer(1, Number.MAX_SAFE_INTEGER), IDS_MAX);

const ignored = {
  ignored: z
    .array(z.string())
    .optional()
    .describe('Fields of the request that were passed over; missing if there are none'),
};
const sentBack = {
  unknownFields: 'named',
  repliedFields: Object.keys(link.shape),
} as const;

export const createLink = definePost('/api/shorten_url', {
  access: 'guest',
  needs: 'links.create',
  scope: 'links:create',
  summary: 'Create a short link',
  request: z.object({
    long_url: longUrl,
    short_url: customCode.optional().describe('A custom code; if omitted, Brisk generates one'),
    domain,
    ...texts,
    tags,
    ...expiry,
    is_active: integer(0, 1)
      .optional()
      .describe('0: switched off, and visitors get a page that says so'),
    restore: integer(0, 1)
      .optional()
      .describe(
        '1: if the bin has a link with this domain, code and long URL, it is restored as it was, and other fields are not applied',
      ),
    ...flags,
    ...routingFields,
  }),
  reply: link
    .pick({
      id: true,
      domain: true,
      short_url: true,
      short_link: true,
      long_url: true,
      title: true,
      description: true,
      expires_at: true,
    })
    .extend({
      is_new: z.boolean().describe('False if the link already existed; it stays unchanged'),
      is_restored: z.literal(true).optional().describe('The link was restored from the bin'),
      ...ignored,
    }),
  ...sentBack,
  guestFields: ['long_url', 'short_url', 'title', 'ttl_days'],
});

export const listLinks = defineGet('/api/urls', {
  ...readsLinks,
  summary: 'List links by page: all, or those that match a filter',
  request: z
    .object({
      page: page.optional().describe('If omitted, the first'),
      limit: limit.default(pageSizes[0]),
      after: integer(0, Number.MAX_SAFE_INTEGER)
        .optional()
        .describe(
          'Instead of page and sort: only links with a lower ID, the highest first (order=asc: a higher ID, the lowest first). Start with 0; an answer with fewer links than limit is the last',
        ),
      ...sorting,
      ...linkFilter.shape,
    })
    .refine(({ after, page: number }) => after === undefined || number === undefined, {
      path: ['page'],
      error: 'Send page or after, not both',
    })
    .refine(({ after, sort }) => after === undefined || sort === undefined, {
      path: ['sort'],
      error: 'Send sort or after, not both',
    })
    .refine(isCreatedPeriod, notCreatedPeriod),
  emptyable: ['domain'],
  reply: linkPage,
});

export const searchLinks = definePost('/api/search', {
  ...readsLinks,
  summary: 'Find links by code, long URL or title',
  request: z
    .object({
      filter: z
        .enum(searchFilters)
        .describe(
          'short_url: the exact code, then codes that begin with the keyword; the others: text anywhere',
        ),
      keyword: z
        .string('keyword.not.empty')
        .trim()
        .min(1, 'keyword.not.empty')
        .max(LONG_URL_MAX, 'too.large'),
      page: page.optional(),
      limit: limit
        .optional()
        .describe('If page and limit are both omitted, you get the first 1,000 links at once'),
      ...sorting,
      ...linkFilter.omit({ q: true }).shape,
    })
    .refine(isCreatedPeriod, notCreatedPeriod),
  emptyable: ['domain'],
  reply: linkPage,
});

export const updateLink = definePost('/api/update_url/{id}', {
  ...editsLinks,
  summary: 'Update a link; omitted fields stay as they are',
  request: z.object({
    id: integer(1, Number.MAX_SAFE_INTEGER),
    long_url: longUrl.optional(),
    short_url: code
      .optional()
      .describe('A new code; the current code in another spelling changes nothing'),
    domain: domain.describe('A domain of the site; empty = the main one'),
    ...texts,
    tags,
    ttl_days: expiry.ttl_days,
    is_active: integer(0, 1)
      .optional()
      .describe(
        '0: switched off, and visitors get a page that says so; no effect on an expired link',
      ),
    ...zeroedFields,
    ...routingFields,
    owner: owner.describe(
      'The ID of the account that gets the link, or the `owner` of a row; 0 = no account',
    ),
  }),
  emptyable: ['domain', ...textNames, 'tags', ...Object.keys(zeroedFields), ...routingFieldNames],
  reply: link.extend(ignored),
  ...sentBack,
});

export const getLink = definePost('/api/get_url_info', {
  ...readsLinks,
  summary: 'Get a link by its code',
  request: z.object({ short_url: address.max(SHORT_LINK_MAX), domain }),
  reply: link,
});

export const deleteLink = definePost('/api/delete/url', {
  ...editsLinks,
  summary: 'Delete a link by its code',
  request: z.object({ short_url: address.max(SHORT_LINK_MAX), domain }),
  reply: z.object({}),
});

export const deleteLinks = definePost('/api/delete/urls', {
  ...editsLinks,
  summary: 'Delete links by ID; returns how many were deleted',
  request: z.object({ ids }),
  bodyMax: LARGE_BODY_MAX,
  reply: z.int(),
});

export const restoreLinks = definePost('/api/urls/restore', {
  ...editsLinks,
  summary: 'Restore links within 30 days of their deletion; returns how many were restored',
  request: z.object({ ids }),
  bodyMax: LARGE_BODY_MAX,
  reply: z.int(),
});

export const clearLinks = definePost('/api/urls/clear', {
  needs: 'clear',
  scope: null,
  isFresh: 'with-others',
  summary: 'Permanently delete all links; returns how many were deleted',
  request: z.object({ confirm: z.union([z.literal(true), z.literal('true')]) }),
  reply: z.int(),
});

export const fetchUrlMetadata = definePost('/api/get_url_metadata', {
  needs: 'links.create',
  scope: 'links:create',
  summary: 'Read the title and description of a web page',
  request: z.object({ url: z.string('url.not.empty') }),
  unknownFields: 'unnoticed',
  reply: z.object({ title: z.string(), description: z.string() }),
});
