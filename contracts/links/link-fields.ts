import { z } from 'zod';
import { findCodeFault, toCustomCode } from './custom-code.ts';
import { integer, longText, plainText } from '../fields.ts';
import {
  byName,
  flagFields,
  flagNames,
  textFields,
  textNames,
  type TextField,
  type TextRules,
} from './link-fields.constants.ts';
import { LIMIT_MAX, linkActions, TTL_DAYS_MAX } from './links.constants.ts';
import { parseLongUrl } from './long-url.ts';
import { tagNames } from './tags.ts';
import { endTime } from '../stats/times.ts';

export const customCode = z
  .string()
  .overwrite(toCustomCode)
  .superRefine((code, { issues }) => {
    const message = findCodeFault(code);
    if (message !== null) issues.push({ code: 'custom', message, input: code });
  });

export const longUrl = z
  .string('error.link')
  .refine((text) => parseLongUrl(text) !== null, 'error.link')
  .describe('An http or https URL of at most 8,192 characters, without a user name or password');

export function textOf(name: TextField) {
  const { maxLength, hasLines }: TextRules = textFields[name];
  return hasLines ? longText(maxLength) : plainText(maxLength);
}

function withAbout<Schema extends z.ZodType>(schema: Schema, { about }: TextRules): Schema {
  return about === undefined ? schema : schema.describe(about);
}

export const texts = byName(textNames, (name) =>
  withAbout(textOf(name).optional(), textFields[name]),
);
export const textReplies = byName(textNames, (name) => withAbout(z.string(), textFields[name]));
export const tags = tagNames
  .optional()
  .describe('At most 20 names of 1 to 32 characters; case is ignored');
export const expiry = {
  ttl_days: integer(0, TTL_DAYS_MAX)
    .optional()
    .describe('Days from now until the link expires; 0 = never'),
  expires_at: endTime
    .optional()
    .describe('When the link expires; 0 = never; an alternative to ttl_days'),
};
export const flags = byName(flagNames, (name) =>
  integer(0, 1).optional().describe(flagFields[name].about),
);
export const flagReplies = byName(flagNames, (name) => z.int().describe(flagFields[name].about));

function zeroIfEmpty<Schema extends z.ZodType>(schema: Schema) {
  const toZero = (value: z.input<Schema> | '') => (value === '' ? 0 : value);
  return z.preprocess(toZero, schema).optional();
}

/** In an edit, `""` and `null` empty these fields as 0 does. */
export const zeroedFields = {
  expires_at: zeroIfEmpty(expiry.expires_at).describe(
    'When the link expires; 0 = never; an alternative to ttl_days',
  ),
  ...byName(flagNames, (name) => zeroIfEmpty(flags[name])),
};

/** A row sent back has the owner as an object, or null. */
export const owner = z
  .preprocess(
    (value) => {
      if (value === null) return 0;
      return typeof value === 'object' && 'id' in value ? value.id : value;
    },
    integer(0, Number.MAX_SAFE_INTEGER),
  )
  .optional();

export const ownerReplies = {
  ip: z
    .string()
    .describe('Who created the link; empty for links of others, unless you are an administrator'),
  owner: z
    .object({ id: z.int(), username: z.string() })
    .nullable()
    .optional()
    .describe('null: no account owns the link. Only on a site with several accounts'),
  may: z
    .array(z.enum(linkActions))
    .optional()
    .describe('What you may do with the link. Only on a site with several accounts'),
};

export const limit = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,100}$/)
        .transform(Number),
    ],
    'A whole number of at least 1',
  )
  .transform((number) => Math.min(number, LIMIT_MAX))
  .pipe(z.int().min(1).max(LIMIT_MAX));
