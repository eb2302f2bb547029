/** Characters. Imported codes may be longer than custom codes, but not longer than this. */
export const CODE_MAX = 255;
const CUSTOM_CODE_MAX = 64; // code points

/** Invisible characters are no letters here: Hangul has some that count as such. */
const LETTER = String.raw`(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd}_-]`;
const PICTURE = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?`;
/** Disjoint from letters, so matching stays linear: pictures, flags, numbers on keys. */
const EMOJI = String.raw`${PICTURE}(?:\u200d${PICTURE})*[\u{e0020}-\u{e007f}]*|\p{Regional_Indicator}|\d\ufe0f\u20e3`;
const customCode = new RegExp(`^(?:${LETTER}|${EMOJI})+$`, 'u');

/** A typed code as it is stored: trimmed, composed (NFC), in lower case. */
export function toCustomCode(typed: string): string {
  const code = typed.trim();
  // Composing takes time that grows with the square of the marks in a row.
  return code.length > CODE_MAX ? code : code.normalize('NFC').toLowerCase().normalize('NFC');
}

/**
 * Whether people may choose the code, in the form of `toCustomCode`: letters, marks and digits of
 * any script, emoji, `_` and `-`. Imported codes may contain more characters.
 */
export function isCustomCode(code: string): boolean {
  return (
    code.length <= CODE_MAX && Array.from(code).length <= CUSTOM_CODE_MAX && customCode.test(code)
  );
}

/** Blanks, invisible characters and broken ones alone: no visit asks for such a code. */
export function isBlankCode(code: string): boolean {
  return /^[\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}%\ufffd]*$/u.test(code);
}

/** Segments that browsers and proxies drop or resolve, so that no visit asks for such a code. */
export function hasOddSegment(code: string): boolean {
  return /(?:^|\/)\.{0,2}(?:\/|$)/.test(code);
}

/** First path segments of the site itself, in any case. */
const reserved: ReadonlySet<string> = new Set([
  'api',
  'init',
  'admin',
  'login',
  'logout',
  'register',
  'import',
  'export',
  'docs',
  'assets',
  'favicon.ico',
  'favicon.svg',
  'apple-touch-icon.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'manifest.webmanifest',
  'robots.txt',
  'sitemap.xml',
  '.well-known',
  'healthz',
  'metrics',
  'openapi.json',
  'http:',
  'https:',
]);

/** Whether the code, or its first segment, is the name of a page. */
export function isReservedCode(code: string): boolean {
  const end = code.indexOf('/');
  return reserved.has((end === -1 ? code : code.slice(0, end)).toLowerCase());
}

/** Why people may not choose the code, in the form of `toCustomCode`; null: they may. */
export function findCodeFault(code: string): 'reserved.short.url' | 'invalid.short.url' | null {
  // A whole URL starts with a reserved segment, too; that is no path of a page.
  if (isReservedCode(code) && !code.includes(':')) return 'reserved.short.url';
  return isCustomCode(code) ? null : 'invalid.short.url';
}

/** Paths at which clients of other shorteners call. `rest` and `v4` alone are codes. */
const CALL_PATH = /^(?:yourls-api\.php|rest\/(?:health|v[123])|v4(?=\/))(?:\/|$)/i;

export function isCallPath(code: string): boolean {
  return CALL_PATH.test(code);
}
