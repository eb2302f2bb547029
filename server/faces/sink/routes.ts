import { z } from 'zod';
import { flag, integer, webUrl } from '../../../contracts/fields.ts';
import { customCode, longUrl, textOf } from '../../../contracts/links/link-fields.ts';
import { linkFilter } from '../../../contracts/links/link-filter.ts';
import * as links from '../../../contracts/links/links.ts';
import { address, SHORT_LINK_MAX } from '../../../contracts/links/look-up.ts';
import { countryCode } from '../../../contracts/links/routing.ts';
import { LINK_PASSWORD_MAX } from '../../../contracts/links/routing.constants.ts';
import { listTags as tags, tagNames } from '../../../contracts/links/tags.ts';
import { endTime } from '../../../contracts/stats/times.ts';
import { CURSOR_MAX } from '../cursor.ts';
import { anyAccount, faceRoute } from '../face-route.ts';

export const prefixes = ['/api/link', '/api/verify'] as const;

export const LISTED_MAX = 1000;
const LISTED = 20;

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

const newLink = z.object({ ...fields, slug: customCode.optional() });

export const createLink = faceRoute('POST /api/link/create', links.createLink, newLink);

/** Creates a link, or gives back the one with the slug, unchanged. */
export const upsertLink = faceRoute('POST /api/link/upsert', links.createLink, newLink);

/** What is left out is emptied, except the password. */
export const editLink = faceRoute(
  'PUT /api/link/edit',
  links.updateLink,
  z.object({ ...fields, slug }),
  { emptyable: ['password'] },
);

export const deleteLink = faceRoute('POST /api/link/delete', links.deleteLink, z.object({ slug }));

export const getLink = faceRoute('GET /api/link/query', links.getLink, z.object({ slug }));

const filter = {
  tag: linkFilter.shape.tag,
  status: z.enum(['active', 'expired', 'all']).default('active'),
};
const limit = integer(1, LISTED_MAX).default(LISTED);

export const listLinks = faceRoute(
  'GET /api/link/list',
  links.listLinks,
  z.object({
    ...filter,
    limit,
    sort: z.enum(['newest', 'oldest', 'az', 'za']).default('newest'),
    cursor: z.string().max(CURSOR_MAX).optional(),
  }),
);

/** By a text, or by the long URL. */
const search = z.object({ ...filter, q: linkFilter.shape.q, url: webUrl.optional() });

export const searchLinks = faceRoute(
  'GET /api/link/search',
  links.listLinks,
  search.extend({ limit }),
);

export const countLinks = faceRoute('GET /api/link/count', links.listLinks, search);

export const listTags = faceRoute('GET /api/link/tags', tags, z.object({}));

/** Whether the token is right. */
export const verify = faceRoute('GET /api/verify', anyAccount, z.object({}));
