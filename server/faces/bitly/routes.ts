import { z } from 'zod';
import { flag, integer } from '../../../contracts/fields.ts';
import { customCode, longUrl, textOf } from '../../../contracts/links/link-fields.ts';
import * as links from '../../../contracts/links/links.ts';
import { code, SHORT_LINK_MAX } from '../../../contracts/links/look-up.ts';
import { tagNames } from '../../../contracts/links/tags.ts';
import { defineRoute } from '../../../contracts/route.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { endTime } from '../../../contracts/stats/times.ts';
import { permissionOf } from '../ask.ts';

const PREFIX = '/v4';

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
].map((name) => `${PREFIX}/${name}` as const);

const UNITS_MAX = 10_000;
const CLICKS_LISTED_MAX = 10_000;
const HOST_MAX = 300;

const shared = { unknownFields: 'unnoticed', reply: z.unknown() } as const;

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

const creates = { ...shared, ...permissionOf(links.createLink), methods: ['POST'] } as const;

export const shorten = defineRoute({
  ...creates,
  path: `${PREFIX}/shorten`,
  summary: 'Create a link, or get one that always leads to the same page',
  request: z.object(newLink),
});

export const createBitlink = defineRoute({
  ...creates,
  path: `${PREFIX}/bitlinks`,
  summary: 'Create a link with its title, tags, code and end',
  request: z.object({ ...newLink, ...details, keyword: customCode.optional() }),
});

/** The host may have a port. */
const one = { host: z.string().max(HOST_MAX), code: code.max(SHORT_LINK_MAX) };
const ofOne = { ...shared, path: `${PREFIX}/bitlinks/{host}/{code}` } as const;

export const getBitlink = defineRoute({
  ...ofOne,
  ...permissionOf(links.getLink),
  methods: ['GET'],
  summary: 'Get a link',
  request: z.object(one),
});

export const updateBitlink = defineRoute({
  ...ofOne,
  ...permissionOf(links.updateLink),
  methods: ['PATCH'],
  summary: 'Edit a link; what is left out stays',
  request: z.object({
    ...one,
    ...details,
    long_url: longUrl.optional(),
    archived: flag.optional(),
  }),
  emptyable: ['title', 'tags'],
});

export const expand = defineRoute({
  ...shared,
  ...permissionOf(links.getLink),
  methods: ['POST'],
  path: `${PREFIX}/expand`,
  summary: 'Get where a link leads',
  request: z.object({ bitlink_id: z.string().min(1).max(SHORT_LINK_MAX) }),
});

const range = {
  unit: z.enum(['hour', 'day', 'week', 'month']).default('day'),
  units: integer(-1, UNITS_MAX)
    .refine((units) => units !== 0, `-1 = all, or 1 to ${UNITS_MAX}`)
    .default(-1),
  unit_reference: endTime.optional(),
};

const counts = { ...shared, ...permissionOf(getReport), methods: ['GET'] } as const;

export const getClicks = defineRoute({
  ...counts,
  path: `${PREFIX}/bitlinks/{host}/{code}/clicks`,
  summary: 'Get the clicks of people on a link by hour, day, week or month, the newest first',
  request: z.object({ ...one, ...range, size: integer(1, CLICKS_LISTED_MAX).optional() }),
});

export const sumClicks = defineRoute({
  ...counts,
  path: `${PREFIX}/bitlinks/{host}/{code}/clicks/summary`,
  summary: 'Get the number of clicks of people on a link',
  request: z.object({ ...one, ...range }),
});

const anyone = { ...shared, needs: 'own', scope: 'any', methods: ['GET'] } as const;

export const getUser = defineRoute({
  ...anyone,
  path: `${PREFIX}/user`,
  summary: 'Get the account',
  request: z.object({}),
});

export const listGroups = defineRoute({
  ...anyone,
  path: `${PREFIX}/groups`,
  summary: 'List the one group',
  request: z.object({}),
});

export const getGroup = defineRoute({
  ...anyone,
  path: `${PREFIX}/groups/{guid}`,
  summary: 'Get the one group',
  request: z.object({ guid: z.string() }),
});
