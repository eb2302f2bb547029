/** The area of a path. The server divides the paths in the same way. */
function findArea(path: string): string {
  if (path === '/admin' || path.startsWith('/admin/')) return 'admin';
  return path === '/docs' || path.startsWith('/docs/') ? 'docs' : 'public';
}

/** True for the site's own pages. Any other path may be a short link to another site. */
export function isSitePage(path: string): boolean {
  return findArea(path) !== 'public' || ['/', '/init', '/login'].includes(path);
}

/** A document must never move to another area: scripts of the custom HTML would live on there. */
export function isInOtherArea(path: string): boolean {
  return findArea(path) !== document.documentElement.dataset['area'];
}
