import { z } from 'zod';
import { flag, integer, webUrl } from '../../../contracts/fields.ts';
import { customCode, longUrl, textOf } from '../../../contracts/links/link-fields.ts';
import { linkFilter } from '../../../contracts/links/link-filter.ts';
import * as links from '../../../contracts/links/links.ts';
import { address, SHORT_LINK_MAX } from '../../../contracts/links/look-up.ts';
import { countryCode } from '../../../contracts/links/routing.ts';
import { LINK_PASSWORD_MAX } from '../../../contracts/links/routing.constants.ts';
import { listTags as tags, tagNames } from '../../../contracts/links/tags.ts';
import { defineRoute } from '../../../contracts/route.ts';
import { endTime } from '../../../contracts/stats/times.ts';
import { permissionOf } from '../ask.ts';
import { CURSOR_MAX } from '../cursor.ts';

const PREFIX = '/api/link';

export const prefixes = [PREFIX, '/api/verify'] as const;

export const LISTED_MAX = 1000;
const LISTED = 20;

const shared = { unknownFields: 'unnoticed', reply: z.unknown() } as const;
const slug = address.max(SHORT_LINK_MAX);

/** What a link may not lose unseen. */
const isNever = (what: string) =>
  flag.refine((isWanted) => !isWanted, `Links have no ${what}`).optional();

const fields = {
  url: longUrl,
  comment: textOf('note').optional(),
  title: textOf('title').optional(),
  description: textOf('description').optional(),
  image: webUrl.optional(),
  tags: tagNames.optional(),
  expiration: endTime.optional(),
  apple: webUrl.optional(),
  google: webUrl.optional(),
  geo: z.record(countryCode, webUrl, 'Countries like DE, each with a URL').optional(),
  redirectWithQuery: flag.optional(),
  password: z.string().max(LINK_PASSWORD_MAX).optional(),
  cloaking: isNever('cloaking'),
  proxy: isNever('proxy'),
  unsafe: isNever('warning'),
};

export type Fields = z.output<z.ZodObject<typeof fields>>;

const newLink = {
  ...shared,
  ...permissionOf(links.createLink),
  methods: ['POST'],
  request: z.object({ ...fields, slug: customCode.optional() }),
} as const;

export const createLink = defineRoute({
  ...newLink,
  path: `${PREFIX}/create`,
  summary: 'Create a link',
});

export const upsertLink = defineRoute({
  ...newLink,
  path: `${PREFIX}/upsert`,
  summary: 'Create a link, or get the one with the slug, unchanged',
});

export const editLink = defineRoute({
  ...shared,
  ...permissionOf(links.updateLink),
  methods: ['PUT'],
  path: `${PREFIX}/edit`,
  summary: 'Edit a link; what is left out is emptied, except the password',
  request: z.object({ ...fields, slug }),
  emptyable: ['password'],
});

export const deleteLink = defineRoute({
  ...shared,
  ...permissionOf(links.deleteLink),
  methods: ['POST'],
  path: `${PREFIX}/delete`,
  summary: 'Delete a link',
  request: z.object({ slug }),
});

export const getLink = defineRoute({
  ...shared,
  ...permissionOf(links.getLink),
  methods: ['GET'],
  path: `${PREFIX}/query`,
  summary: 'Get a link',
  request: z.object({ slug }),
});

const reads = { ...shared, ...permissionOf(links.listLinks), methods: ['GET'] } as const;
const filter = {
  tag: linkFilter.shape.tag,
  status: z.enum(['active', 'expired', 'all']).default('active'),
};
const search = { ...filter, q: linkFilter.shape.q, url: webUrl.optional() };
const limit = integer(1, LISTED_MAX).default(LISTED);

export const listLinks = defineRoute({
  ...reads,
  path: `${PREFIX}/list`,
  summary: 'List links by page',
  request: z.object({
    ...filter,
    limit,
    sort: z.enum(['newest', 'oldest', 'az', 'za']).default('newest'),
    cursor: z.string().max(CURSOR_MAX).optional(),
  }),
});

export const searchLinks = defineRoute({
  ...reads,
  path: `${PREFIX}/search`,
  summary: 'Find links by a text, or by their long URL',
  request: z.object({ ...search, limit }),
});

export const countLinks = defineRoute({
  ...reads,
  path: `${PREFIX}/count`,
  summary: 'Count links',
  request: z.object(search),
});

export const listTags = defineRoute({
  ...shared,
  ...permissionOf(tags),
  methods: ['GET'],
  path: `${PREFIX}/tags`,
  summary: 'List tags, and how many links have each',
  request: z.object({}),
});

export const verify = defineRoute({
  ...shared,
  needs: 'own',
  scope: 'any',
  methods: ['GET'],
  path: '/api/verify',
  summary: 'Check the token',
  request: z.object({}),
});
