import { z } from 'zod';
import { plainText } from '../../../contracts/fields.ts';
import { customCode, longUrl } from '../../../contracts/links/link-fields.ts';
import { textFields } from '../../../contracts/links/link-fields.constants.ts';
import { address, SHORT_LINK_MAX } from '../../../contracts/links/look-up.ts';
import * as links from '../../../contracts/links/links.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { anyAccount, faceRoute, withScheme, type Like } from '../face-route.ts';

export const PATH = '/yourls-api.php';
const LISTED_MAX = 1000;

/** All calls have one path; `action` names them. HEAD would change what a GET may change. */
function defineAction<Request extends z.ZodType>(summary: string, like: Like, request: Request) {
  return faceRoute(`GET|POST ${PATH}`, like, request, { hasChangingGet: true, summary });
}

const TITLE_MAX = textFields.title.maxLength;

/** Blogs send titles of any length. */
const title = z
  .string()
  .overwrite((text) => text.slice(0, TITLE_MAX).toWellFormed().replaceAll(/\s+/g, ' ').trim())
  .pipe(plainText(TITLE_MAX))
  .optional();

/** What is no number lists nothing, as in YOURLS. */
const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).catch(0).optional();

export const shorten = defineAction(
  'shorturl',
  links.createLink,
  z.object({
    url: z.string('error.link').trim().overwrite(withScheme).pipe(longUrl),
    keyword: customCode.optional(),
    title,
  }),
);

const found = z.object({ shorturl: address.max(SHORT_LINK_MAX) });

export const expand = defineAction('expand', links.getLink, found);
export const describe = defineAction('url-stats', links.getLink, found);
export const remove = defineAction('delete', links.deleteLink, found);

export const list = defineAction(
  'stats',
  links.listLinks,
  z.object({
    filter: z.enum(['top', 'bottom', 'last', 'rand', 'random']).catch('top').optional(),
    limit: count.transform((limit = 0) => Math.min(limit, LISTED_MAX)),
    start: count,
  }),
);

export const total = defineAction('db-stats', getReport, z.object({}));

export const version = defineAction(
  'version',
  anyAccount,
  z.object({ db: z.string().optional().catch(undefined) }),
);

export const unknownAction = defineAction('any other action', anyAccount, z.object({}));
