import { join } from 'node:path';
import { guideChapters } from '../../contracts/guide.constants.ts';
import type { Feature } from '../feature.ts';
import { openAssets } from '../http/answer/assets.ts';
import type { AddressGuard } from '../outgoing/address-guard.ts';
import { healthResponse, type Health } from './health.ts';
import { findFont, openPageShell, type PageName, type PageShell } from './page-shell.ts';
import { siteRoutes } from './site.routes.ts';
import type { Site } from './site.ts';
import { createVisitorFrame, type VisitorFrame } from './visitor-frame.ts';
import { createVisitorPages } from './visitor-page.ts';
import type { Api } from '../http/serve.ts';
import { answerText } from '../http/answer/etag.ts';
import { pageBackgrounds } from './head-tags.ts';

/** Beside the sources, or inside the executable. */
const WEB = Bun.isStandaloneExecutable
  ? join(import.meta.dir, 'web')
  : join(import.meta.dir, '../../build/web');

interface OpenPagesOptions {
  readonly site: Site;
  readonly baseUrl: URL | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly health: Health;
  readonly isSetUp: () => Promise<boolean>;
  /** Whether scripts of one person must not see what others type at the login. */
  readonly guardsLogins: () => Promise<boolean>;
  readonly webhookGuard: AddressGuard;
  readonly onStatisticsPage: () => void;
}

export interface PagesFeature extends Feature {
  readonly frame: VisitorFrame;
  readonly refuse: ReturnType<typeof createVisitorPages>;
  readonly serveAsset: ReturnType<typeof openAssets>;
}

export function openPages(options: OpenPagesOptions): PagesFeature {
  const { site, headers, isSetUp, webhookGuard } = options;
  const frame = createVisitorFrame({ site, headers, fontPath: findFont(WEB) });
  const refuse = createVisitorPages(frame);
  const serveAsset = openAssets(WEB);
  const shell = openPageShell(WEB, site, options.baseUrl);
  return {
    frame,
    refuse,
    serveAsset,
    routes: siteRoutes(site, { isSetUp, webhookGuard }),
    addPages(api) {
      addPages(api, options, { shell, serveAsset });
      api.get('/healthz', () => healthResponse(options.health));
      api.notFound(({ req }) => serveAsset(req.path, req.raw) ?? refuse('missing', req.raw));
    },
  };
}

function addPages(
  api: Api,
  { site, guardsLogins, onStatisticsPage }: OpenPagesOptions,
  { shell, serveAsset }: { shell: PageShell; serveAsset: PagesFeature['serveAsset'] },
): void {
  for (const path of ['/', '/docs'] as const) {
    api.get(path, ({ req }) => shell(path, req.raw));
  }
  for (const path of ['/init', '/login'] as const) {
    api.get(path, async ({ req }) => shell(path, req.raw, !(await guardsLogins())));
  }
  for (const chapter of guideChapters) {
    api.get(`/docs/guide/${chapter}`, ({ req }) => shell('/docs/guide', req.raw));
  }
  api.get('/docs/guide', ({ redirect }) => redirect(`/docs/guide/${guideChapters[0]}`, 302));
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
  api.get('/admin/index.php', ({ req, redirect }) =>
    redirect(`/admin/list?${readYourlsBookmark(new URL(req.url).searchParams)}`, 302),
  );
  // A whole URL typed behind the host, as YOURLS takes it; proxies may have merged the slashes.
  api.get('/:scheme{https?:}/*', ({ req, redirect }) => {
    const [, scheme, rest] = /\/(https?):\/+(.*)$/is.exec(req.url.slice('https://'.length))!;
    return redirect(`/admin/list?${fillDialog({ url: `${scheme}://${rest}` })}`, 302);
  });
  api.get(
    '/admin/*',
    ({ req }) => serveAsset(req.path, req.raw) ?? shell(findAdminPage(req.path), req.raw),
  );
  api.get('/manifest.webmanifest', ({ req }) => serveManifest(site, req.raw));
}

/** Bookmarks made for YOURLS; its older ones send the URL in three parts. */
function readYourlsBookmark(sent: URLSearchParams): string {
  const textOf = (...names: string[]) => names.map((name) => sent.get(name) ?? '').join('');
  const url = textOf('u') || textOf('up', 'us', 'ur');
  return fillDialog({ url, code: textOf('k'), title: textOf('t') });
}

function fillDialog(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams({ new: '1', ...fields }).toString();
}

function findAdminPage(path: string): PageName {
  if (/^\/admin\/links\/[^/]+$/.test(path)) return '/admin/links';
  if (path === '/admin/join' || path === '/admin/list' || path === '/admin/stats') return path;
  return '/admin';
}

const icons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

function serveManifest(site: Site, request: Request): Response {
  const { title, description } = site.settings.site_info;
  const text = JSON.stringify({
    name: title,
    short_name: title,
    ...(description === '' ? {} : { description }),
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: pageBackgrounds.light,
    theme_color: pageBackgrounds.light,
    icons,
    share_target: {
      action: '/admin/share',
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  });
  return answerText(request, text, {
    'Content-Type': 'application/manifest+json',
    'Cache-Control': 'public, max-age=3600',
  });
}
