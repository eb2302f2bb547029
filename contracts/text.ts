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

/** Decodes percent-encoding. A text with malformed encoding stays. */
export function decodeLenient(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Undefined: the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first `max` UTF-16 units, without half of a surrogate pair at the end. */
export function cutText(text: string, max: number): string {
  return text
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}
