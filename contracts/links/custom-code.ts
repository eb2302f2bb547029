/** Custom codes, in lower case. Imported codes may contain more characters. */
export const CUSTOM_CODE = /^[a-z0-9_-]{1,64}$/;

/** Characters. Imported codes may be longer than custom codes, but not longer than this. */
export const CODE_MAX = 255;

/** Blanks, invisible characters and broken ones alone: no visit asks for such a code. */
export function isBlankCode(code: string): boolean {
  return /^[\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}%\ufffd]*$/u.test(code);
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
]);

export function isReservedCode(code: string): boolean {
  return reserved.has(code.toLowerCase());
}
