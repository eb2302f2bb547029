/**
 * One line without control characters. No database stores half of a surrogate pair, and PostgreSQL
 * no U+0000.
 */
export function toSingleLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
}

/** Several lines: a line ending becomes a line feed, a control character (not a tab) a blank. */
export function toLines(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]+/gu, ' ')
    .trim();
}

/** The first `max` UTF-16 units, without half of a surrogate pair at the end. */
export function cutText(text: string, max: number): string {
  return text
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}
