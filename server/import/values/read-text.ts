import type { TextRules } from '../../../contracts/links/link-fields.constants.ts';
import { cutText, toLines, toSingleLine } from '../../../contracts/text.ts';

/** Dumps write numbers as text, and rows of APIs may hold numbers where text belongs. */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

export function readTextField(value: unknown, { maxLength, hasLines }: TextRules): string {
  return cutText((hasLines ? toLines : toSingleLine)(readText(value)), maxLength);
}
