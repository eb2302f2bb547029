import { z } from 'zod';
import { plainText } from '../fields.ts';
import { defineGet, definePost, readsLinks } from '../route.ts';
import { isTag, normalizeTag, TAG_MAX, TAGS_MAX, uniqueTags } from './tag-names.ts';
import { TAG_DESCRIPTION_MAX, tagColors } from './tags.constants.ts';

const tagName = z
  .string()
  .transform(normalizeTag)
  .refine(isTag, `1 to ${TAG_MAX} visible characters, without commas`);

/** Room for twenty tags with repeats and blanks; bounds the work of reading them. */
const TAGS_TEXT_MAX = 4096;

/** A form sends one text with commas. `""` and `[]` mean no tags. */
export const tagNames = z
  .union([
    // Counts the tags before it checks each.
    z.array(z.unknown()).max(TAGS_MAX),
    z
      .string()
      .max(TAGS_TEXT_MAX)
      .transform((text) => text.split(',').filter((name) => normalizeTag(name) !== '')),
  ])
  .pipe(z.array(tagName))
  .transform(uniqueTags)
  .pipe(z.array(z.string()).max(TAGS_MAX));

/** At least one tag, repeated or in one text with commas. */
export const tagFilter = z
  .union([z.array(z.unknown()).max(TAGS_MAX).pipe(z.array(z.string())), z.string()])
  .transform((names): string | unknown[] => (Array.isArray(names) ? names.join(',') : names))
  .pipe(tagNames)
  .pipe(z.array(z.string()).min(1));

const color = z.enum(tagColors).describe('Empty = none');

const tag = z.object({
  name: z.string(),
  links: z.int().describe('Number of links with this tag'),
  clicks: z.int().describe('Their `clicks`, added up'),
  color,
  description: z.string(),
});
export type Tag = z.output<typeof tag>;

export const listTags = defineGet('/api/tags', {
  ...readsLinks,
  summary: 'List all tags by name',
  reply: z.array(tag),
});

export const setTag = definePost('/api/tags/set', {
  needs: 'links.edit-all',
  scope: 'links:write',
  summary: 'Set the color and description of a tag; omitted fields stay as they are',
  request: z.object({
    name: tagName,
    color: color.optional(),
    description: plainText(TAG_DESCRIPTION_MAX).optional(),
  }),
  emptyable: ['color', 'description'],
  reply: tag,
});

export const renameTag = definePost('/api/tags/rename', {
  needs: 'links.edit-all',
  scope: 'links:write',
  summary: 'Rename a tag, or merge it into the tag that has the new name, which stays as it is',
  request: z.object({ name: tagName, to: tagName }),
  reply: tag,
});

export const deleteTag = definePost('/api/tags/delete', {
  needs: 'links.edit-all',
  scope: 'links:write',
  summary: 'Delete a tag and remove it from its links; returns how many had it',
  request: z.object({ name: tagName }),
  reply: tag,
});
