import { splitCode } from '../../../contracts/links/domain-code.ts';
import { normalizeHost } from '../../../contracts/domain-name.ts';

const SITE_FILES = anyOf([
  'favicon.*',
  'apple-(touch-icon|app-site-association).*',
  'android-chrome.*',
  'mstile.*',
  'safari-pinned-tab.*',
  'manifest([.-].*)?',
  'site\\.webmanifest',
  'browserconfig.*',
  'robots\\.txt',
  'humans\\.txt',
  '(app-)?ads\\.txt',
  'security\\.txt',
  'llms(-full)?\\.txt',
  'sitemap.*',
  'crossdomain\\.xml',
  'clientaccesspolicy\\.xml',
  'opensearch.*\\.xml',
  'sw\\.js',
  'service-?worker\\.js',
  'wpad\\.dat',
  '\\.well-known.*',
]);

/** Names that scanners request and no person chooses as a code. */
const SCANNED = anyOf([
  'wp',
  'wp-.*',
  'wordpress',
  'php-?my-?admin.*',
  'phpinfo',
  'phpunit',
  'cgi-bin',
  'hnap1',
  'actuator',
  'autodiscover',
  'boaform',
  'geoserver',
  'id_rsa.*',
  'meta-inf',
  'web-inf',
  'node_modules',
  'server-(status|info)',
  '_(ignition|next|profiler|vti_.*)',
]);

const FILE = /\.(?=\d*[a-z])[a-z\d]{1,10}$/i;

function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})$`, 'i');
}

export function isSiteFile(name: string): boolean {
  return SITE_FILES.test(name);
}

/** Whether programs, not people, request this name: files, hidden files, folders, scans. */
export function isRequestedByPrograms(name: string): boolean {
  return (
    name.includes('/') ||
    name.startsWith('.') ||
    FILE.test(name) ||
    SCANNED.test(name) ||
    isSiteFile(name)
  );
}

/** Splits a typed code with its domain. On the main domain, text with a slash is no domain. */
export function splitRequested(typed: string): ReturnType<typeof splitCode> {
  const { domain, code } = splitCode(typed);
  const isFurther = code !== '' && domain !== '' && normalizeHost(domain) === domain;
  return isFurther ? { domain, code } : { domain: '', code: typed };
}
