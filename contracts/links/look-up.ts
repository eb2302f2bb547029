import { z } from 'zod';
import { toDomain } from '../domain-name.ts';
import { integer } from '../fields.ts';

/** Characters of a whole short link, percent-encoded. */
export const SHORT_LINK_MAX = 4096;

export const code = z.string('invalid.short.url').min(1, 'invalid.short.url');

export const address = code.describe('The code, or the whole short link in any spelling');

export const domain = z
  .string()
  .max(300)
  .overwrite(toDomain)
  .optional()
  .describe('A further domain of the site; if empty or omitted, the main one');

export const reference = {
  id: integer(1, Number.MAX_SAFE_INTEGER).optional(),
  short_url: address.max(SHORT_LINK_MAX).optional(),
  domain,
};

export const invalidReference = { path: ['id'], error: 'Give either id or short_url' };

export interface Reference {
  readonly id?: number | undefined;
  readonly short_url?: string | undefined;
  readonly domain?: string | undefined;
}

export function isReference({ id, short_url: shortUrl, domain: host }: Reference): boolean {
  return id === undefined ? shortUrl !== undefined : shortUrl === undefined && host === undefined;
}
