/** Invisible characters and those that change the display of their neighbors. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** Replaces invisible characters and direction marks by escapes such as `\u{200b}`. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
}
