import { useQuery } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
  useLocation,
  useNavigate,
} from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { isInOtherArea } from './area.ts';
import { FailureNotice, PageFailure } from './failure-notice.tsx';
import {
  loadAdminTexts,
  loadGuideTexts,
  loadPeopleTexts,
  loadSsoTexts,
  loadStatsTexts,
} from './language.ts';
import { readListSearch } from './links/search/list-search.ts';
import { useLoginCheck } from './login-check.ts';
import { initStateQuery } from './site-info.ts';
import { handOver } from './storage.ts';

/** Lazy: no page needs toasts when it opens. */
const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }));

function Root() {
  const { data } = useQuery(initStateQuery);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  const isSetUpMissing = data?.is_init === 'no' && path !== '/init';
  useLoginCheck();
  // Not <Navigate>: it would navigate again with each render.
  useEffect(() => {
    if (isSetUpMissing) void navigate({ to: '/init', replace: true });
  }, [isSetUpMissing, navigate]);
  return (
    <>
      <Suspense>
        <Toasts />
      </Suspense>
      {isSetUpMissing ? null : <Outlet />}
    </>
  );
}

const rootRoute = createRootRoute({
  beforeLoad: ({ location, cause }) => {
    if (cause === 'preload' || !isInOtherArea(location.pathname)) return;
    handOver();
    throw redirect({ href: location.publicHref, reloadDocument: true, replace: true });
  },
  component: Root,
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./home/home.page.tsx'), 'HomePage'),
});

const initRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/init',
  component: lazyRouteComponent(() => import('./account/init.page.tsx'), 'InitPage'),
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  loader: loadSsoTexts,
  component: lazyRouteComponent(() => import('./account/login.page.tsx'), 'LoginPage'),
});

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/join',
  loader: () => Promise.all([loadPeopleTexts(), loadSsoTexts()]),
  component: lazyRouteComponent(() => import('./people/join/join.page.tsx'), 'JoinPage'),
});

const docsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/docs',
  loader: async () => (await import('./docs/docs-text.ts')).loadDocsTexts(),
  component: lazyRouteComponent(() => import('./docs/docs.page.tsx'), 'DocsPage'),
});

const guideRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/docs/guide/$chapter',
  loader: loadGuideTexts,
  component: lazyRouteComponent(() => import('./docs/guide/guide.page.tsx'), 'GuidePage'),
});

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  loader: loadAdminTexts,
  component: lazyRouteComponent(() => import('./frame/shell.tsx'), 'Shell'),
});

const adminIndexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/$name', params: { name: 'list' }, replace: true });
  },
});

/** The target of the bookmarklet and of the share menu of a phone. */
const shareRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'share',
  beforeLoad: async ({ search }) => {
    const { readSharedPage } = await import('./urls/shared-page.ts');
    const { url, title } = readSharedPage(search);
    throw redirect({
      to: '/admin/$name',
      params: { name: 'list' },
      search: { new: 1, url: url || undefined, title: title || undefined },
      replace: true,
    });
  },
});

const adminPageRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '$name',
  validateSearch: readListSearch,
  loader: async ({ params }) => (await import('./admin/pages.ts')).preloadPage(params.name),
  component: lazyRouteComponent(() => import('./admin/named-page.tsx'), 'NamedPage'),
  errorComponent: FailureNotice,
});

/** Leaves the search parameters to the page. */
function readTexts(search: Record<string, unknown>): Record<string, string | undefined> {
  return search as Record<string, string>;
}

const statsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'stats',
  validateSearch: readTexts,
  loader: loadStatsTexts,
  component: lazyRouteComponent(() => import('./stats/stats.page.tsx'), 'StatsPage'),
  errorComponent: FailureNotice,
});

const personRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'people/$id',
  loader: async () => (await import('./admin/pages.ts')).preloadPage('people'),
  component: lazyRouteComponent(() => import('./admin/named-page.tsx'), 'NamedPerson'),
  errorComponent: FailureNotice,
});

const linkRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'links/$code/{-$page}',
  validateSearch: readTexts,
  loader: async ({ params }) => (await import('./link/pages.ts')).preloadPage(params.page),
  component: lazyRouteComponent(() => import('./link/link.page.tsx'), 'LinkPage'),
  errorComponent: FailureNotice,
});

/** Redirects an unknown address to the first page of its area. */
function RedirectToStart() {
  const isAdmin = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin/') });
  if (!isAdmin) return <Navigate to="/" replace />;
  return <Navigate to="/admin/$name" params={{ name: 'list' }} replace />;
}

/** Keeps search parameters as texts: the router's own parser would make the code `1e3` a number. */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function stringifySearch(search: Record<string, unknown>): string {
  const fields = Object.entries(search)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`;
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    initRoute,
    loginRoute,
    joinRoute,
    docsRoute,
    guideRoute,
    adminRoute.addChildren([
      adminIndexRoute,
      shareRoute,
      adminPageRoute,
      statsRoute,
      personRoute,
      linkRoute,
    ]),
  ]),
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: RedirectToStart,
  defaultPreload: 'intent',
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
