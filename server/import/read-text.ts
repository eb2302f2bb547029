import { cutText, toLines, toSingleLine } from '../../contracts/text.ts';

/** Dumps write numbers as text, and rows of APIs may hold numbers where text belongs. */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

export function readLine(value: unknown, max: number): string {
  return cutText(toSingleLine(readText(value)), max);
}

export function readLines(value: unknown, max: number): string {
  return cutText(toLines(readText(value)), max);
}
