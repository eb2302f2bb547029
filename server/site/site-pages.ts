import type { createApi } from '../http/serve.ts';
import type { PageName, PageShell } from './page-shell.ts';
import type { Site } from './site.ts';
import { serveManifest } from './web-manifest.ts';

interface SitePagesOptions {
  readonly site: Site;
  readonly shell: PageShell;
  /** Serves a file of the web page as built. */
  readonly serveAsset: (path: string, request: Request) => Response | null;
  /** Called when a page of statistics is opened. */
  readonly onStatistics: () => void;
}

/** Adds the pages of the site beside its calls. */
export function addPages(api: ReturnType<typeof createApi>, options: SitePagesOptions): void {
  const { site, shell, serveAsset, onStatistics } = options;
  for (const path of ['/', '/init', '/login', '/docs'] as const) {
    api.get(path, ({ req }) => shell(path, req.raw));
  }
  api.get('/admin', (context) => context.redirect('/admin/list', 302));
  for (const path of ['/admin/stats/*', '/admin/links/*']) {
    api.use(path, (_, next) => {
      onStatistics();
      return next();
    });
  }
  // Where the statistics of a link stood in earlier versions: bookmarks lead there.
  api.get('/admin/stats/:code', ({ req, redirect }) => {
    const { pathname, search } = new URL(req.url);
    return redirect(pathname.replace('stats', 'links') + search, 302);
  });
  api.get(
    '/admin/*',
    ({ req }) => serveAsset(req.path, req.raw) ?? shell(nameAdminPage(req.path), req.raw),
  );
  api.get('/manifest.webmanifest', ({ req }) => serveManifest(site, req.raw));
}

function nameAdminPage(path: string): PageName {
  if (/^\/admin\/links\/[^/]+$/.test(path)) return '/admin/links';
  if (path === '/admin/list' || path === '/admin/stats') return path;
  return '/admin';
}
