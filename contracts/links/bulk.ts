import { z } from 'zod';
import { bulkFailures } from './bulk.constants.ts';
import { flag, integer, list, objectOrText } from '../fields.ts';
import { ways } from './history.constants.ts';
import { change } from './history.ts';
import { byName, flagNames, textNames } from './link-fields.constants.ts';
import { owner, textOf } from './link-fields.ts';
import {
  isCreatedPeriod,
  isSearch,
  linkFilter,
  notCreatedPeriod,
  notSearch,
  searchFields,
} from './link-filter.ts';
import { IDS_MAX, TTL_DAYS_MAX } from './links.constants.ts';
import { LONG_URL_MAX } from './long-url.ts';
import { defineGet, definePost, LARGE_BODY_MAX, editsLinks } from '../route.ts';
import { routingFields } from './routing.ts';
import { tagNames } from './tags.ts';
import { endTime } from '../stats/times.ts';

const emptied = (text: unknown) => text ?? '';

const selection = z
  .strictObject({
    ...linkFilter.shape,
    all: z
      .literal([1, '1', true, 'true'])
      .optional()
      .describe('1, without other fields: every link'),
    ...searchFields,
  })
  .refine(isSearch, notSearch)
  .refine(isCreatedPeriod, notCreatedPeriod)
  .refine(isSelective, 'Say which links to change; {"all": 1} is every link')
  .refine((fields) => fields.all === undefined || Object.keys(fields).length === 1, {
    path: ['all'],
    error: 'Send it without other fields',
  });
const where = z.preprocess(dropEmpty, selection);
export type BulkWhere = z.output<typeof where>;

/** Bulk edits set no code, long URL and title, because these tell links apart. */
const { title: _title, ...bulkTexts } = byName(textNames, (name) =>
  z.preprocess(emptied, textOf(name)).optional(),
);
const { password: _password, rules: _rules, social: _social, ...bulkRouting } = routingFields;

const set = z
  .strictObject({
    expires_at: endTime.optional().describe('When the links expire; 0 = never'),
    ttl_days: integer(0, TTL_DAYS_MAX)
      .optional()
      .describe('Days from now until the links expire; 0 = never'),
    is_active: integer(0, 1).optional().describe('0: off, even if a link has expired'),
    ...byName(flagNames, () => integer(0, 1).optional()),
    ...bulkTexts,
    ...bulkRouting,
    owner: owner.describe('The ID of the account that gets the links; 0 = no account'),
  })
  .refine((fields) => fields.expires_at === undefined || fields.ttl_days === undefined, {
    path: ['ttl_days'],
    error: 'Send expires_at or ttl_days, not both',
  });

const replacement = z.strictObject({
  find: z.string().min(1).max(LONG_URL_MAX),
  put: z.string().max(LONG_URL_MAX).default(''),
});

const bulkChange = z.object({
  set: objectOrText(set)
    .optional()
    .describe('Fields to set on all of the links; other fields stay as they are'),
  add_tags: tagNames.optional().describe('Tags to add to the links'),
  remove_tags: tagNames
    .optional()
    .describe('Tags to remove from the links, before others are added'),
  replace_in_url: objectOrText(replacement)
    .optional()
    .describe('Text to replace everywhere in the long URL; case-sensitive'),
});
export type BulkChange = z.output<typeof bulkChange>;

const bulkId = z.int().describe('Identifies the bulk edit when you undo it');
const counts = {
  matched: z.int().describe('Number of links selected'),
  changed: z
    .int()
    .describe('Number of links changed; a link that already has these values does not count'),
  failed_count: z.int().describe('Number of links that could not be changed'),
};

export const editLinks = definePost('/api/urls/bulk', {
  ...editsLinks,
  summary: 'Change many links at once; can be undone for 24 hours',
  request: bulkChange
    .extend({
      ids: list(integer(1, Number.MAX_SAFE_INTEGER), IDS_MAX)
        .optional()
        .describe('The IDs of the links, at most 1,000'),
      where: objectOrText(where)
        .optional()
        .describe(
          'Instead of ids: all links that match these fields of a list or a search; {"all": 1} is every link',
        ),
      dry_run: flag.default(false).describe('1: only report what would change'),
    })
    .superRefine((request, context) => {
      if ((request.ids === undefined) === (request.where === undefined)) {
        context.addIssue({ code: 'custom', path: ['ids'], message: 'Send either ids or where' });
      }
      if (isNoChange(request)) {
        context.addIssue({ code: 'custom', path: ['set'], message: 'Say what to change' });
      }
    }),
  bodyMax: LARGE_BODY_MAX,
  reply: z.object({
    bulk_id: bulkId.nullable().describe('null for a dry run, or if no link was changed'),
    ...counts,
    failed: z
      .array(z.object({ id: z.int(), reason: z.enum(bulkFailures) }))
      .describe('The first 100 links that could not be changed'),
    examples: z
      .array(
        z.object({
          id: z.int(),
          short_url: z.string(),
          changes: z.array(change.pick({ field: true, from: true, to: true })),
        }),
      )
      .describe('The first 5 changed links, with their values before and after'),
  }),
});

export const undoBulk = definePost('/api/urls/bulk/undo', {
  ...editsLinks,
  summary: 'Undo a bulk edit; fields changed again since then stay as they are',
  request: z.object({ bulk_id: integer(1, Number.MAX_SAFE_INTEGER) }),
  reply: z.object({
    restored: z.int().describe('Number of links with every change undone'),
    kept: z
      .int()
      .describe('Number of other links: a field stays as it is now, or the link was deleted'),
  }),
});

export const listBulks = defineGet('/api/urls/bulk/undoable', {
  ...editsLinks,
  summary: 'List the bulk edits that can still be undone, newest first, at most 100',
  reply: z.array(
    z.object({
      bulk_id: bulkId,
      at: z.int().describe('When the edit began, in Unix seconds'),
      who: z.enum(ways),
      ...counts,
      what: z.object({
        set: set.optional(),
        add_tags: z.array(z.string()).optional(),
        remove_tags: z.array(z.string()).optional(),
        replace_in_url: replacement.optional(),
      }),
    }),
  ),
});

export const listOwners = defineGet('/api/urls/owners', {
  needs: 'links.edit-all',
  scope: 'links:write',
  summary: 'List the active accounts, to which links can be given',
  reply: z.array(z.object({ id: z.int(), username: z.string() })),
});

/** Keeps unknown names, which are refused whatever they hold. */
function dropEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name, field]: [string, unknown]) => {
      if (!Object.hasOwn(selection.shape, name)) return true;
      if (field === '') return name === 'domain';
      return field !== null && !(Array.isArray(field) && field.length === 0);
    }),
  );
}

function isSelective({ created_from: from, ...fields }: z.output<typeof linkFilter>): boolean {
  return (from ?? 0) > 0 || Object.values(fields).some((value) => value !== undefined);
}

function isNoChange({ set: fields = {}, add_tags, remove_tags, replace_in_url }: BulkChange) {
  return (
    Object.keys(fields).length === 0 &&
    (add_tags ?? []).length === 0 &&
    (remove_tags ?? []).length === 0 &&
    replace_in_url === undefined
  );
}
