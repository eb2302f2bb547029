import { z } from 'zod';
import { flag, integer } from '../../../contracts/fields.ts';
import { customCode, longUrl, textOf } from '../../../contracts/links/link-fields.ts';
import { linkFilter } from '../../../contracts/links/link-filter.ts';
import * as links from '../../../contracts/links/links.ts';
import { address, SHORT_LINK_MAX } from '../../../contracts/links/look-up.ts';
import { endTime } from '../../../contracts/stats/times.ts';
import { anyAccount, faceRoute } from '../face-route.ts';

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
export const createLinks = faceRoute(
  'POST /api/new',
  links.createLink,
  z.object({
    links: z
      .array(z.unknown())
      .min(1, 'Invalid request!')
      .max(NEW_LINKS_MAX, `At most ${NEW_LINKS_MAX} links`),
    isList: z.boolean(),
  }),
);

/** The body is a code. */
export const expandLink = faceRoute('POST /api/expand', links.getLink, z.object({ shortlink }));

/** What is left out, empty or 0 stays. */
export const editLink = faceRoute(
  'PUT /api/edit',
  links.updateLink,
  z.object({
    shortlink,
    longlink,
    reset_hits: flag.refine((resets) => !resets, 'Clicks are not reset.').default(false),
    expiry_time: endTime.optional(),
    notes: textOf('note').optional(),
  }),
);

export const deleteLink = faceRoute(
  'DELETE /api/del/{shortlink}',
  links.deleteLink,
  z.object({ shortlink }),
);

/** The newest links, or those before a link, the oldest first. */
export const listLinks = faceRoute(
  'GET /api/all',
  links.listLinks,
  z.object({
    page_after: shortlink.optional(),
    page_no: integer(1, PAGES_MAX).default(1),
    page_size: integer(1, PAGES_MAX)
      .default(LISTED_MAX)
      .transform((size) => Math.min(size, LISTED_MAX)),
    filter: linkFilter.shape.q,
  }),
);

export const getRole = faceRoute('GET /api/whoami', anyAccount, z.object({}));
export const getVersion = faceRoute('GET /api/version', anyAccount, z.object({}));
export const getSiteUrl = faceRoute('GET /api/siteurl', anyAccount, z.object({}));
export const getConfig = faceRoute('GET /api/getconfig', anyAccount, z.object({}));
