import './look/mantine.css';
import './look/fonts.css';
import './look/base.css';
import './look/forced-colors.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadLanguage } from './language.ts';
import { handOverOnLinks } from './page-load.ts';
import { queryClient } from './queries.ts';
import { router } from './router.tsx';
import { createSchemeManager, writeSchemeCookie } from './look/scheme-choice.ts';
import { initStateQuery, siteInfoQuery } from './site-info.ts';
import { resolveCssVariables, theme } from './look/theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

Object.assign(globalThis, {
  // The scroll lock of dialogs reads this nonce for its style element.
  __webpack_nonce__: nonce,
  // Otherwise zod tests whether it may evaluate code, which the policy of the page reports.
  __zod_globalConfig: { jitless: true },
});

const schemeManager = createSchemeManager();

async function start() {
  handOverOnLinks();
  writeSchemeCookie();
  void queryClient.prefetchQuery(initStateQuery);
  void queryClient.prefetchQuery(siteInfoQuery);
  await Promise.all([loadLanguage(), router.load()]);
  const root = document.querySelector('#root');
  if (root === null) throw new Error('The page has no #root');
  const page = (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveCssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={schemeManager}
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
  // Drawn in slices: keys and clicks do not wait for all of it.
  startTransition(() => createRoot(root).render(page));
}

// No top-level await: the chunks of pages import this one, and both would wait for each other.
void start();
