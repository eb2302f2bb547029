import { normalizePassword } from '../../contracts/password.ts';
import { commonPasswords } from './common-passwords.ts';

/** Also letters that are drawn as nothing. */
const INVISIBLE = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A password is weak when it is blank, one repeated character, or common. */
export function isWeakPassword(password: string): boolean {
  const visible = normalizePassword(password).replaceAll(INVISIBLE, '').toLowerCase();
  return new Set(visible).size <= 1 || commonPasswords.has(visible);
}
