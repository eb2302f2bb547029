import { z } from 'zod';
import { flag, objectOrText } from '../fields.ts';
import { failedRow } from '../import.ts';
import { DEPTH_MAX, definePost } from '../route.ts';
import { tags } from './link-fields.ts';
import { createLink } from './links.ts';
import { NEW_LINKS_MAX } from './links.constants.ts';
import { domain } from './look-up.ts';

const BYTES_MAX = 10 * 1024 * 1024;
const FIELDS_MAX = 64 * NEW_LINKS_MAX;

/** Checked like the request of {@link createLink}, each by itself: a bad one fails alone. */
export const newLink = z.unknown();

/** Each takes a hash, and all must be made before the connection is idle for too long. */
const NEW_PASSWORDS_MAX = 100;

const hasPassword = (row: unknown): boolean =>
  typeof row === 'object' && row !== null && 'password' in row && Boolean(row.password);

const { key, reason } = failedRow.shape;

export const createLinks = definePost('/api/urls/create_many', {
  needs: 'links.create',
  scope: 'links:create',
  summary: 'Create up to 1,000 short links at once; each link that cannot be created fails alone',
  request: z
    .object({
      links: objectOrText(z.array(newLink).min(1).max(NEW_LINKS_MAX), {
        members: FIELDS_MAX,
        depth: DEPTH_MAX,
      }),
      tags: tags.describe('Tags that each new link gets besides its own'),
      domain: domain.describe('The domain of links that have no domain field'),
      dry_run: flag.default(false).describe('1: only report what would happen'),
    })
    .refine(({ links }) => links.filter(hasPassword).length <= NEW_PASSWORDS_MAX, {
      path: ['links'],
      error: `At most ${NEW_PASSWORDS_MAX} of the links can have a password`,
    }),
  bodyMax: BYTES_MAX,
  fieldsMax: FIELDS_MAX,
  reply: z.object({
    created: z.int(),
    existing: z.int(),
    failed: z.int(),
    results: z
      .array(
        z.object({
          index: z.int().describe('Place of the link in the request, from 0'),
          state: z
            .enum(['created', 'existing', 'failed'])
            .describe('existing: also if an earlier link of the request is the same'),
          link: createLink.reply
            .optional()
            .describe('As when one link is created; missing if it failed or does not exist yet'),
          key: key.optional().describe('Why it failed'),
          issues: z
            .array(
              z.object({
                field: z.string(),
                key,
                reason,
                restorable_until: z.int().optional(),
              }),
            )
            .optional(),
        }),
      )
      .describe('In the order of the request'),
  }),
});
