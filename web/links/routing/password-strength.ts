export type PasswordStrength = 'weak' | 'fair' | 'strong';

/** Guesses. The server compares some 9,000 a day for each link: 3 million a year. */
const WEAK_BELOW = 3e6;
const STRONG_FROM = 1e12;

const alphabets: readonly (readonly [pattern: RegExp, size: number])[] = [
  [/\d/, 10],
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[\p{L}--[a-zA-Z]]/v, 1000],
  [/[\p{P}\p{S}\s]/u, 33],
];

/** How many guesses a password of a link withstands. Says nothing about common words. */
export function rateLinkPassword(password: string): PasswordStrength {
  const size = alphabets.reduce(
    (sum, [pattern, more]) => sum + (pattern.test(password) ? more : 0),
    0,
  );
  const guesses = size ** countSurprises(password);
  if (guesses < WEAK_BELOW) return 'weak';
  return guesses < STRONG_FROM ? 'fair' : 'strong';
}

/** A repeated character, or the next one in a row such as 1234, adds nothing. */
function countSurprises(password: string): number {
  const codes = Array.from(password, (character) => character.codePointAt(0)!);
  return codes.filter((code, index) => index === 0 || Math.abs(code - codes[index - 1]!) > 1)
    .length;
}
