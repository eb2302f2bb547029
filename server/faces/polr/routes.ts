import { z } from 'zod';
import { flag, objectOrText } from '../../../contracts/fields.ts';
import { customCode, longUrl } from '../../../contracts/links/link-fields.ts';
import { createLink, getLink } from '../../../contracts/links/links.ts';
import { NEW_LINKS_MAX } from '../../../contracts/links/links.constants.ts';
import { address, SHORT_LINK_MAX } from '../../../contracts/links/look-up.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { endTime, startTime } from '../../../contracts/stats/times.ts';
import { nowSeconds } from '../../engine/now.ts';
import type { Period } from '../click-days.ts';
import { faceRoute } from '../face-route.ts';

/** Kutt has other paths below `/api/v2`. */
export const prefixes = ['action', 'data'].map((name) => `/api/v2/${name}` as const);

const DAY_SECONDS = 86_400;
const DEFAULT_SECONDS = 30 * DAY_SECONDS;
const PERIOD_SECONDS_MAX = 366 * DAY_SECONDS;
const SHAPE = { members: 4 * NEW_LINKS_MAX, depth: 4 };

const creating = { hasChangingGet: true } as const;

const isNotSecret = flag
  .refine((isSecret) => !isSecret, 'Links have passwords instead of secret endings.')
  .optional();

/** Gives back a link that always leads to the same page. */
export const shorten = faceRoute(
  'GET|POST /api/v2/action/shorten',
  createLink,
  z.object({
    url: longUrl,
    custom_ending: customCode.optional(),
    custom_encoding: customCode.optional().describe('A client sends the ending under this name'),
    is_secret: isNotSecret,
  }),
  creating,
);

const row = z.looseObject({ is_secret: isNotSecret });

/** All links, or none. */
export const shortenBulk = faceRoute(
  'GET|POST /api/v2/action/shorten_bulk',
  createLink,
  z.object({
    data: objectOrText(z.object({ links: z.array(row).min(1).max(NEW_LINKS_MAX) }), SHAPE),
  }),
  creating,
);

const ending = address.max(SHORT_LINK_MAX);

/** Where a link leads. */
export const lookUp = faceRoute(
  'GET|POST /api/v2/action/lookup',
  getLink,
  z.object({ url_ending: ending }),
);

/** The clicks of people by day, country or referring host. */
export const getData = faceRoute(
  'GET|POST /api/v2/data/link',
  getReport,
  z
    .object({
      url_ending: ending,
      stats_type: z.enum(['day', 'country', 'referer'], 'Invalid analytics type requested.'),
      left_bound: startTime.optional(),
      right_bound: endTime.optional(),
    })
    .refine((bounds) => lengthOf(bounds) > 0, { path: ['left_bound'], error: 'Invalid bounds.' })
    .refine((bounds) => lengthOf(bounds) <= PERIOD_SECONDS_MAX, {
      path: ['left_bound'],
      error: 'Bounds too broad.',
    }),
);

interface Bounds {
  readonly left_bound?: number | undefined;
  readonly right_bound?: number | undefined;
}

function lengthOf(bounds: Bounds): number {
  const { from, to } = toPeriod(bounds);
  return to - from;
}

/** By default the 30 days up to now. */
export function toPeriod({ left_bound: left, right_bound: right }: Bounds): Period {
  const to = right ?? nowSeconds() + 1;
  return { from: left ?? Math.max(0, to - DEFAULT_SECONDS), to };
}
