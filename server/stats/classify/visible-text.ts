/** Controls, bidirectional marks, line separators, zero-width spaces, lone surrogates. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u200b\ufeff]/gu;

/** Trimmed visible text, at most `max` UTF-16 units. */
export function readVisible(text: string, max: number): string {
  const visible = text.replace(UNSEEN, '').trim();
  if (visible.length <= max) return visible;
  // The cut may split a character.
  return visible.slice(0, max).replace(UNSEEN, '').trimEnd();
}

/** UTF-8 if valid, else latin1. `isCut` drops an incomplete character at the end. */
export function readBytes(bytes: string, { isCut = false } = {}): string {
  if (/^[ -~]*$/.test(bytes)) return bytes;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(Buffer.from(bytes, 'latin1'), { stream: isCut });
  } catch {
    return bytes;
  }
}
