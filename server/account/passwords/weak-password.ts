import { normalizePassword, PASSWORD_MIN } from '../../../contracts/password.ts';
import { commonPasswords, walks } from './common-passwords.ts';

/** Blanks, controls, and letters that have no visible shape. */
const INVISIBLE = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** What people put behind a common password: `dragon2024`, `letmein1!`, `welcome@12`. */
const ENDING = /^(?:\d{1,4}|[!.?*#$@]{1,2}|\d{1,4}[!.?*#$@]|[!.?*#$@_-]\d{1,4})$/;
const ENDING_MAX = 5;

const SHORT_MAX = 7;
const WORD_MIN = 3;

/** `admin` of `admin123` */
const commonWords: ReadonlySet<string> = new Set(
  [...commonPasswords].map(stripDigits).filter((word) => word.length >= WORD_MIN),
);

interface Weakness {
  /** User name, e-mail address, title and hosts. */
  readonly names?: readonly string[];
  /** Whether common passwords and walks are weak with an ending, too. */
  readonly isStrict?: boolean;
}

/**
 * A password is weak when it is blank, one character over and over, common, a walk on a keyboard, or
 * one of `names`. One of up to 7 characters is weak, too, when it holds one of `names` or is a common
 * word with digits.
 */
export function isWeakPassword(
  password: string,
  { names = [], isStrict = false }: Weakness = {},
): boolean {
  const visible = fold(password);
  if (new Set(visible).size <= 1 || isCommon(visible)) return true;
  if (isStrict && isCommonWithEnding(visible)) return true;
  const words = names.flatMap(splitName);
  if (words.includes(visible)) return true;
  if (Array.from(visible).length > SHORT_MAX) return false;
  return commonWords.has(stripDigits(visible)) || words.some((word) => visible.includes(word));
}

function isCommonWithEnding(password: string): boolean {
  for (let length = 1; length <= ENDING_MAX; length += 1) {
    if (ENDING.test(password.slice(-length)) && isCommon(password.slice(0, -length))) return true;
  }
  return false;
}

function isCommon(password: string): boolean {
  if (commonPasswords.has(password)) return true;
  return password.length >= PASSWORD_MIN && walks.some((walk) => walk.includes(password));
}

function fold(text: string): string {
  return normalizePassword(text).replaceAll(INVISIBLE, '').toLowerCase();
}

function splitName(name: string): string[] {
  const isHost = /^[^\s.]+(\.[^\s.]+)+$/.test(name);
  const words = (isHost ? name.slice(0, name.lastIndexOf('.')) : name).split(
    /[^\p{L}\p{M}\p{N}]+/u,
  );
  return [name, ...words].map(fold).filter((word) => word.length >= minLength(word));
}

function minLength(word: string): number {
  return /^[\p{ASCII}]*$/u.test(word) ? WORD_MIN : 2;
}

function stripDigits(text: string): string {
  return text.replaceAll(/^\d+|\d+$/g, '');
}
