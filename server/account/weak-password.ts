import { normalizePassword } from '../../contracts/password.ts';
import { commonPasswords } from './common-passwords.ts';

/** Blanks, controls, and letters that have no visible shape. */
const INVISIBLE = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A password is weak when it is blank, one repeated character, or common. */
export function isWeakPassword(password: string): boolean {
  const visible = normalizePassword(password).replaceAll(INVISIBLE, '').toLowerCase();
  return new Set(visible).size <= 1 || commonPasswords.has(visible);
}
