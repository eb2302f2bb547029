import { z } from 'zod';
import { flag, longText, integer } from '../../../contracts/fields.ts';
import { parseLongUrl } from '../../../contracts/links/long-url.ts';
import { customCode } from '../../../contracts/links/link-fields.ts';
import { textFields } from '../../../contracts/links/link-fields.constants.ts';
import { linkFilter } from '../../../contracts/links/link-filter.ts';
import * as links from '../../../contracts/links/links.ts';
import { code } from '../../../contracts/links/look-up.ts';
import { defineRoute } from '../../../contracts/route.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { permissionOf } from '../ask.ts';
import { withScheme } from '../scheme.ts';
import { readSpan } from './spans.ts';

const PREFIX = '/api/v2';

/** Other paths below `/api/v2` may belong to other protocols. */
export const prefixes = ['links', 'users', 'domains', 'health', 'auth'].map(
  (name) => `${PREFIX}/${name}` as const,
);

const LISTED_MAX = 50;
const SPAN_MIN_SECONDS = 60;
/** 1,000 years: the time after it can still be written. */
const SPAN_MAX_SECONDS = 1000 * 365.25 * 86_400;
const ID_MAX = 64;

const shared = { unknownFields: 'unnoticed', reply: z.unknown() } as const;

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

export const listLinks = defineRoute({
  ...shared,
  ...permissionOf(links.listLinks),
  methods: ['GET'],
  path: `${PREFIX}/links`,
  summary: 'List links, the newest first',
  request: z.object({
    limit: count(1, 10).transform((limit) => Math.min(limit, LISTED_MAX)),
    skip: count(0, 0),
    search: linkFilter.shape.q,
  }),
});

export const createLink = defineRoute({
  ...shared,
  ...permissionOf(links.createLink),
  methods: ['POST'],
  path: `${PREFIX}/links`,
  summary: 'Create a link, or with reuse give back one that is there',
  request: z.object({
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
});

const id = z.string().max(ID_MAX);
const one = { ...shared, path: `${PREFIX}/links/{id}` } as const;

export const editLink = defineRoute({
  ...one,
  ...permissionOf(links.updateLink),
  methods: ['PATCH'],
  summary: 'Edit a link; what is left out or empty stays, except an empty password',
  request: z
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
  emptyable: ['password'],
});

export const deleteLink = defineRoute({
  ...one,
  ...permissionOf(links.deleteLinks),
  methods: ['DELETE'],
  summary: 'Delete a link',
  request: z.object({ id }),
});

/** A client asks for statistics with DELETE. */
export const getStats = defineRoute({
  ...shared,
  ...permissionOf(getReport),
  methods: ['GET', 'DELETE'],
  path: `${PREFIX}/links/{id}/stats`,
  summary: 'Get the clicks of people on a link',
  request: z.object({ id }),
});

const anyone = { ...shared, needs: 'own', scope: 'any', request: z.object({}) } as const;

export const getUser = defineRoute({
  ...anyone,
  methods: ['GET'],
  path: `${PREFIX}/users`,
  summary: 'Get the account and the domains',
});

export const addDomain = defineRoute({
  ...anyone,
  methods: ['POST'],
  path: `${PREFIX}/domains`,
  summary: 'Refused: domains need a login',
});

export const deleteDomain = defineRoute({
  ...anyone,
  methods: ['DELETE'],
  path: `${PREFIX}/domains/{id}`,
  summary: 'Refused: domains need a login',
});

export const listAllLinks = defineRoute({
  ...anyone,
  methods: ['GET', 'POST', 'PATCH', 'DELETE'],
  path: `${PREFIX}/links/admin`,
  summary: 'Not found: administrators use the page',
});

export const getHealth = defineRoute({
  ...shared,
  access: 'anyone',
  methods: ['GET'],
  path: `${PREFIX}/health`,
  summary: 'Whether the server answers',
  request: z.object({}),
});
