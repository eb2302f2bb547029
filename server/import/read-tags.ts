import { isTag, TAG_MAX, TAGS_MAX, tidyTag, uniqueTags } from '../../contracts/tag-names.ts';
import { isFields } from './source-row.ts';

/**
 * Reads a link's tags: a list of names, or of objects with a name, also as JSON in a text, or a text
 * with commas. Long names are cut, and what is no name is left out.
 */
export function readTags(value: unknown): string[] {
  const names = listNames(value).map((name) => cut(tidyTag(name).replaceAll(',', ' ')));
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

/** Half a surrogate pair at the cut goes. */
function cut(name: string): string {
  return tidyTag(name.slice(0, TAG_MAX).replace(/[\uD800-\uDBFF]$/, ''));
}
