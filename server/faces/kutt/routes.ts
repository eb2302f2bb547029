import { z } from 'zod';
import { flag, longText, integer } from '../../../contracts/fields.ts';
import { parseLongUrl } from '../../../contracts/links/long-url.ts';
import { customCode } from '../../../contracts/links/link-fields.ts';
import { textFields } from '../../../contracts/links/link-fields.constants.ts';
import { linkFilter } from '../../../contracts/links/link-filter.ts';
import * as links from '../../../contracts/links/links.ts';
import { code } from '../../../contracts/links/look-up.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { anyAccount, faceRoute, openRoute, withScheme } from '../face-route.ts';
import { readSpan } from './spans.ts';

/** Other paths below `/api/v2` may belong to other protocols. */
export const prefixes = ['links', 'users', 'domains', 'health', 'auth'].map(
  (name) => `/api/v2/${name}` as const,
);

const LISTED_MAX = 50;
const SPAN_MIN_SECONDS = 60;
/** 1,000 years: the time after it can still be written. */
const SPAN_MAX_SECONDS = 1000 * 365.25 * 86_400;
const ID_MAX = 64;

/** A number in the address; what is none counts as if it was left out. */
function count(min: number, fallback: number) {
  return integer(min, Number.MAX_SAFE_INTEGER).catch(fallback).default(fallback);
}

const target = z
  .string('Target is missing.')
  .trim()
  .overwrite(withScheme)
  .refine((text) => parseLongUrl(text) !== null, 'URL is not valid.');

const password = z
  .string('Password must be a text.')
  .refine(
    (text) => text === '' || (text.length >= 3 && text.length <= 64),
    'Password length must be between 3 and 64 characters.',
  )
  .optional();

const expireIn = z
  .union([z.string(), z.number().transform(String)])
  .transform((text, { issues }) => {
    const seconds = readSpan(text);
    if (seconds !== null && seconds >= SPAN_MIN_SECONDS && seconds <= SPAN_MAX_SECONDS) {
      return seconds;
    }
    const message =
      seconds !== null && seconds < SPAN_MIN_SECONDS
        ? 'Expire time should be more than 1 minute.'
        : 'Expire format is invalid. Valid examples: 1m, 8h, 42 days.';
    issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  })
  .optional();

const description = longText(textFields.note.maxLength).optional();

/** The newest first. */
export const listLinks = faceRoute(
  'GET /api/v2/links',
  links.listLinks,
  z.object({
    limit: count(1, 10).transform((limit) => Math.min(limit, LISTED_MAX)),
    skip: count(0, 0),
    search: linkFilter.shape.q,
  }),
);

/** With `reuse` gives back a link that is there. */
export const createLink = faceRoute(
  'POST /api/v2/links',
  links.createLink,
  z.object({
    target,
    customurl: customCode.optional(),
    description,
    password,
    reuse: z
      .union([flag, z.literal('True').transform(() => true)])
      .catch(false)
      .default(false),
    expire_in: expireIn,
    domain: z.string('error.domain').max(300).optional(),
  }),
);

const id = z.string().max(ID_MAX);
const one = z.object({ id });

/** What is left out or empty stays, except an empty password. */
export const editLink = faceRoute(
  'PATCH /api/v2/links/{id}',
  links.updateLink,
  z
    .object({
      id,
      target: target.optional(),
      address: code.optional(),
      description,
      expire_in: expireIn,
      password,
    })
    .refine(
      ({ id: _id, ...change }) => Object.values(change).some((value) => value !== undefined),
      'Should at least update one field.',
    ),
  { emptyable: ['password'] },
);

export const deleteLink = faceRoute('DELETE /api/v2/links/{id}', links.deleteLinks, one);

/** A client asks for statistics with DELETE. */
export const getStats = faceRoute('GET|DELETE /api/v2/links/{id}/stats', getReport, one);

/** The account and the domains. */
export const getUser = faceRoute('GET /api/v2/users', anyAccount, z.object({}));

/** Refused: domains need a login. */
export const addDomain = faceRoute('POST /api/v2/domains', anyAccount, z.object({}));
export const deleteDomain = faceRoute('DELETE /api/v2/domains/{id}', anyAccount, z.object({}));

/** Not found: administrators use the page. */
export const listAllLinks = faceRoute(
  'GET|POST|PATCH|DELETE /api/v2/links/admin',
  anyAccount,
  z.object({}),
);

export const getHealth = openRoute('GET /api/v2/health');
