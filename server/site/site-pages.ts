import type { Api } from '../http/serve.ts';
import type { PageName, PageShell } from './page-shell.ts';
import type { Site } from './site.ts';
import { serveManifest } from './web-manifest.ts';

interface SitePagesOptions {
  readonly site: Site;
  readonly shell: PageShell;
  readonly serveAsset: (path: string, request: Request) => Response | null;
  readonly onStatisticsPage: () => void;
}

export function addPages(api: Api, options: SitePagesOptions): void {
  const { site, shell, serveAsset, onStatisticsPage } = options;
  for (const path of ['/', '/init', '/login', '/docs'] as const) {
    api.get(path, ({ req }) => shell(path, req.raw));
  }
  api.get('/admin', (context) => context.redirect('/admin/list', 302));
  for (const path of ['/admin/stats/*', '/admin/links/*']) {
    api.use(path, (_, next) => {
      onStatisticsPage();
      return next();
    });
  }
  // Old bookmarks use this path.
  api.get('/admin/stats/:code', ({ req, redirect }) => {
    const { pathname, search } = new URL(req.url);
    return redirect(pathname.replace('stats', 'links') + search, 302);
  });
  api.get(
    '/admin/*',
    ({ req }) => serveAsset(req.path, req.raw) ?? shell(findAdminPage(req.path), req.raw),
  );
  api.get('/manifest.webmanifest', ({ req }) => serveManifest(site, req.raw));
}

function findAdminPage(path: string): PageName {
  if (/^\/admin\/links\/[^/]+$/.test(path)) return '/admin/links';
  if (path === '/admin/list' || path === '/admin/stats') return path;
  return '/admin';
}
