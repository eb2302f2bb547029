import { normalizePassword } from '../../contracts/password.ts';
import { commonPasswords } from './common-passwords.ts';

/** White space, control and format characters, and letters that are drawn as nothing. */
const INVISIBLE = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a password is blank, one character over and over, or among those that people choose most. */
export function isWeakPassword(password: string): boolean {
  const visible = normalizePassword(password).replaceAll(INVISIBLE, '').toLowerCase();
  return new Set(visible).size <= 1 || commonPasswords.has(visible);
}
