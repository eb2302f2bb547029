/** No vowels (no accidental words) and no look-alikes (0 o, 1 l i): 28 characters. */
const ALPHABET = 'bcdfghjkmnpqrstvwxyz23456789';
/** Length of the shortest generated code. */
export const GENERATED_MIN = 6;
/** After this many taken codes, the next code is one character longer. */
const TRIES_PER_LENGTH = 3;
export const ATTEMPTS_MAX = 6 * TRIES_PER_LENGTH;
export const GENERATED_MAX = GENERATED_MIN + Math.floor((ATTEMPTS_MAX - 1) / TRIES_PER_LENGTH);

/**
 * `attempt` counts taken codes. Codes get longer long before their space is full. `shortest` is the
 * length of the first one.
 */
export function generateCode(attempt: number, shortest = GENERATED_MIN): string {
  const length = shortest + Math.floor(attempt / TRIES_PER_LENGTH);
  let code = '';
  while (code.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      // 252 = 9 × 28: higher bytes would favor some characters.
      if (byte < 252 && code.length < length) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return code;
}
