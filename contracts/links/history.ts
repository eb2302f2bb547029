import { z } from 'zod';
import { ways } from './history.constants.ts';
import { historyFields } from './link-fields.constants.ts';
import { link } from './links.ts';
import { invalidReference, isReference, reference } from './look-up.ts';
import { defineGet, definePost, editsLinks, readsLinks } from '../route.ts';
import { rule, social } from './routing.ts';
import { startTime } from '../stats/times.ts';

const value = z.union([z.string(), z.int(), z.array(z.string()), z.array(rule), social]);
export const change = z.object({
  at: z.int().describe('Unix seconds; each further edit in the same second gets the next number'),
  who: z.enum(ways),
  field: z.enum(historyFields),
  from: value,
  to: value.describe(
    'For `is_active`, the value that was set: 1 even if the link has expired. For `password`, 1 if there is one',
  ),
  by: z
    .string()
    .nullable()
    .optional()
    .describe('The user name of the account; null: unknown. Only on a site with several accounts'),
  token: z
    .string()
    .nullable()
    .optional()
    .describe('The name of its API token, if any. Only on a site with several accounts'),
});
export type Change = z.output<typeof change>;
export type ChangedValue = z.output<typeof value>;

export const getHistory = defineGet('/api/urls/history', {
  ...readsLinks,
  summary: 'List the last 200 changes to a link, newest first',
  request: z.object(reference).refine(isReference, invalidReference),
  reply: z.array(change),
});

export const revertLink = definePost('/api/urls/revert', {
  ...editsLinks,
  summary: 'Revert an edit: set the fields it changed back to their previous values',
  request: z
    .object({
      ...reference,
      at: startTime.describe('The `at` of the edit, as the history returns it'),
    })
    .refine(isReference, invalidReference),
  reply: link,
});
