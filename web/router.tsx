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
  useNavigate,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLoginCheck } from './login-check.ts';
import { PageFailure } from './page-failure.tsx';
import { initStateQuery } from './site-info.ts';
import { usePhone } from './ui/use-phone.ts';

function Root() {
  const { data } = useQuery(initStateQuery);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  const isSetUpMissing = data?.is_init === 'no' && path !== '/init';
  const isPhone = usePhone();
  useLoginCheck();
  // Not <Navigate>: it would set out again with each render on the way.
  useEffect(() => {
    if (isSetUpMissing) void navigate({ to: '/init', replace: true });
  }, [isSetUpMissing, navigate]);
  return (
    <>
      <Notifications
        // On a phone forms reach down to the keyboard; above them stands only the bar.
        position={isPhone ? 'top-center' : 'bottom-center'}
        autoClose={3000}
        limit={3}
      />
      {isSetUpMissing ? null : <Outlet />}
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
  validateSearch: ({ page, size }): { page?: number | undefined; size?: number | undefined } => ({
    // Named even when refused: what is left out here stays as the address has it.
    page: isCount(page) ? page : undefined,
    size: isCount(size) ? size : undefined,
  }),
  loader: async ({ params }) => (await import('./admin/pages.ts')).preloadPage(params.name),
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
});

/** As far as the server counts pages. */
const PAGE_MAX = 1_000_000_000;

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= PAGE_MAX;
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
