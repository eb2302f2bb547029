/**
 * What would not be seen, or would change how its neighbours are seen: control characters, marks
 * that turn the direction of writing, line separators, spaces without width, halves of characters.
 */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u200b\ufeff]/gu;

/** What people see of a text, without spaces around it; at most `max` UTF-16 units. */
export function readVisible(text: string, max: number): string {
  const visible = text.replace(UNSEEN, '').trim();
  if (visible.length <= max) return visible;
  // The cut may go through the middle of a character.
  return visible.slice(0, max).replace(UNSEEN, '').trimEnd();
}

/**
 * The text of bytes, given one in each character (latin1): what they are in UTF-8, or the same
 * latin1 when they are no UTF-8. Of bytes that were cut, half a character at the end is left out.
 */
export function readBytes(bytes: string, { isCut = false } = {}): string {
  if (/^[ -~]*$/.test(bytes)) return bytes;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(Buffer.from(bytes, 'latin1'), { stream: isCut });
  } catch {
    return bytes;
  }
}
