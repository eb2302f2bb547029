import { z } from 'zod';
import { objectOrText } from '../fields.ts';
import { defineGet, definePost } from '../route.ts';
import { toSingleLine } from '../text.ts';
import { VIEW_BYTES_MAX, VIEW_NAME_MAX, viewKinds } from './views.constants.ts';

const kind = z
  .enum(viewKinds)
  .describe('list: a view of the list of links; campaign: a preset of campaign tags');
const name = z.string().transform(toSingleLine).pipe(z.string().min(1).max(VIEW_NAME_MAX));

const view = z.object({ kind, name: z.string(), value: z.unknown().describe('As it was saved') });
export type SavedView = z.output<typeof view>;

const value = objectOrText(
  z
    .unknown()
    .refine((given) => given !== undefined && given !== null, 'Not valid JSON')
    .refine(
      (given) => new TextEncoder().encode(JSON.stringify(given)).length <= VIEW_BYTES_MAX,
      'too.large',
    ),
  { members: VIEW_BYTES_MAX, depth: VIEW_BYTES_MAX },
).describe('JSON of at most 8 KB');

export const listViews = defineGet('/api/views', {
  needs: 'own',
  scope: null,
  summary: 'List the saved views and campaign presets of the account',
  reply: z.array(view),
});

export const setView = definePost('/api/views/set', {
  needs: 'own',
  scope: null,
  summary: 'Save a view or preset, in place of one with the same name; at most 100 of a kind',
  request: z.object({ kind, name, value }),
  reply: view,
});

export const deleteView = definePost('/api/views/delete', {
  needs: 'own',
  scope: null,
  summary: 'Delete a saved view or preset',
  request: z.object({ kind, name }),
  reply: z.object({}),
});
