import { z } from 'zod';
import { plainText } from '../../../contracts/fields.ts';
import { customCode, longUrl } from '../../../contracts/links/link-fields.ts';
import { textFields } from '../../../contracts/links/link-fields.constants.ts';
import { address, SHORT_LINK_MAX } from '../../../contracts/links/look-up.ts';
import { defineRoute } from '../../../contracts/route.ts';
import { withScheme } from '../scheme.ts';

export const PATH = '/yourls-api.php';
const LISTED_MAX = 1000;

/** All calls have one path; `action` names them. HEAD would change what a GET may change. */
const shared = {
  methods: ['GET', 'POST'],
  path: PATH,
  unknownFields: 'unnoticed',
  hasChangingGet: true,
  reply: z.unknown(),
} as const;

const TITLE_MAX = textFields.title.maxLength;

/** Blogs send titles of any length. */
const title = z
  .string()
  .overwrite((text) => text.slice(0, TITLE_MAX).toWellFormed().replaceAll(/\s+/g, ' ').trim())
  .pipe(plainText(TITLE_MAX))
  .optional();

/** What is no number lists nothing, as in YOURLS. */
const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).catch(0).optional();

export const shorten = defineRoute({
  ...shared,
  needs: 'links.create',
  scope: 'links:create',
  summary: 'shorturl',
  request: z.object({
    url: z.string('error.link').trim().overwrite(withScheme).pipe(longUrl),
    keyword: customCode.optional(),
    title,
  }),
});

const found = { shorturl: address.max(SHORT_LINK_MAX) };
const reads = { ...shared, needs: 'links.read', scope: 'links:read' } as const;

export const expand = defineRoute({ ...reads, summary: 'expand', request: z.object(found) });

export const describe = defineRoute({ ...reads, summary: 'url-stats', request: z.object(found) });

export const list = defineRoute({
  ...reads,
  summary: 'stats',
  request: z.object({
    filter: z.enum(['top', 'bottom', 'last', 'rand', 'random']).catch('top').optional(),
    limit: count.transform((limit = 0) => Math.min(limit, LISTED_MAX)),
    start: count,
  }),
});

/** What a caller needs to learn the number of clicks. */
export const counts = { needs: 'stats.read', scope: 'stats:read' } as const;

export const total = defineRoute({
  ...shared,
  ...counts,
  summary: 'db-stats',
  request: z.object({}),
});

export const remove = defineRoute({
  ...shared,
  needs: 'links.edit',
  scope: 'links:write',
  summary: 'delete',
  request: z.object(found),
});

const anyone = { ...shared, needs: 'own', scope: 'any' } as const;

export const version = defineRoute({
  ...anyone,
  summary: 'version',
  request: z.object({ db: z.string().optional().catch(undefined) }),
});

export const unknownAction = defineRoute({
  ...anyone,
  summary: 'any other action',
  request: z.object({}),
});
