import {
  isTag,
  TAG_MAX,
  TAGS_MAX,
  normalizeTag,
  uniqueTags,
} from '../../../contracts/links/tag-names.ts';
import { cutText } from '../../../contracts/text.ts';
import { isFields } from '../readers/source-row.ts';

/** Accepts a list of names or of objects with a name, as JSON text too, or text with commas. */
export function readTags(value: unknown): string[] {
  const names = listNames(value).map((name) => {
    const text = normalizeTag(name).replaceAll(',', ' ');
    return normalizeTag(cutText(text, TAG_MAX));
  });
  return uniqueTags(names.filter(isTag)).slice(0, TAGS_MAX);
}

function listNames(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => {
      const name = isFields(item) ? item['name'] : item;
      return typeof name === 'string' || typeof name === 'number' ? [String(name)] : [];
    });
  }
  if (typeof value !== 'string') return [];
  return value.trimStart().startsWith('[') ? listNames(parseList(value)) : value.split(',');
}

function parseList(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
