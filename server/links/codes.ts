/** No vowels (no words by accident), no look-alikes (0 o, 1 l i): 28 characters. */
const ALPHABET = 'bcdfghjkmnpqrstvwxyz23456789';
/** How long drawn codes are, in characters. */
export const DRAWN_MIN = 6;
/** After how many taken codes the next one is a character longer. */
const TRIES_PER_LENGTH = 3;
/** How many codes are drawn before it is given up. */
export const DRAWS_MAX = 6 * TRIES_PER_LENGTH;
export const DRAWN_MAX = DRAWN_MIN + Math.floor((DRAWS_MAX - 1) / TRIES_PER_LENGTH);

/**
 * Draws a random code. `draw` counts the codes already found taken: three in a row mean that
 * codes of that length run out, so the next ones are longer, long before the space is full.
 */
export function drawCode(draw: number): string {
  const length = DRAWN_MIN + Math.floor(draw / TRIES_PER_LENGTH);
  let code = '';
  while (code.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      // 252 = 9 × 28: the rest would make some characters likelier than others.
      if (byte < 252 && code.length < length) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return code;
}
