import { z } from 'zod';
import { flag, integer } from '../../../contracts/fields.ts';
import { customCode, longUrl, textOf } from '../../../contracts/links/link-fields.ts';
import * as links from '../../../contracts/links/links.ts';
import { code, SHORT_LINK_MAX } from '../../../contracts/links/look-up.ts';
import { tagNames } from '../../../contracts/links/tags.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { endTime } from '../../../contracts/stats/times.ts';
import { anyAccount, faceRoute } from '../face-route.ts';

/** All of Bitly's, also those without a call here. `/v4` alone may be a link. */
export const prefixes = [
  'apps',
  'bitlinks',
  'bsds',
  'campaigns',
  'channels',
  'custom_bitlinks',
  'expand',
  'groups',
  'organizations',
  'qr-codes',
  'shorten',
  'user',
  'webhooks',
].map((name) => `/v4/${name}` as const);

const UNITS_MAX = 10_000;
const CLICKS_LISTED_MAX = 10_000;
const HOST_MAX = 300;

const newLink = {
  long_url: longUrl,
  domain: z.string().max(HOST_MAX).optional(),
  force_new_link: flag.optional(),
};

const details = {
  title: textOf('title').optional(),
  tags: tagNames.optional(),
  expiration_at: endTime.optional(),
};

/** Gives back a link that always leads to the same page. */
export const shorten = faceRoute('POST /v4/shorten', links.createLink, z.object(newLink));

export const createBitlink = faceRoute(
  'POST /v4/bitlinks',
  links.createLink,
  z.object({ ...newLink, ...details, keyword: customCode.optional() }),
);

/** The host may have a port. */
const one = { host: z.string().max(HOST_MAX), code: code.max(SHORT_LINK_MAX) };

export const getBitlink = faceRoute('GET /v4/bitlinks/{host}/{code}', links.getLink, z.object(one));

/** What is left out stays. */
export const updateBitlink = faceRoute(
  'PATCH /v4/bitlinks/{host}/{code}',
  links.updateLink,
  z.object({ ...one, ...details, long_url: longUrl.optional(), archived: flag.optional() }),
  { emptyable: ['title', 'tags'] },
);

/** Where a link leads. */
export const expand = faceRoute(
  'POST /v4/expand',
  links.getLink,
  z.object({ bitlink_id: z.string().min(1).max(SHORT_LINK_MAX) }),
);

const range = {
  unit: z.enum(['hour', 'day', 'week', 'month']).default('day'),
  units: integer(-1, UNITS_MAX)
    .refine((units) => units !== 0, `-1 = all, or 1 to ${UNITS_MAX}`)
    .default(-1),
  unit_reference: endTime.optional(),
};

/** The clicks of people by unit, the newest first. */
export const getClicks = faceRoute(
  'GET /v4/bitlinks/{host}/{code}/clicks',
  getReport,
  z.object({ ...one, ...range, size: integer(1, CLICKS_LISTED_MAX).optional() }),
);

export const sumClicks = faceRoute(
  'GET /v4/bitlinks/{host}/{code}/clicks/summary',
  getReport,
  z.object({ ...one, ...range }),
);

export const getUser = faceRoute('GET /v4/user', anyAccount, z.object({}));
export const listGroups = faceRoute('GET /v4/groups', anyAccount, z.object({}));
export const getGroup = faceRoute(
  'GET /v4/groups/{guid}',
  anyAccount,
  z.object({ guid: z.string() }),
);
