/** The shortest password, in characters. */
export const PASSWORD_MIN = 6;

/**
 * The form in which passwords are compared: the same characters typed on two systems may arrive as
 * different code points.
 */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

export function isSamePassword(one: string, other: string): boolean {
  return normalizePassword(one) === normalizePassword(other);
}

/** Whether a new password has enough characters, which are counted as code points. */
export function isLongEnough(password: string): boolean {
  return Array.from(normalizePassword(password)).length >= PASSWORD_MIN;
}
