import { z } from 'zod';
import { CUSTOM_CODE, isReservedCode } from './custom-code.ts';
import { integer, list, plainText, unixSeconds } from './fields.ts';
import { parseLongUrl } from './long-url.ts';
import { defineRoute } from './route.ts';

/** The longest title, in characters. */
export const TITLE_MAX = 256;
/** The longest description, in characters. */
export const DESCRIPTION_MAX = 512;
/** How many days ahead an expiry may lie. */
export const TTL_DAYS_MAX = 36_500;
/** The most links that one call may delete. */
export const DELETE_MAX = 1000;
/** The page sizes that the list offers; the first is the default. */
export const pageSizes = [10, 100, 200] as const;

/** A code that people choose; stored in lower case. */
export const customCode = z
  .string()
  .trim()
  .toLowerCase()
  .refine((code) => !isReservedCode(code), 'reserved.short.url')
  .regex(CUSTOM_CODE, 'invalid.short.url');

const longUrl = z
  .string('error.link')
  .refine((text) => parseLongUrl(text) !== null, 'error.link')
  .describe('An http or https address of at most 8,192 characters, without user name or password');

const title = plainText(TITLE_MAX);
const description = plainText(DESCRIPTION_MAX);

/** A link as lists show it. Times are Unix seconds, `expires_at` 0 means never. */
export const link = z.object({
  id: z.int(),
  short_url: z.string().describe('The code: what stands behind the host in the short link'),
  long_url: z.string(),
  title: z.string(),
  description: z.string(),
  clicks: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
  expires_at: z.int().describe('0 = never'),
  is_active: z.int().describe('1, or 0 once expired or switched off'),
  ip: z.string(),
});
export type Link = z.output<typeof link>;

export const createLink = defineRoute({
  methods: ['POST'],
  path: '/api/shorten_url',
  access: 'token',
  summary: 'Create a short link',
  request: z.object({
    long_url: longUrl,
    short_url: customCode.optional().describe('Your own code; without it Brisk draws one'),
    title: title.optional(),
    description: description.optional(),
    ttl_days: integer(0, TTL_DAYS_MAX).optional().describe('Days until it expires; 0 = never'),
    expires_at: unixSeconds.optional().describe('The instant it expires, instead of ttl_days'),
  }),
  reply: link.pick({
    id: true,
    short_url: true,
    long_url: true,
    title: true,
    description: true,
    expires_at: true,
  }),
});

export const listLinks = defineRoute({
  methods: ['GET'],
  path: '/api/urls',
  access: 'token',
  summary: 'List links, newest first, by page',
  request: z.object({
    page: integer(1, 1_000_000_000).default(1),
    limit: integer(1, 200).default(pageSizes[0]),
  }),
  reply: z.object({ total: z.int(), page: z.int(), limit: z.int(), urls: z.array(link) }),
});

export const deleteLink = defineRoute({
  methods: ['POST'],
  path: '/api/delete/url',
  access: 'token',
  summary: 'Delete the link with a code',
  request: z.object({ short_url: z.string('invalid.short.url').min(1, 'invalid.short.url') }),
  reply: z.object({}),
});

export const deleteLinks = defineRoute({
  methods: ['POST'],
  path: '/api/delete/urls',
  access: 'token',
  summary: 'Delete links by id; tells how many there were',
  request: z.object({ ids: list(integer(1, Number.MAX_SAFE_INTEGER), DELETE_MAX) }),
  reply: z.int(),
});

export const fetchUrlMetadata = defineRoute({
  methods: ['POST'],
  path: '/api/get_url_metadata',
  access: 'token',
  summary: 'Read the title and description of a page',
  request: z.object({ url: z.string('url.not.empty') }),
  reply: z.object({ title: z.string(), description: z.string() }),
});
