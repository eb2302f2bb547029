/** Code points. */
export const PASSWORD_MIN = 6;

/** Two systems may type the same characters as different code points. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

export function isSamePassword(a: string, b: string): boolean {
  return normalizePassword(a) === normalizePassword(b);
}

export function isLongEnough(password: string): boolean {
  return Array.from(normalizePassword(password)).length >= PASSWORD_MIN;
}
