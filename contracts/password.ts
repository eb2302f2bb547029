/** Code points. */
export const PASSWORD_MIN = 6;
/** On a site with several accounts. */
export const PASSWORD_MIN_WITH_OTHERS = 8;

/** Two systems may type the same characters as different code points. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

export function isSamePassword(a: string, b: string): boolean {
  return normalizePassword(a) === normalizePassword(b);
}

export function isLongEnough(password: string): boolean {
  return countCharacters(password) >= PASSWORD_MIN;
}

export function countCharacters(password: string): number {
  return Array.from(normalizePassword(password)).length;
}
