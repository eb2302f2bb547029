/** Bytes that mean something in a dump. */
export const at = {
  newline: 0x0a,
  return: 0x0d,
  space: 0x20,
  doubleQuote: 0x22,
  hash: 0x23,
  dollar: 0x24,
  quote: 0x27,
  open: 0x28,
  close: 0x29,
  star: 0x2a,
  plus: 0x2b,
  comma: 0x2c,
  dash: 0x2d,
  dot: 0x2e,
  slash: 0x2f,
  colon: 0x3a,
  semicolon: 0x3b,
  backslash: 0x5c,
  backquote: 0x60,
} as const;

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

export function isWordByte(byte: number): boolean {
  return (
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    byte === 0x5f /* _ */ ||
    byte === 0x40 /* @ */ ||
    byte >= 0x80
  );
}

/** Signs that may begin a comment, a number or a quoted text. */
export const ambiguous: ReadonlySet<number> = new Set([
  at.dash,
  at.hash,
  at.slash,
  at.star,
  at.backslash,
  at.dollar,
  at.plus,
  at.dot,
]);

/** A number has dots and the sign of its exponent; a name is cut at dots. */
export function isInWord(bytes: Uint8Array, index: number, isNumber: boolean): boolean {
  const byte = bytes[index]!;
  if (isWordByte(byte) || byte === at.dollar) return true;
  if (!isNumber) return false;
  if (byte === at.dot) return true;
  const isExponent = (bytes[index - 1]! | 0x20) === 0x65;
  return isExponent && (byte === at.dash || byte === at.plus);
}
