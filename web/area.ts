/** The area of the site that a path lies in, as the server has it. */
function areaOf(path: string): string {
  if (path === '/admin' || path.startsWith('/admin/')) return 'admin';
  return path === '/docs' || path.startsWith('/docs/') ? 'docs' : 'public';
}

/** Tells whether a path is one of the site's own pages: any other may lead to another site. */
export function isSitePage(path: string): boolean {
  return areaOf(path) !== 'public' || ['/', '/init', '/login'].includes(path);
}

/**
 * Tells whether a path lies in another area than the document was loaded for. A document must
 * never go from one area to another: scripts of the administrator's HTML, which stands on public
 * pages alone, would live on there.
 */
export function isElsewhere(path: string): boolean {
  return areaOf(path) !== document.documentElement.dataset['area'];
}
