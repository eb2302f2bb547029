import { isTag, TAGS_MAX, normalizeTag, uniqueTags } from '../../../contracts/links/tag-names.ts';
import { cutText, parseJson, toLines, toSingleLine } from '../../../contracts/text.ts';
import { isFields } from '../readers/source-row.ts';
import { shortenTag, type SharedCuts } from './shared-cuts.ts';
import type { TextRules } from '../../../contracts/links/link-fields.constants.ts';

/** Accepts a list of names or of objects with a name, as JSON text too, or text with commas. */
export function readTags(value: unknown, shared: SharedCuts): string[] {
  const names = listTagNames(value).map((name) => shortenTag(name, shared));
  return uniqueTags(names.filter(isTag)).slice(0, TAGS_MAX);
}

/** Tags in whole, also too many and too long ones. */
export function listTagNames(value: unknown): string[] {
  return listNames(value).map((name) => normalizeTag(normalizeTag(name).replaceAll(',', ' ')));
}

function listNames(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => {
      const name = isFields(item) ? item['name'] : item;
      return typeof name === 'string' || typeof name === 'number' ? [String(name)] : [];
    });
  }
  if (typeof value !== 'string') return [];
  if (!value.trimStart().startsWith('[')) return value.split(',');
  const list = parseJson(value);
  return Array.isArray(list) ? listNames(list) : [];
}

/** Dumps write numbers as text, and rows of APIs may hold numbers where text belongs. */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

export function readTextField(value: unknown, { maxLength, hasLines }: TextRules): string {
  return cutText((hasLines ? toLines : toSingleLine)(readText(value)), maxLength);
}
