import {
  foldTag,
  isTag,
  TAG_MAX,
  TAGS_MAX,
  normalizeTag,
} from '../../contracts/links/tag-names.ts';
import type { Tag } from '../../contracts/links/tags.ts';

/** Latin and Chinese commas, and the separators of cells and lines in a pasted table. */
const SEPARATOR = /[,，、\t\n\r]/;
const SUGGESTIONS_MAX = 8;

export function hasSeparator(text: string): boolean {
  return SEPARATOR.test(text);
}

export function splitTags(text: string): string[] {
  return text
    .split(SEPARATOR)
    .map(normalizeTag)
    .filter((name) => name !== '');
}

export function isSameTag(a: string, b: string): boolean {
  return foldTag(a) === foldTag(b);
}

/** Appends names. A name that is already a tag keeps its first spelling. */
export function addTags(tags: readonly string[], names: readonly string[]): string[] {
  const all = [...tags];
  for (const name of names) {
    if (!all.some((tag) => isSameTag(tag, name))) all.push(name);
  }
  return all;
}

/** An error in tags: the first invalid name, or too many tags. */
export type TagsFault =
  | { readonly kind: 'many'; readonly max: number }
  | { readonly kind: 'long' | 'unreadable'; readonly name: string; readonly max: number };

export function findTagsFault(tags: readonly string[]): TagsFault | null {
  const wrong = tags.find((name) => !isTag(name));
  if (wrong !== undefined) {
    return { kind: wrong.length > TAG_MAX ? 'long' : 'unreadable', name: wrong, max: TAG_MAX };
  }
  return tags.length > TAGS_MAX ? { kind: 'many', max: TAGS_MAX } : null;
}

/** Suggests tags that contain a text and are not chosen. Prefix matches come first, then by use. */
export function suggestTags(
  site: readonly Tag[],
  chosen: readonly string[],
  text: string,
): readonly Tag[] {
  const query = foldTag(normalizeTag(text));
  const taken = new Set(chosen.map(foldTag));
  return site
    .map((tag) => ({ tag, folded: foldTag(tag.name) }))
    .filter(({ folded }) => folded.includes(query) && !taken.has(folded))
    .sort(
      (a, b) =>
        Number(b.folded.startsWith(query)) - Number(a.folded.startsWith(query)) ||
        b.tag.links - a.tag.links,
    )
    .slice(0, SUGGESTIONS_MAX)
    .map(({ tag }) => tag);
}
