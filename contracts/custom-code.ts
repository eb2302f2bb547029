/** What a code may look like that people choose, in lower case. Imported ones may be wider. */
export const CUSTOM_CODE = /^[a-z0-9_-]{1,64}$/;

/**
 * The longest code of all, in characters: imported ones may be longer than those that people choose.
 * No shortener whose files are known has longer ones.
 */
export const CODE_MAX = 255;

/** First path segments that belong to the site itself, whatever their case. */
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

/** Tells whether a code would hide a page of the site itself. */
export function isReservedCode(code: string): boolean {
  return reserved.has(code.toLowerCase());
}
