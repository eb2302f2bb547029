import { z } from 'zod';
import { CUSTOM_CODE, isReservedCode } from './custom-code.ts';
import { integer, longText, plainText } from '../fields.ts';
import { DESCRIPTION_MAX, NOTE_MAX, TITLE_MAX, TTL_DAYS_MAX } from './links.constants.ts';
import { parseLongUrl } from './long-url.ts';
import { tagNames } from './tags.ts';
import { endTime } from '../stats/times.ts';

/** A custom code, stored in lower case. */
export const customCode = z
  .string()
  .trim()
  .toLowerCase()
  .refine((code) => !isReservedCode(code), 'reserved.short.url')
  .regex(CUSTOM_CODE, 'invalid.short.url');

export const longUrl = z
  .string('error.link')
  .refine((text) => parseLongUrl(text) !== null, 'error.link')
  .describe('An http or https URL of at most 8,192 characters, without a user name or password');

export const title = plainText(TITLE_MAX);
export const description = plainText(DESCRIPTION_MAX);
export const note = longText(NOTE_MAX).optional().describe('Private: visitors never see it');
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
export const COUNT_ONLY = '1: only the number of clicks is kept';
export const SHOWS_NUMBERS = '1: the public preview shows how many people clicked';
export const flags = {
  is_count_only: integer(0, 1).optional().describe(COUNT_ONLY),
  shows_numbers: integer(0, 1).optional().describe(SHOWS_NUMBERS),
};
