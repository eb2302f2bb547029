import { z } from 'zod';
import { flag, integer } from '../../../contracts/fields.ts';
import { customCode, longUrl, textOf } from '../../../contracts/links/link-fields.ts';
import { linkFilter } from '../../../contracts/links/link-filter.ts';
import * as links from '../../../contracts/links/links.ts';
import { address, SHORT_LINK_MAX } from '../../../contracts/links/look-up.ts';
import { defineRoute } from '../../../contracts/route.ts';
import { endTime } from '../../../contracts/stats/times.ts';
import { permissionOf } from '../ask.ts';

/** Each of a call is created by itself. */
const NEW_LINKS_MAX = 100;
/** Links of a page, and of a list without pages. */
const LISTED_MAX = 1000;
const PAGES_MAX = 1_000_000_000;
const DELAY_SECONDS_MAX = 5 * 365 * 86_400;

export const prefixes = [
  'new',
  'expand',
  'edit',
  'del',
  'all',
  'whoami',
  'version',
  'siteurl',
  'getconfig',
].map((name) => `/api/${name}` as const);

const shared = { unknownFields: 'unnoticed', reply: z.unknown() } as const;
const shortlink = address.max(SHORT_LINK_MAX);
const longlink = z.string('Invalid longlink!').pipe(longUrl);

export const newLink = z.object({
  longlink,
  shortlink: customCode.optional(),
  expiry_delay: integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    .transform((seconds) => Math.min(Math.max(0, seconds), DELAY_SECONDS_MAX))
    .default(0),
  notes: textOf('note').optional(),
});

/** The body is a link or a list of links. */
export const createLinks = defineRoute({
  ...shared,
  ...permissionOf(links.createLink),
  methods: ['POST'],
  path: '/api/new',
  summary: 'Create a link, or each of a list',
  request: z.object({
    links: z
      .array(z.unknown())
      .min(1, 'Invalid request!')
      .max(NEW_LINKS_MAX, `At most ${NEW_LINKS_MAX} links`),
    isList: z.boolean(),
  }),
});

/** The body is a code. */
export const expandLink = defineRoute({
  ...shared,
  ...permissionOf(links.getLink),
  methods: ['POST'],
  path: '/api/expand',
  summary: 'Get a link',
  request: z.object({ shortlink }),
});

export const editLink = defineRoute({
  ...shared,
  ...permissionOf(links.updateLink),
  methods: ['PUT'],
  path: '/api/edit',
  summary: 'Edit a link; what is left out, empty or 0 stays',
  request: z.object({
    shortlink,
    longlink,
    reset_hits: flag.refine((resets) => !resets, 'Clicks are not reset.').default(false),
    expiry_time: endTime.optional(),
    notes: textOf('note').optional(),
  }),
});

export const deleteLink = defineRoute({
  ...shared,
  ...permissionOf(links.deleteLink),
  methods: ['DELETE'],
  path: '/api/del/{shortlink}',
  summary: 'Delete a link',
  request: z.object({ shortlink }),
});

export const listLinks = defineRoute({
  ...shared,
  ...permissionOf(links.listLinks),
  methods: ['GET'],
  path: '/api/all',
  summary: 'List links: the newest, or those before a link, the oldest first',
  request: z.object({
    page_after: shortlink.optional(),
    page_no: integer(1, PAGES_MAX).default(1),
    page_size: integer(1, PAGES_MAX)
      .default(LISTED_MAX)
      .transform((size) => Math.min(size, LISTED_MAX)),
    filter: linkFilter.shape.q,
  }),
});

const anyone = {
  ...shared,
  needs: 'own',
  scope: 'any',
  methods: ['GET'],
  request: z.object({}),
} as const;

export const getRole = defineRoute({ ...anyone, path: '/api/whoami', summary: 'Get the role' });

export const getVersion = defineRoute({
  ...anyone,
  path: '/api/version',
  summary: 'Get the version',
});

export const getSiteUrl = defineRoute({
  ...anyone,
  path: '/api/siteurl',
  summary: 'Get the address of the site',
});

export const getConfig = defineRoute({
  ...anyone,
  path: '/api/getconfig',
  summary: 'Get what the site allows',
});
