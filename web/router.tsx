import { Notifications } from '@mantine/notifications';
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
} from '@tanstack/react-router';
import { useLoginCheck } from './login-check.ts';
import { PageFailure } from './page-failure.tsx';
import { initStateQuery } from './site-info.ts';

function Root() {
  const { data } = useQuery(initStateQuery);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useLoginCheck();
  return (
    <>
      <Notifications position="bottom-center" autoClose={3000} limit={3} />
      {data?.is_init === 'no' && path !== '/init' ? <Navigate to="/init" replace /> : <Outlet />}
    </>
  );
}

const rootRoute = createRootRoute({ component: Root });

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
  component: lazyRouteComponent(() => import('./account/login.page.tsx'), 'LoginPage'),
});

const adminIndexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: () => {
    throw redirect({ to: '/admin/$name', params: { name: 'list' }, replace: true });
  },
});

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/$name',
  validateSearch: ({ page, size }): { page?: number; size?: number } => ({
    ...(isCount(page) ? { page } : {}),
    ...(isCount(size) ? { size } : {}),
  }),
  loader: async ({ params }) => (await import('./admin/pages.ts')).preloadPage(params.name),
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
});

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, initRoute, loginRoute, adminIndexRoute, adminRoute]),
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: () => <Navigate to="/" replace />,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
