/** No vowels (no accidental words) and no look-alikes (0 o, 1 l i): 28 characters. */
const ALPHABET = 'bcdfghjkmnpqrstvwxyz23456789';
/** Length of the shortest generated code. */
export const DRAWN_MIN = 6;
/** After this many taken codes, the next code is one character longer. */
const TRIES_PER_LENGTH = 3;
export const DRAWS_MAX = 6 * TRIES_PER_LENGTH;
export const DRAWN_MAX = DRAWN_MIN + Math.floor((DRAWS_MAX - 1) / TRIES_PER_LENGTH);

/** `draw` counts taken codes. Codes get longer long before their space is full. */
export function drawCode(draw: number): string {
  const length = DRAWN_MIN + Math.floor(draw / TRIES_PER_LENGTH);
  let code = '';
  while (code.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      // 252 = 9 × 28: higher bytes would favor some characters.
      if (byte < 252 && code.length < length) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return code;
}
