import { z } from 'zod';
import { defineRoute } from './route.ts';

/** The most tags of one link. */
export const TAGS_MAX = 20;
/** The longest name of a tag, in characters. */
export const TAG_MAX = 32;

/** The name of a tag in one line, with single blanks. */
export function tidyTag(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** The form in which names of tags are compared: NFKC, without case. */
export function foldTag(name: string): string {
  // By capitals first: "ß" and "SS" are one.
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/** Names that differ by {@link foldTag}, the first spelling of each. */
export function uniqueTags(names: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const name of names) {
    const folded = foldTag(name);
    if (!first.has(folded)) first.set(folded, name);
  }
  return [...first.values()];
}

/** Whether a tidied name can be read: not only blanks and characters that are not seen. */
export function isTag(name: string): boolean {
  return (
    name.length <= TAG_MAX &&
    !name.includes(',') &&
    /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}]/u.test(name)
  );
}

const tagName = z
  .string()
  .transform(tidyTag)
  .refine(isTag, `1 to ${TAG_MAX} characters that can be seen, without commas`);

/** The tags of a link. A form sends one text with commas; `""` and `[]` are no tags. */
export const tagNames = z
  .union([
    // Counted before each is looked at.
    z.array(z.unknown()).max(TAGS_MAX),
    z.string().transform((text) => text.split(',').filter((name) => tidyTag(name) !== '')),
  ])
  .pipe(z.array(tagName))
  .transform(uniqueTags)
  .pipe(z.array(z.string()).max(TAGS_MAX));

/** The tags of a filter, at least one: repeated, or in one text with commas. */
export const wantedTags = z
  .union([z.array(z.unknown()).max(TAGS_MAX).pipe(z.array(z.string())), z.string()])
  .transform((names): string | unknown[] => (Array.isArray(names) ? names.join(',') : names))
  .pipe(tagNames)
  .pipe(z.array(z.string()).min(1));

const tag = z.object({ name: z.string(), links: z.int().describe('How many links have it') });
export type Tag = z.output<typeof tag>;

export const listTags = defineRoute({
  methods: ['GET'],
  path: '/api/tags',
  access: 'token',
  summary: 'List all tags by name',
  request: z.object({}),
  reply: z.array(tag),
});

export const renameTag = defineRoute({
  methods: ['POST'],
  path: '/api/tags/rename',
  access: 'token',
  summary: 'Rename a tag, or merge it into the tag that has the new name',
  request: z.object({ name: tagName, to: tagName }),
  reply: tag,
});

export const deleteTag = defineRoute({
  methods: ['POST'],
  path: '/api/tags/delete',
  access: 'token',
  summary: 'Delete a tag and take it from its links; tells how many had it',
  request: z.object({ name: tagName }),
  reply: tag,
});
